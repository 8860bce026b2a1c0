// Options and graphs for the tests of the library of applications.
#pragma once

#include "unit/message_of.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cerrado::test {

inline RunOptions on(DeviceKind device) {
    RunOptions options;
    options.device = device;
    if (device == DeviceKind::host) options.threads = 2;
    if (device == DeviceKind::lockstep) options.workers = 1;
    return options;
}

// Tests that are made for the host and for CUDA by CERRADO_ON_EVERY_DEVICE.
class OnDevice : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    static RunOptions options() { return on(GetParam()); }
};

#define CERRADO_ON_EVERY_DEVICE(suite)                                                            \
    INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::Values(DeviceKind::host, DeviceKind::cuda), \
                             [](auto const& info) { return info.param == DeviceKind::cuda ? "Cuda" : "Host"; })

// Tests that are made for lockstep, too, with small graphs there.
class OnDeviceOrLockstep : public OnDevice {
protected:
    static bool is_slow() { return GetParam() == DeviceKind::lockstep; }
};

#define CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(suite)                                                                \
    INSTANTIATE_TEST_SUITE_P(                                                                                      \
        Devices, suite, testing::Values(DeviceKind::host, DeviceKind::lockstep, DeviceKind::cuda),                 \
        [](auto const& info) {                                                                                     \
            return info.param == DeviceKind::cuda ? "Cuda" : info.param == DeviceKind::host ? "Host" : "Lockstep"; \
        })

inline Count binomial(Count n, Count k) {
    Count value = 1;
    for (Count i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
    return value;
}

// What `work` throws as an InputError; fails the test when it does not.
template <class Work> std::string refusal_of(Work const& work) { return message_of<InputError>(work); }

inline void expect_refusal(std::string const& part, auto const& work) {
    std::string const message = refusal_of(work);
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

} // namespace cerrado::test
