// The devices of a run, by name.
#pragma once

#include <cerrado/run/devices.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// Returns: options.devices. If it is empty: the device for options.device, where each process of a machine gets another
// CUDA device.
std::vector<DeviceName> devices_here(RunOptions const& options);

// Throws InputError if a device does not exist or is named twice.
void check_devices(std::vector<DeviceName> const& devices);

// Returns: the number of a CUDA device; else nothing.
std::optional<int> number_of(DeviceName const& device);

// The only device of a run. While it lives, this thread's runs use that device.
class OneDevice {
public:
    // Throws InputError if the device does not exist.
    explicit OneDevice(RunOptions const& asked);
    RunOptions const& options() const { return options_; }

private:
    RunOptions options_;
    DeviceScope scope_;
};

// Calls call(options) for each of options.devices at the same time, on a thread for each. Rethrows what one of them
// throws.
void on_each_device(RunOptions const& options, std::function<void(RunOptions const&)> const& call);

// Makes options.devices ready, or options.device if there are none: see start_device().
void start_devices(RunOptions const& options);

// Sets the devices of a result.
void describe_devices(RunResult& result, std::vector<DeviceShare> const& shares);

} // namespace cerrado
