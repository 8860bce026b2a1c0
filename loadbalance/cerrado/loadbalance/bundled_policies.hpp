// The policies that come with Cerrado. Users get them from make_policy().
#pragma once

#include <cerrado/loadbalance/policy.hpp>

namespace cerrado::detail {

struct BundledPolicy {
    std::string name;
    std::string description;
    PolicyFactory factory;
};

std::vector<BundledPolicy> bundled_policies();

} // namespace cerrado::detail
