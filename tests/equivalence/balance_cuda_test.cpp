// Load balancing on the GPU changes no count, whatever moves: against the serial verifiers, with warps that dawdle.
#include "balance_cases.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

class CudaBalance : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }

    // 0 workers: all that are resident.
    static void expect_all_exact(std::vector<BalanceTrial> const& trials, std::vector<int> const& workers) {
        for (BalanceCase const& balance : balance_cases(workers)) {
            trials[GetParam()].expect_exact(DeviceKind::cuda, balance);
            if (HasFailure()) return;
        }
    }
};

TEST_P(CudaBalance, OneAndTwoWorkersAreEquivalentToTheSerialVerifier) { expect_all_exact(middle_trials(), {1, 2}); }
TEST_P(CudaBalance, FiveAndMoreWorkersAreEquivalentToTheSerialVerifier) { expect_all_exact(middle_trials(), {5, 37}); }
TEST_P(CudaBalance, AWholeDeviceIsEquivalentToTheSerialVerifier) { expect_all_exact(cuda_trials(), {0}); }

TEST_P(CudaBalance, RepeatedRunsGiveTheSameNumber) {
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        for (int i = 0; i < 10; ++i) {
            cuda_trials()[GetParam()].expect_exact(DeviceKind::cuda, {mechanism, "random", {0, 16, 7}, 12});
        }
    }
}

// With more workers than heavy jobs: with fewer the jobs, heaviest first, leave nothing to move.
TEST_P(CudaBalance, BothMechanismsDoMoveWork) {
    constexpr int workers = 64;
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        for (std::string const policy : {"dumato", "even", "halves", "heaviest", "random"}) {
            BalanceTrial const& trial = cuda_trials()[GetParam()];
            EXPECT_GT(tally_until_moved(trial, DeviceKind::cuda, mechanism, policy, workers).donated, 0u)
                << to_string(mechanism) << ", " << policy;
        }
    }
}

class CudaBalanceCut : public testing::TestWithParam<BalanceMechanism> {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

TEST_P(CudaBalanceCut, InterruptAndDeadlineGiveAPartialResult) {
    for (Cut const cut : {Cut::interrupt, Cut::deadline}) {
        for (int const workers : {1, 5, 37}) expect_partial(DeviceKind::cuda, GetParam(), workers, cut);
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, CudaBalance, testing::Range<std::size_t>(0, all_forms().size()),
                         [](testing::TestParamInfo<std::size_t> const& info) {
                             return std::string(all_forms()[info.param]->name);
                         });

INSTANTIATE_TEST_SUITE_P(Mechanisms, CudaBalanceCut, testing::Values(BalanceMechanism::stop, BalanceMechanism::share),
                         [](testing::TestParamInfo<BalanceMechanism> const& info) { return to_string(info.param); });

} // namespace cerrado::test
