// The names of policies. The bundled ones are there at the first question, without any static object of another file.
#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/bundled_policies.hpp>
#include <cerrado/loadbalance/policy.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace cerrado {
namespace {

struct Registered {
    std::string description;
    PolicyFactory factory;
};

struct Registry {
    std::mutex mutex;
    std::map<std::string, Registered> entries;

    Registry() {
        for (auto& [name, description, factory] : detail::bundled_policies()) {
            entries.emplace(name, Registered{description, factory});
        }
    }
};

Registry& registry() {
    static Registry instance;
    return instance;
}

Registered find_entry(std::string const& name) {
    {
        std::lock_guard const lock(registry().mutex);
        auto const found = registry().entries.find(name);
        if (found != registry().entries.end()) return found->second;
    }
    throw InputError(
        fmt::format("'{}' is no load-balancing policy; there are {}", name, fmt::join(policy_names(), ", ")));
}

void check_name(std::string const& name) {
    auto const fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, fits)) {
        throw InputError(fmt::format("'{}' cannot name a policy; expected letters, digits, - and _", name));
    }
    if (name == "none" || name == "stop" || name == "share") {
        throw InputError(fmt::format("'{}' cannot name a policy: it is a mechanism; choose another name", name));
    }
}

} // namespace

void register_policy(std::string const& name, std::string const& description, PolicyFactory factory) {
    check_name(name);
    if (!factory) throw InputError(fmt::format("the policy '{}' was registered without a factory", name));
    std::lock_guard const lock(registry().mutex);
    if (!registry().entries.emplace(name, Registered{description, std::move(factory)}).second) {
        throw InputError(fmt::format("a policy named '{}' is there already; choose another name", name));
    }
}

Policy make_policy(std::string const& name, PolicySettings const& settings) {
    Registered const entry = find_entry(name);
    if (!(settings.threshold >= 0 && settings.threshold <= 1)) {
        throw InputError(fmt::format("a threshold of {} is out of range; expected 0 to 1, a share of the workers",
                                     settings.threshold));
    }
    if (settings.donations == 0) throw InputError("0 donations per idle worker move nothing; expected 1 or more");
    Policy policy = entry.factory(settings);
    policy.name = name;
    if (!policy.when || !policy.how) throw InputError(fmt::format("the policy '{}' lacks when or how", name));
    return policy;
}

std::vector<std::string> policy_names() {
    std::lock_guard const lock(registry().mutex);
    std::vector<std::string> names;
    for (auto const& entry : registry().entries) names.push_back(entry.first);
    return names;
}

std::string policy_description(std::string const& name) { return find_entry(name).description; }

} // namespace cerrado
