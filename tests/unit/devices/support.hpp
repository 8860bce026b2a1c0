// One run on several devices: which devices tests take, and graphs for them.
#pragma once

#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cerrado::test {

inline constexpr DeviceName host{DeviceKind::host, 0};
inline constexpr DeviceName lockstep{DeviceKind::lockstep, 0};
constexpr DeviceName cuda(int number) { return {DeviceKind::cuda, number}; }

using Devices = std::vector<DeviceName>;

inline RunOptions on(Devices const& devices) {
    RunOptions options;
    options.devices = devices;
    options.threads = 2;
    options.workers = devices.back().kind == DeviceKind::lockstep ? 1 : 0;
    return options;
}
inline RunOptions on_host() {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    return options;
}

class OnDevices : public testing::TestWithParam<Devices> {
protected:
    void SetUp() override {
        int most = -1;
        for (DeviceName const& device : GetParam()) {
            if (device.kind == DeviceKind::cuda) most = std::max(most, device.number);
        }
        if (most >= 0 && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
        if (most >= cuda_device_count()) GTEST_SKIP() << "there is one CUDA device";
    }
    static bool is_lockstep() {
        return std::ranges::any_of(GetParam(), [](DeviceName const& one) { return one.kind == DeviceKind::lockstep; });
    }
    static bool has_cuda() {
        return std::ranges::any_of(GetParam(), [](DeviceName const& one) { return one.kind == DeviceKind::cuda; });
    }
    static RunOptions options() { return on(GetParam()); }
    static Graph graph() {
        return generate_graph(is_lockstep() ? "gen:er:n=60,m=240,seed=1" : "gen:er:n=400,m=4000,seed=1");
    }
    static Graph hub() { return generate_graph(is_lockstep() ? "gen:star:n=30" : "gen:star:n=90"); }
};

} // namespace cerrado::test
