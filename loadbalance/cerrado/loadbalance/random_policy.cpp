#include <cerrado/loadbalance/random_policy.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace cerrado::detail {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014), started from everything that the policy sees.
class StateRandom {
public:
    StateRandom(WorkerStates const& states, std::uint64_t seed) : state_(seed) {
        absorb(std::bit_cast<std::uint64_t>(states.seconds));
        for (WorkerState const& worker : states.workers)
            absorb(std::uint64_t{worker.weight} * 2 + (worker.active ? 1 : 0));
    }

    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    void absorb(std::uint64_t value) {
        state_ ^= value;
        state_ = next();
    }

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return mixed ^ (mixed >> 31);
    }

    std::uint64_t state_;
};

std::vector<Donation> draw_donations(WorkerStates const& states, PolicySettings const& settings) {
    StateRandom random(states, settings.seed);
    random.below(2); // the coin of `when`
    std::uint64_t wanted = wanted_donations(states, settings.donations);
    std::vector<std::uint32_t> donors = donors_by_weight(states);
    std::vector<Donation> plan;
    for (std::size_t i = 0; i < donors.size() && wanted > 0; ++i) {
        std::swap(donors[i], donors[i + random.below(donors.size() - i)]);
        std::uint64_t const most = std::min<std::uint64_t>(wanted, states.workers[donors[i]].weight - 1);
        std::uint64_t const count = random.below(most + 1);
        if (count > 0) plan.push_back({donors[i], static_cast<std::uint32_t>(count)});
        wanted -= count;
    }
    return plan;
}

} // namespace

Policy random_policy(PolicySettings const& settings) {
    auto const when = [seed = settings.seed](WorkerStates const& states) {
        return hungry_workers(states) > 0 && StateRandom(states, seed).below(2) == 1;
    };
    return {"", when, [settings](WorkerStates const& states) { return draw_donations(states, settings); }};
}

} // namespace cerrado::detail
