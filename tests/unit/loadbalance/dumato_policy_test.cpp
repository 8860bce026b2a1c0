// `dumato` against Algorithm 18 of the thesis, written down line by line with a heap.
#include "sample_states.hpp"

#include <gtest/gtest.h>

#include <queue>

namespace cerrado {
namespace {

struct Donor {
    std::uint64_t weight;
    std::uint32_t worker;
    bool operator<(Donor const& other) const {
        return weight != other.weight ? weight < other.weight : worker > other.worker;
    }
};

// Line numbers are those of Algorithm 18. A donor whose last extension is its own work to do is left out.
std::vector<Donation> algorithm_18(WorkerStates const& states, std::uint32_t donations) {
    std::size_t const idles = hungry_workers(states); // line 12
    std::priority_queue<Donor> actives;               // line 13
    std::uint64_t total_weight = 0;                   // line 14
    for (std::uint32_t i = 0; i < states.workers.size(); ++i) {
        if (!states.workers[i].active) continue;
        total_weight += states.workers[i].weight;
        if (states.workers[i].weight >= 2) actives.push({states.workers[i].weight, i});
    }
    double const average = static_cast<double>(total_weight) / static_cast<double>(states.workers.size()); // line 15
    std::vector<std::uint32_t> given(states.workers.size());
    for (std::uint32_t i = 0; i < donations; ++i) {        // line 16
        for (std::size_t idle = 0; idle < idles; ++idle) { // line 17
            if (actives.empty()) break;
            Donor donor = actives.top(); // line 18
            actives.pop();
            ++given[donor.worker]; // line 19
            --donor.weight;
            if (static_cast<double>(donor.weight) > average && donor.weight >= 2) actives.push(donor); // lines 20, 21
        }
    }
    std::vector<Donation> plan;
    for (std::uint32_t i = 0; i < given.size(); ++i) {
        if (given[i] > 0) plan.push_back({i, given[i]});
    }
    return plan;
}

TEST(DumatoPolicy, GivesWhatAlgorithm18Gives) {
    std::mt19937_64 random(18);
    int given = 0;
    for (int round = 0; round < 5000; ++round) {
        test::SampleStates const sample = test::random_sample(random);
        auto const donations = static_cast<std::uint32_t>(1 + random() % 64);
        std::vector<Donation> const expected = algorithm_18(sample.states(), donations);
        ASSERT_EQ(make_policy("dumato", {0.3, donations}).how(sample.states()), expected) << "round " << round;
        if (!expected.empty()) ++given;
    }
    EXPECT_GT(given, 2000);
}

TEST(DumatoPolicy, WearsTheHeaviestDownFirst) {
    // Two idle workers, three each; the average of 30 / 5 is 6: 15 gives six, down to 9, before 9 gives.
    EXPECT_EQ(make_policy("dumato", {0.3, 3}).how(test::sample({15, 9, 6, -1, -1}).states()),
              (std::vector<Donation>{{0, 6}}));
    // With ten each 15 and 9 give down to the average, and 6 gives once.
    EXPECT_EQ(make_policy("dumato", {0.3, 10}).how(test::sample({15, 9, 6, -1, -1}).states()),
              (std::vector<Donation>{{0, 9}, {1, 3}, {2, 1}}));
}

TEST(DumatoPolicy, RebalancesAboveTheThresholdAndNotAtIt) {
    test::SampleStates const three_of_ten = test::sample({9, 9, 9, 9, 9, 9, 9, -1, -1, -1});
    EXPECT_FALSE(make_policy("dumato", {0.3, 16}).when(three_of_ten.states()));
    EXPECT_TRUE(make_policy("dumato", {0.29, 16}).when(three_of_ten.states()));
    EXPECT_TRUE(make_policy("dumato", {0.0, 16}).when(three_of_ten.states()));
    EXPECT_FALSE(make_policy("dumato", {1.0, 16}).when(test::sample({-1, -1}).states()));
}

} // namespace
} // namespace cerrado
