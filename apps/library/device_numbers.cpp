#include "library/device_numbers.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/many/devices_of_run.hpp>

#include <string_view>

namespace cerrado {

namespace {

// The CUDA devices that have a number.
std::vector<DeviceName> names_of(std::vector<DeviceNumber> const& devices) {
    std::vector<DeviceName> names;
    for (DeviceNumber const& device : devices) {
        if (device) names.push_back({DeviceKind::cuda, *device});
    }
    return names;
}

} // namespace

std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options) {
    if (given.empty()) return {std::nullopt};
    if (options.device != DeviceKind::automatic && options.device != DeviceKind::cuda) {
        throw InputError("CUDA devices are given by number, and the run is on another: leave one of both out");
    }
    std::vector<DeviceNumber> devices(given.begin(), given.end());
    check_devices(names_of(devices));
    return devices;
}

std::uint64_t memory_of(DeviceKind wanted, DeviceNumber device) {
    std::string_view const kind = wanted == DeviceKind::cuda ? "cuda" : "host";
    int of_kind = 0;
    for (DeviceDescription const& one : list_devices()) {
        if (one.kind == kind && (kind == "host" || of_kind++ == device.value_or(0))) return one.memory_bytes;
    }
    return 0;
}

void start_all(std::vector<DeviceNumber> const& devices, DeviceKind kind) {
    RunOptions options;
    options.device = kind;
    options.devices = names_of(devices);
    start_devices(options);
}

} // namespace cerrado
