#include <cerrado/run/conduct/balance.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace cerrado {

namespace {

// Their names, in the order of DealPolicy.
constexpr std::array<char const*, 5> deal_policies = {"hand-over", "guided", "round-robin", "chunked", "even"};

} // namespace

std::string to_string(DealPolicy policy) { return deal_policies[static_cast<std::size_t>(policy)]; }

std::vector<std::string> deal_policy_names() { return {deal_policies.begin(), deal_policies.end()}; }

DealPolicy parse_deal_policy(std::string const& name) {
    for (std::size_t i = 0; i < deal_policies.size(); ++i) {
        if (name == deal_policies[i]) return static_cast<DealPolicy>(i);
    }
    throw InputError(
        fmt::format("no policy '{}' to deal jobs among devices; one of {}", name, fmt::join(deal_policies, ", ")));
}

std::size_t WorkerStates::active() const {
    return static_cast<std::size_t>(
        std::count_if(workers.begin(), workers.end(), [](WorkerState const& state) { return state.active; }));
}

} // namespace cerrado
