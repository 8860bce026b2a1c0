#include "balance_cases.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

// Load balancing on the host changes no count, whatever moves: against the serial verifiers, with workers that dawdle.

namespace {

constexpr std::size_t host_stride = under_sanitizer ? 5 : 1;

void expect_all_exact(std::size_t form, std::vector<int> const& workers) {
    for (BalanceCase const& balance : balance_cases(workers, host_stride, form)) {
        host_trials()[form].expect_exact(DeviceKind::host, balance);
        if (testing::Test::HasFailure()) return;
    }
}

} // namespace

class HostBalance : public testing::TestWithParam<std::size_t> {};

TEST_P(HostBalance, OneWorkerIsEquivalentToTheSerialVerifier) { expect_all_exact(GetParam(), {1}); }
TEST_P(HostBalance, TwoWorkersAreEquivalentToTheSerialVerifier) { expect_all_exact(GetParam(), {2}); }
TEST_P(HostBalance, FiveAndMoreWorkersAreEquivalentToTheSerialVerifier) { expect_all_exact(GetParam(), {5, 11}); }

TEST_P(HostBalance, RepeatedRunsGiveTheSameNumber) {
    BalanceTrial const& trial = host_trials()[GetParam()];
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        for (int i = 0; i < 10; ++i) {
            trial.expect_exact(DeviceKind::host, {mechanism, "random", {0, 16, 7}, 3});
        }
    }
}

TEST_P(HostBalance, StopDoesMoveWork) {
    for (std::string const policy : {"dumato", "even", "halves", "heaviest", "random"}) {
        BalanceTally const tally =
            tally_until_moved(host_trials()[GetParam()], DeviceKind::host, BalanceMechanism::stop, policy);
        EXPECT_GT(tally.stops, 0u) << policy;
        EXPECT_GT(tally.donated, 0u) << policy;
    }
}

TEST_P(HostBalance, ShareDoesMoveWork) {
    for (std::string const policy : {"dumato", "even", "halves", "heaviest", "random"}) {
        EXPECT_GT(
            tally_until_moved(host_trials()[GetParam()], DeviceKind::host, BalanceMechanism::share, policy).donated, 0u)
            << policy;
    }
}

// A level of pivots has stages; those to come are work that another worker can do.
TEST(HostBalanceOfPivots, LaterStagesMove) {
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        for (BalanceTrial const& trial : host_trials()) {
            if (&trial.form() != &delayed_clique_pivot_form) continue;
            std::uint64_t const before = later_stages_taken();
            for (unsigned seed = 0; seed < 50 && later_stages_taken() == before; ++seed) {
                trial.expect_exact(DeviceKind::host, {mechanism, "halves", {0, 16, seed}, 4});
            }
            EXPECT_GT(later_stages_taken(), before) << to_string(mechanism);
        }
    }
}

class HostBalanceCut : public testing::TestWithParam<BalanceMechanism> {};

TEST_P(HostBalanceCut, InterruptGivesAPartialResult) {
    for (int const workers : {1, 2, 5}) expect_partial(DeviceKind::host, GetParam(), workers, Cut::interrupt);
}

TEST_P(HostBalanceCut, DeadlineGivesAPartialResult) {
    for (int const workers : {1, 2, 5}) expect_partial(DeviceKind::host, GetParam(), workers, Cut::deadline);
}

INSTANTIATE_TEST_SUITE_P(Forms, HostBalance, testing::Range<std::size_t>(0, all_forms().size()),
                         [](testing::TestParamInfo<std::size_t> const& info) {
                             return std::string(all_forms()[info.param]->name);
                         });

INSTANTIATE_TEST_SUITE_P(Mechanisms, HostBalanceCut, testing::Values(BalanceMechanism::stop, BalanceMechanism::share),
                         [](testing::TestParamInfo<BalanceMechanism> const& info) { return to_string(info.param); });

// Load balancing between checking warps changes no count. The paths are the same over 32 lanes each, and a missing
// sync would upset them.

namespace {

// A run takes a tenth of a second, and a second on the larger graphs. So each form gets a sample of the settings,
// another than the other forms.
constexpr std::size_t lockstep_stride = under_thread_sanitizer ? 65 : 35;
constexpr std::size_t large_stride = 37;

void expect_all_exact(BalanceTrial const& trial, std::vector<BalanceCase> const& cases) {
    for (BalanceCase const& balance : cases) {
        trial.expect_exact(DeviceKind::lockstep, balance);
        if (testing::Test::HasFailure()) return;
    }
}

} // namespace

class LockstepBalance : public testing::TestWithParam<std::size_t> {};

TEST_P(LockstepBalance, EveryMechanismIsEquivalentToTheSerialVerifier) {
    expect_all_exact(lockstep_trials()[GetParam()], balance_cases({1, 2, 5}, lockstep_stride, 5 * GetParam()));
    expect_all_exact(middle_trials()[GetParam()], balance_cases({2}, large_stride, 5 * GetParam()));
}

TEST_P(LockstepBalance, BothMechanismsDoMoveWork) {
    for (auto const mechanism : {BalanceMechanism::stop, BalanceMechanism::share}) {
        BalanceTrial const& trial = middle_trials()[GetParam()];
        EXPECT_GT(tally_until_moved(trial, DeviceKind::lockstep, mechanism, "halves", 2).donated, 0u)
            << to_string(mechanism);
    }
}

