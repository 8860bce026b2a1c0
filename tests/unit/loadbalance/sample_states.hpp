// States of workers for tests: written down, or drawn with a seed.
#pragma once

#include <cerrado/loadbalance/policy.hpp>

#include <random>
#include <vector>

namespace cerrado::test {

// Owns what a WorkerStates looks at.
struct SampleStates {
    std::vector<WorkerState> workers;
    std::uint64_t queued = 0;
    std::uint64_t shared = 0;
    double seconds = 0;

    WorkerStates states() const { return {workers, queued, shared, seconds}; }
};

// A weight below 0 is an idle worker.
inline SampleStates sample(std::vector<int> const& weights) {
    SampleStates sample;
    for (int const weight : weights) {
        sample.workers.push_back({weight >= 0, static_cast<std::uint32_t>(weight < 0 ? 0 : weight)});
    }
    return sample;
}

// Between 1 and 40 workers of all kinds: idle, active without weight, light, and now and then a very heavy one.
inline SampleStates random_sample(std::mt19937_64& random) {
    SampleStates sample;
    std::uint64_t const count = 1 + random() % 40;
    std::uint64_t const bound = 1 + random() % 60;
    for (std::uint64_t i = 0; i < count; ++i) {
        bool const active = random() % 3 != 0;
        std::uint64_t const weight = random() % 12 == 0 ? 100000 : random() % bound;
        sample.workers.push_back({active, static_cast<std::uint32_t>(active ? weight : random() % 2)});
    }
    if (random() % 3 == 0) sample.queued = random() % 5;
    if (random() % 3 == 0) sample.shared = random() % 5;
    sample.seconds = static_cast<double>(random() % 1000) / 997;
    return sample;
}

inline std::uint64_t total_of(std::vector<Donation> const& donations) {
    std::uint64_t sum = 0;
    for (Donation const& donation : donations) sum += donation.count;
    return sum;
}

} // namespace cerrado::test
