// A policy in a library of its own: all that have something to give are asked for the same number.
#include <cerrado/loadbalance/policy.hpp>

#include <algorithm>

using namespace cerrado;

namespace {

std::vector<Donation> share_alike(WorkerStates const& states, std::uint32_t donations) {
    std::vector<std::uint32_t> const donors = donors_by_weight(states);
    std::uint64_t wanted = wanted_donations(states, donations);
    std::uint64_t const each = donors.empty() ? 0 : (wanted + donors.size() - 1) / donors.size();
    std::vector<Donation> plan;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const count = std::min<std::uint64_t>({each, wanted, states.workers[donor].weight - 1});
        if (count > 0) plan.push_back({donor, static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

Policy alike(PolicySettings const& settings) {
    auto const when = [settings](WorkerStates const& states) { return states.idle_share() > settings.threshold; };
    auto const how = [settings](WorkerStates const& states) { return share_alike(states, settings.donations); };
    return {"alike", when, how};
}

} // namespace

CERRADO_POLICY("above the threshold, the same from every worker", alike);
