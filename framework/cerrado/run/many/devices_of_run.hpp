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

// Returns: the devices of those words: all (CUDA devices), the number of one or cuda: and that, host, lockstep. Throws
// InputError for other words.
std::vector<DeviceName> devices_named(std::vector<std::string> const& words);

// Returns: options.devices; if there are none, the device that `device` means, another for each process of a machine.
std::vector<DeviceName> devices_here(RunOptions const& options);

// Throws InputError if a device is not there or is named twice.
void check_devices(std::vector<DeviceName> const& devices);

// Returns: the number of a CUDA device; else nothing.
std::optional<int> number_of(DeviceName const& device);

// The only device of a run, while this lives.
class OneDevice {
public:
    // Throws InputError if the device is not there.
    explicit OneDevice(RunOptions const& asked);
    RunOptions const& options() const { return options_; }

private:
    RunOptions options_;
    DeviceScope scope_;
};

// Calls call(options) for each of options.devices, at the same time on threads of their own. Rethrows what one throws.
void on_each_device(RunOptions const& options, std::function<void(RunOptions const&)> const& call);

// Makes options.devices ready, or options.device if there are none: see start_device().
void start_devices(RunOptions const& options);

// Sets the devices of a result.
void describe_devices(RunResult& result, std::vector<DeviceShare> const& shares);

} // namespace cerrado
