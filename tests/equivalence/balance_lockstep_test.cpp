// Load balancing between checking warps changes no count. The paths are the same over 32 lanes each, and a missing
// sync would upset them.
#include "balance_cases.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

// A run takes a tenth of a second, and a second on the larger graphs. So each form gets a sample of the settings,
// another than the other forms.
constexpr std::size_t stride = under_thread_sanitizer ? 65 : 35;
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
    expect_all_exact(lockstep_trials()[GetParam()], balance_cases({1, 2, 5}, stride, 5 * GetParam()));
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

} // namespace cerrado::test
