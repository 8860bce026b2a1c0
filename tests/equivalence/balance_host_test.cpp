// Load balancing on the host changes no count, whatever moves: against the serial verifiers, with workers that dawdle.
#include "balance_cases.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

constexpr std::size_t stride = under_sanitizer ? 5 : 1;

void expect_all_exact(std::size_t form, std::vector<int> const& workers) {
    for (BalanceCase const& balance : balance_cases(workers, stride, form)) {
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

} // namespace cerrado::test