class LockstepBalanceCut : public testing::TestWithParam<BalanceMechanism> {};

TEST_P(LockstepBalanceCut, InterruptAndDeadlineGiveAPartialResult) {
    for (Cut const cut : {Cut::interrupt, Cut::deadline}) expect_partial(DeviceKind::lockstep, GetParam(), 2, cut);
}

INSTANTIATE_TEST_SUITE_P(Forms, LockstepBalance, testing::Range<std::size_t>(0, all_forms().size()),
                         [](testing::TestParamInfo<std::size_t> const& info) {
                             return std::string(all_forms()[info.param]->name);
                         });

INSTANTIATE_TEST_SUITE_P(Mechanisms, LockstepBalanceCut,
                         testing::Values(BalanceMechanism::stop, BalanceMechanism::share),
                         [](testing::TestParamInfo<BalanceMechanism> const& info) { return to_string(info.param); });

// Load balancing on the GPU changes no count, whatever moves: against the serial verifiers, with warps that dawdle.

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

// A run that is ended in the middle and goes on from its checkpoint gives the counts of one that is not: on every device,
// with other workers, and from one device to another; against the serial verifiers.

namespace {

constexpr std::size_t parts_stride = under_sanitizer ? 41 : 11;
constexpr std::size_t parts_stride_of_lockstep = under_sanitizer ? 60 : 29;

// Returns: how many runs it took, all together.
int expect_parts_exact(BalanceTrial const& trial, std::vector<DeviceKind> const& devices,
                       std::vector<int> const& workers, std::size_t every, std::size_t form) {
    int runs = 0;
    for (BalanceCase const& balance : balance_cases(workers, every, form % every)) {
        runs += trial.expect_exact_in_parts(devices, balance);
        if (testing::Test::HasFailure()) break;
    }
    return runs;
}

} // namespace

class Parts : public testing::TestWithParam<std::size_t> {};

TEST_P(Parts, OnTheHostAreEquivalentToTheSerialVerifier) {
    std::size_t const form = GetParam();
    std::size_t const cases = balance_cases({1, 2, 5}, parts_stride, form % parts_stride).size();
    int const runs = expect_parts_exact(host_trials()[form], {DeviceKind::host}, {1, 2, 5}, parts_stride, form);
    EXPECT_GT(runs, static_cast<int>(2 * cases)) << "hardly any of them was ended in the middle";
}

TEST_P(Parts, InLockstepAreEquivalentToTheSerialVerifier) {
    expect_parts_exact(lockstep_trials()[GetParam()], {DeviceKind::lockstep}, {2}, parts_stride_of_lockstep,
                       GetParam());
}

TEST_P(Parts, OnHostAndInLockstepInTurnAreEquivalentToTheSerialVerifier) {
    expect_parts_exact(lockstep_trials()[GetParam()], {DeviceKind::host, DeviceKind::lockstep}, {2}, parts_stride,
                       GetParam());
}

// Of what is counted at once a device may count more than another.
class PartsAtOnce : public testing::TestWithParam<std::size_t> {};

TEST_P(PartsAtOnce, OnTheHostAreEquivalentToTheSerialVerifier) {
    expect_parts_exact(at_once_trials()[GetParam()], {DeviceKind::host}, {1, 2, 5}, parts_stride, GetParam());
}

TEST_P(PartsAtOnce, OnHostAndInLockstepInTurnAreEquivalentToTheSerialVerifier) {
    auto const& trial = at_once_lockstep_trials()[GetParam()];
    expect_parts_exact(trial, {DeviceKind::host, DeviceKind::lockstep}, {2}, parts_stride, GetParam());
    expect_parts_exact(trial, {DeviceKind::lockstep, DeviceKind::host}, {2}, parts_stride, GetParam() + 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, PartsAtOnce, testing::Values(0, 1));

class CudaPartsAtOnce : public testing::TestWithParam<std::size_t> {};

class CudaParts : public testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

TEST_P(CudaParts, AreEquivalentToTheSerialVerifier) {
    expect_parts_exact(middle_trials()[GetParam()], {DeviceKind::cuda}, {1, 5, 37}, parts_stride, GetParam());
    expect_parts_exact(cuda_trials()[GetParam()], {DeviceKind::cuda}, {0}, parts_stride, GetParam());
}

TEST_P(CudaParts, OnDeviceAndHostInTurnAreEquivalentToTheSerialVerifier) {
    expect_parts_exact(middle_trials()[GetParam()], {DeviceKind::cuda, DeviceKind::host}, {5}, parts_stride,
                       GetParam());
}

TEST_P(CudaPartsAtOnce, OnDeviceAndHostInTurnAreEquivalentToTheSerialVerifier) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_parts_exact(at_once_trials()[GetParam()], {DeviceKind::cuda, DeviceKind::host}, {5}, parts_stride,
                       GetParam());
}
INSTANTIATE_TEST_SUITE_P(Forms, CudaPartsAtOnce, testing::Values(0, 1));

auto const form_name = [](testing::TestParamInfo<std::size_t> const& info) {
    return std::string(all_forms()[info.param]->name);
};
INSTANTIATE_TEST_SUITE_P(Forms, Parts, testing::Range<std::size_t>(0, all_forms().size()), form_name);
INSTANTIATE_TEST_SUITE_P(Forms, CudaParts, testing::Range<std::size_t>(0, all_forms().size()), form_name);

} // namespace cerrado::test
