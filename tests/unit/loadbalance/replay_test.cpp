// Replay: the policy that made a trace decides as it did; another one is held against it.
#include "trace_helpers.hpp"

#include <cerrado/loadbalance/trace.hpp>

namespace cerrado {
namespace {

class Replay : public test::TraceFile {
protected:
    void record(std::string const& policy, PolicySettings const& settings, std::size_t dense_bytes = 0) {
        TraceWriter trace(path_, test::sample_header(policy, settings), dense_bytes);
        seen_ = test::observe_run(trace, make_policy(policy, settings), 2000);
        trace.finish(1, Status::complete);
    }

    ReplayReport replay_with(std::string const& policy, PolicySettings const& settings, std::size_t most = 20) const {
        TraceReader reader(path_);
        return replay(reader, make_policy(policy, settings), most);
    }

    std::vector<TraceLook> seen_;
};

TEST_F(Replay, ThePolicyThatMadeATraceDecidesTheSame) {
    for (std::string const policy : {"dumato", "even", "heaviest", "random"}) {
        for (std::size_t const dense_bytes : {0u, 5000u}) {
            record(policy, {0.2, 5, 11}, dense_bytes);
            TraceReader reader(path_);
            ReplayReport const report = replay(reader, make_policy(reader.header().policy, reader.header().settings));
            EXPECT_EQ(report.different, 0u) << policy;
            EXPECT_GT(report.recorded_rebalances, 100u) << policy;
            EXPECT_EQ(report.common_rebalances, report.recorded_rebalances);
            EXPECT_EQ(report.recorded_donations, report.replayed_donations);
            EXPECT_EQ(report.looks + report.skipped, seen_.size());
        }
    }
}

TEST_F(Replay, AnotherThresholdIsCountedLookByLook) {
    record("dumato", {0.2, 5});
    Policy const other = make_policy("dumato", {0.3, 5});
    std::uint64_t rebalances = 0;
    std::uint64_t different = 0;
    std::uint64_t donations = 0;
    for (TraceLook const& look : seen_) {
        Decision const decision = decide(other, look.states());
        rebalances += decision.rebalance ? 1 : 0;
        donations += test::total_of(decision.donations);
        different += decision.rebalance != look.decision.rebalance ? 1 : 0;
    }
    ReplayReport const report = replay_with("dumato", {0.3, 5});
    EXPECT_EQ(report.replayed_rebalances, rebalances);
    EXPECT_EQ(report.replayed_donations, donations);
    EXPECT_EQ(report.different, different);
    EXPECT_GT(different, 0u);
    EXPECT_GT(rebalances, 0u);
    EXPECT_LT(rebalances, report.recorded_rebalances);
}

TEST_F(Replay, OtherDonationsAreADifference) {
    record("dumato", {0.2, 5});
    ReplayReport const report = replay_with("dumato", {0.2, 6}, 3);
    EXPECT_EQ(report.common_rebalances, report.recorded_rebalances);
    EXPECT_GT(report.replayed_donations, report.recorded_donations);
    EXPECT_GT(report.different, 3u);
    ASSERT_EQ(report.differences.size(), 3u);
    ReplayDifference const& first = report.differences.front();
    EXPECT_EQ(first.workers, 24u);
    EXPECT_GT(test::total_of(first.replayed.donations), test::total_of(first.recorded.donations));
}

TEST_F(Replay, OfNeverNothingIsAskedFor) {
    record("heaviest", {0.2, 5});
    ReplayReport const report = replay_with("never", {});
    EXPECT_EQ(report.replayed_rebalances, 0u);
    EXPECT_EQ(report.different, report.recorded_rebalances);
}

} // namespace
} // namespace cerrado
