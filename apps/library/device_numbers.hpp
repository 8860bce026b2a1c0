// CUDA devices that are given by number, for what several of them do.
#pragma once

#include <cerrado/run/options.hpp>

#include <optional>
#include <vector>

namespace cerrado {

// A CUDA device by its number, or the device of this thread's runs.
using DeviceNumber = std::optional<int>;

// Returns: at least one. Throws InputError if a device is not there or is given twice, or if the run is on another kind.
std::vector<DeviceNumber> devices_of(std::vector<int> const& given, RunOptions const& options);

// Makes them ready; see start_device().
void start_all(std::vector<DeviceNumber> const& devices, DeviceKind kind);

} // namespace cerrado
