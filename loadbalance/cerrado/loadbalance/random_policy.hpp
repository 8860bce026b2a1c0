// The policy `random`: decides by chance, the same way for the same states and seed.
#pragma once

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::detail {

Policy random_policy(PolicySettings const& settings);

} // namespace cerrado::detail
