// A run that is ended in the middle and goes on from its checkpoint gives the counts of one that is not: on every device,
// with other workers, and from one device to another; against the serial verifiers.
#include "balance_cases.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

constexpr std::size_t stride = under_sanitizer ? 41 : 11;
constexpr std::size_t lockstep_stride = under_sanitizer ? 60 : 29;

// Returns: how many runs it took, all together.
int expect_all_exact(BalanceTrial const& trial, std::vector<DeviceKind> const& devices, std::vector<int> const& workers,
                     std::size_t every, std::size_t form) {
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
    std::size_t const cases = balance_cases({1, 2, 5}, stride, form % stride).size();
    int const runs = expect_all_exact(host_trials()[form], {DeviceKind::host}, {1, 2, 5}, stride, form);
    EXPECT_GT(runs, static_cast<int>(2 * cases)) << "hardly any of them was ended in the middle";
}

TEST_P(Parts, InLockstepAreEquivalentToTheSerialVerifier) {
    expect_all_exact(lockstep_trials()[GetParam()], {DeviceKind::lockstep}, {2}, lockstep_stride, GetParam());
}

TEST_P(Parts, OnHostAndInLockstepInTurnAreEquivalentToTheSerialVerifier) {
    expect_all_exact(lockstep_trials()[GetParam()], {DeviceKind::host, DeviceKind::lockstep}, {2}, stride, GetParam());
}

// Of what is counted at once a device may count more than another.
class PartsAtOnce : public testing::TestWithParam<std::size_t> {};

TEST_P(PartsAtOnce, OnTheHostAreEquivalentToTheSerialVerifier) {
    expect_all_exact(at_once_trials()[GetParam()], {DeviceKind::host}, {1, 2, 5}, stride, GetParam());
}

TEST_P(PartsAtOnce, OnHostAndInLockstepInTurnAreEquivalentToTheSerialVerifier) {
    auto const& trial = at_once_lockstep_trials()[GetParam()];
    expect_all_exact(trial, {DeviceKind::host, DeviceKind::lockstep}, {2}, stride, GetParam());
    expect_all_exact(trial, {DeviceKind::lockstep, DeviceKind::host}, {2}, stride, GetParam() + 1);
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
    expect_all_exact(middle_trials()[GetParam()], {DeviceKind::cuda}, {1, 5, 37}, stride, GetParam());
    expect_all_exact(cuda_trials()[GetParam()], {DeviceKind::cuda}, {0}, stride, GetParam());
}

TEST_P(CudaParts, OnDeviceAndHostInTurnAreEquivalentToTheSerialVerifier) {
    expect_all_exact(middle_trials()[GetParam()], {DeviceKind::cuda, DeviceKind::host}, {5}, stride, GetParam());
}

TEST_P(CudaPartsAtOnce, OnDeviceAndHostInTurnAreEquivalentToTheSerialVerifier) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_all_exact(at_once_trials()[GetParam()], {DeviceKind::cuda, DeviceKind::host}, {5}, stride, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Forms, CudaPartsAtOnce, testing::Values(0, 1));

auto const form_name = [](testing::TestParamInfo<std::size_t> const& info) {
    return std::string(all_forms()[info.param]->name);
};
INSTANTIATE_TEST_SUITE_P(Forms, Parts, testing::Range<std::size_t>(0, all_forms().size()), form_name);
INSTANTIATE_TEST_SUITE_P(Forms, CudaParts, testing::Range<std::size_t>(0, all_forms().size()), form_name);

} // namespace cerrado::test
