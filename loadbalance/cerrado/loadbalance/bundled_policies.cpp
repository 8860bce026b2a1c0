#include <cerrado/loadbalance/bundled_policies.hpp>

#include <cerrado/core/types.hpp>
#include <cerrado/loadbalance/random_policy.hpp>
#include <cerrado/loadbalance/water_level.hpp>

#include <algorithm>

namespace cerrado::detail {
namespace {

// The condition of Algorithm 18, line 4. A worker for whom a job waits is not idle in its sense.
auto above_threshold(double threshold) {
    return [threshold](WorkerStates const& states) {
        auto const workers = static_cast<double>(states.workers.size());
        return static_cast<double>(hungry_workers(states)) > threshold * workers;
    };
}

// The heaviest give half of what they have, as few of them as it takes.
std::vector<Donation> take_from_heaviest(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t wanted = wanted_donations(states, donations);
    std::vector<Donation> plan;
    for (std::uint32_t const donor : donors_by_weight(states)) {
        if (wanted == 0) break;
        std::uint64_t const count = std::min<std::uint64_t>(wanted, states.workers[donor].weight / 2);
        plan.push_back({donor, static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

// Everything above the mean; where that is more than is wanted, everyone the same part of it.
std::vector<Donation> take_evenly(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t const wanted = wanted_donations(states, donations);
    if (wanted == 0) return {};
    std::uint64_t const mean = std::max<std::uint64_t>(1, total_weight(states) / states.workers.size());
    std::vector<std::uint32_t> donors = donors_by_weight(states);
    std::erase_if(donors, [&](std::uint32_t donor) { return states.workers[donor].weight <= mean; });
    auto const excess_of = [&](std::uint32_t donor) { return states.workers[donor].weight - mean; };
    std::uint64_t excess = 0;
    for (std::uint32_t const donor : donors) excess += excess_of(donor);

    // The part of a sum of excesses that is wanted; parts of growing sums round so that all of them add up.
    auto const part = [&](std::uint64_t sum) {
        return excess <= wanted ? sum : static_cast<std::uint64_t>(WideCount{sum} * wanted / excess);
    };
    std::vector<Donation> plan;
    std::uint64_t before = 0;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const count = part(before + excess_of(donor)) - part(before);
        before += excess_of(donor);
        if (count > 0) plan.push_back({donor, static_cast<std::uint32_t>(count)});
    }
    return plan;
}

using How = std::vector<Donation> (*)(WorkerStates const&, std::uint32_t);

PolicyFactory with_threshold(How how) {
    return [how](PolicySettings const& settings) {
        return Policy{
            "", above_threshold(settings.threshold),
            [how, donations = settings.donations](WorkerStates const& states) { return how(states, donations); }};
    };
}

Policy never(PolicySettings const&) {
    return {"", [](WorkerStates const&) { return false; }, [](WorkerStates const&) { return std::vector<Donation>{}; },
            false};
}

} // namespace

std::vector<BundledPolicy> bundled_policies() {
    return {
        {"dumato",
         "above the threshold, the heaviest gives one at a time until all are served or at the average (DuMato, "
         "Algorithm 18)",
         with_threshold(take_to_level)},
        {"even", "above the threshold, every worker above the mean weight gives its excess, in proportion",
         with_threshold(take_evenly)},
        {"heaviest", "above the threshold, the few heaviest workers give half of their weight each",
         with_threshold(take_from_heaviest)},
        {"never", "moves nothing", never},
        {"random", "as soon as a worker is idle a coin is tossed, then random workers give at random: for tests",
         random_policy},
    };
}

} // namespace cerrado::detail
