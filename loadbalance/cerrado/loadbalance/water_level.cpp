#include <cerrado/loadbalance/water_level.hpp>

#include <algorithm>

namespace cerrado::detail {
namespace {

std::uint64_t above(WorkerStates const& states, std::vector<std::uint32_t> const& donors, std::uint64_t level) {
    std::uint64_t sum = 0;
    for (std::uint32_t const donor : donors) {
        if (states.workers[donor].weight <= level) break;
        sum += states.workers[donor].weight - level;
    }
    return sum;
}

// The lowest level, not below `floor`, whose excess is not more than wanted. O(donors * 32).
std::uint64_t level_for(WorkerStates const& states, std::vector<std::uint32_t> const& donors, std::uint64_t floor,
                        std::uint64_t wanted) {
    std::uint64_t low = floor;
    std::uint64_t high = std::max<std::uint64_t>(floor, donors.empty() ? 0 : states.workers[donors.front()].weight);
    while (low < high) {
        std::uint64_t const middle = low + (high - low) / 2;
        if (above(states, donors, middle) <= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace

std::uint64_t total_weight(WorkerStates const& states) {
    std::uint64_t sum = 0;
    for (WorkerState const& worker : states.workers) sum += worker.active ? worker.weight : 0;
    return sum;
}

std::vector<Donation> take_to_level(WorkerStates const& states, std::uint32_t donations) {
    std::uint64_t wanted = wanted_donations(states, donations);
    if (wanted == 0) return {};
    std::vector<std::uint32_t> const donors = donors_by_weight(states);
    std::uint64_t const average = total_weight(states) / states.workers.size();
    std::uint64_t const floor = std::max<std::uint64_t>(1, average); // a donor keeps one
    std::uint64_t const level = level_for(states, donors, floor, wanted);

    std::vector<std::uint32_t> given(states.workers.size());
    for (std::uint32_t const donor : donors) {
        std::uint64_t const weight = states.workers[donor].weight;
        if (weight <= level) break;
        given[donor] = static_cast<std::uint32_t>(weight - level);
        wanted -= weight - level;
    }
    // What is left of the demand is taken one each: above the floor from the workers at the level, by index; at the
    // floor from those that were never above.
    std::vector<std::uint32_t> next;
    for (std::uint32_t const donor : donors) {
        std::uint64_t const weight = states.workers[donor].weight;
        if (level > floor ? weight >= level : weight <= average) next.push_back(donor);
    }
    if (level > floor) std::ranges::sort(next);
    for (std::uint32_t const donor : next) {
        if (wanted == 0) break;
        ++given[donor];
        --wanted;
    }
    std::vector<Donation> plan;
    for (std::uint32_t worker = 0; worker < given.size(); ++worker) {
        if (given[worker] > 0) plan.push_back({worker, given[worker]});
    }
    return plan;
}

} // namespace cerrado::detail
