// The policy `random` decides by chance. The same states and seed give the same decision.
#pragma once

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::detail {

Policy random_policy(PolicySettings const& settings);

} // namespace cerrado::detail
