// CUDA devices that are given by number, for what several of them do.
#pragma once

#include <cerrado/run/options.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cerrado {

// A CUDA device by its number, or the device of this thread's runs.
using DeviceNumber = std::optional<int>;

// Returns: at least one. Throws InputError if a device is not there or is given twice, or if the run is on another kind.
std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options);

// Returns: the kind of the devices that are given, or `otherwise` if none are.
inline DeviceKind kind_of(std::vector<int> const& given, DeviceKind otherwise) {
    return given.empty() ? otherwise : DeviceKind::cuda;
}

// Returns: the bytes that the CUDA device of that number has, or that the host has.
std::uint64_t memory_of(DeviceKind kind, DeviceNumber device);

// Makes them ready; see start_device().
void start_all(std::vector<DeviceNumber> const& devices, DeviceKind kind);

} // namespace cerrado
