// Every device, as a parameter of the tests in this folder.
#pragma once

#include "unit/message_of.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/resident.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace cerrado::test {

struct Where {
    DeviceKind device;
    int workers; // threads, on the host
};

inline RunOptions options_of(Where const& where) {
    RunOptions options;
    options.device = where.device;
    (where.device == DeviceKind::host ? options.threads : options.workers) = where.workers;
    return options;
}

// On CUDA tests skip where there is none.
class OnDevices : public testing::TestWithParam<Where> {
protected:
    void SetUp() override {
        if (GetParam().device == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    RunOptions options() const { return options_of(GetParam()); }
    bool on_cuda() const { return GetParam().device == DeviceKind::cuda; }
    // Lockstep is slow: graphs of this size there.
    std::string graph(char const* spec, char const* small) const {
        return GetParam().device == DeviceKind::lockstep ? small : spec;
    }
    // Calls run_once(options), which runs, checks, and returns its result, with each mechanism until some work has moved. On
    // several threads of a host some must.
    template <class RunOnce> void run_where_work_moves(RunOnce const& run_once) const {
        bool const must_move = GetParam().workers > 1 && GetParam().device == DeviceKind::host;
        for (BalanceMechanism const mechanism : {BalanceMechanism::share, BalanceMechanism::stop}) {
            std::uint64_t donated = 0;
            for (int attempt = 0; attempt < (must_move ? 200 : 1) && donated == 0; ++attempt) {
                RunOptions all = options();
                all.balance = balance_options(mechanism, make_policy("even", {.threshold = 0, .donations = 4}),
                                              std::chrono::microseconds(1));
                donated += run_once(all).balance.donated;
            }
            EXPECT_TRUE(donated > 0 || !must_move) << to_string(mechanism);
        }
    }
};

inline std::string name_of(testing::TestParamInfo<Where> const& info) {
    return "Workers" + std::to_string(info.param.workers);
}

#define CERRADO_ON_EVERY_DEVICE(Suite)                                                                             \
    INSTANTIATE_TEST_SUITE_P(Host, Suite, testing::Values(Where{DeviceKind::host, 1}, Where{DeviceKind::host, 3}), \
                             name_of);                                                                             \
    INSTANTIATE_TEST_SUITE_P(Lockstep, Suite, testing::Values(Where{DeviceKind::lockstep, 2}), name_of);           \
    INSTANTIATE_TEST_SUITE_P(Cuda, Suite, testing::Values(Where{DeviceKind::cuda, 0}, Where{DeviceKind::cuda, 5}), \
                             name_of)

} // namespace cerrado::test
