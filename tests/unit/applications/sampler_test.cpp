// An engine and an output from outside the framework (tests/consumer/sampler): the walks are the same on every device, for any number of
// workers and whoever moves them, and their estimate is right within its standard error.
#include "support.hpp"

#include "../../consumer/sampler/squares.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

Estimate::Result estimate(Graph const& graph, RunOptions const& options, std::uint64_t seed = 1) {
    SampledSquares sampler;
    sampler.seed = seed;
    auto const result = run(sampler, graph, options);
    EXPECT_EQ(result.roots.done, result.roots.given);
    return result.of<Estimate>();
}

// Sums of the same integers.
void expect_equal(Estimate::Result const& a, Estimate::Result const& b) {
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.standard_error, b.standard_error);
}

RunOptions balanced(DeviceKind device, int workers, BalanceMechanism mechanism) {
    RunOptions options = on(device, workers);
    Policy const policy = make_policy("dumato", {.threshold = 0.1, .donations = 8});
    options.balance = balance_options(mechanism, policy);
    options.balance.poll = std::chrono::microseconds(50);
    return options;
}

void expect_same_walks(Graph const& graph, DeviceKind device, int workers) {
    Estimate::Result const alone = estimate(graph, on(DeviceKind::host, 1));
    EXPECT_GT(alone.standard_error, 0);
    expect_equal(estimate(graph, on(device, workers)), alone);
    for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
        expect_equal(estimate(graph, balanced(device, workers, mechanism)), alone);
    }
}

} // namespace

TEST(HostSampler, EstimatesWithinItsStandardError) {
    Graph const graph = generate_graph("gen:er:n=60,m=300,seed=1");
    auto const exact = static_cast<double>(run(AllSquares{}, graph, on(DeviceKind::host)).count);
    EXPECT_GT(exact, 100);
    int far = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto const [mean, error] = estimate(graph, on(DeviceKind::host), seed);
        EXPECT_LT(error, 0.05 * exact);
        EXPECT_LT(std::abs(mean - exact), 4 * error) << "seed " << seed;
        far += std::abs(mean - exact) > error ? 1 : 0;
    }
    EXPECT_GT(far, 1) << "a third of the estimates are farther than that: the error is too large";
    EXPECT_LT(far, 14) << "the error is too small";
}

TEST(HostSampler, WalksAreTheSameForAnyWorkers) {
    expect_same_walks(generate_graph("gen:rmat:scale=8,degree=8,seed=1"), DeviceKind::host, 3);
}

TEST(LockstepSampler, WalksAreTheSame) {
    expect_same_walks(generate_graph("gen:er:n=12,m=30,seed=1"), DeviceKind::lockstep, 2);
}

TEST(CudaSampler, WalksAreTheSame) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_same_walks(generate_graph("gen:rmat:scale=11,degree=8,seed=1"), DeviceKind::cuda, 0);
}

} // namespace cerrado::test
