#include "library/device_numbers.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cerrado {

std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options) {
    if (given.empty()) return {std::nullopt};
    if (options.device != DeviceKind::automatic && options.device != DeviceKind::cuda) {
        throw InputError("CUDA devices are given by number, and the run is on another: leave one of both out");
    }
    resolve_device(DeviceKind::cuda);
    std::vector<DeviceNumber> devices;
    for (int const device : given) {
        if (device < 0 || device >= cuda_device_count()) {
            throw InputError(fmt::format("there is no CUDA device {}; give 0 to {}", device, cuda_device_count() - 1));
        }
        if (std::ranges::find(devices, DeviceNumber(device)) != devices.end()) {
            throw InputError(fmt::format("CUDA device {} is given twice; give each once", device));
        }
        devices.emplace_back(device);
    }
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
    for (DeviceNumber const& device : devices) {
        DeviceScope const scope(device);
        start_device(kind);
    }
}

} // namespace cerrado
