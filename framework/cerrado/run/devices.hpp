// The devices of this machine, and the one that a run gets.
#pragma once

#include <cerrado/run/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado {

struct DeviceDescription {
    std::string kind; // "cuda", "host"
    std::string name; // "-" if no CUDA device can be used
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0; // on the host: hardware threads
    std::string note;        // a reason why runs do not use the device; else empty
};

// Returns: the CUDA devices by their number, and the host. Runs use the first CUDA device. If no CUDA device can be
// used, one entry gives the reason.
std::vector<DeviceDescription> list_devices();

int cuda_device_count(); // the number of usable devices; 0 if why_no_cuda() gives a reason

// While it lives, this thread's CUDA runs use the given device, a number below cuda_device_count(). Without a number
// they stay on the thread's device, which is device 0 at first. Use and free a device's resident data in such a scope.
// Throws Error if the device fails.
class DeviceScope {
public:
    explicit DeviceScope(std::optional<int> device);
    ~DeviceScope();
    DeviceScope(DeviceScope const&) = delete;

private:
    std::optional<int> before_;
};

// Returns: this thread's CUDA device, for a DeviceScope on another thread; nothing if none can be used.
std::optional<int> device_of_thread();

// Returns: the reason why no CUDA device can be used; empty if one can.
std::string why_no_cuda();

// Turns automatic into cuda or host. Throws Error with the reason if `wanted` is cuda and no device can be used.
DeviceKind resolve_device(DeviceKind wanted);

// Makes a device (resolved) ready without an application. On CUDA this takes a few tenths of a second once in a
// process. warm_up() does more. Throws Error if the device fails.
void start_device(DeviceKind device);

// Returns: about how many workers a run with these options (its device resolved) will have. Jobs are cut for this
// number.
int expected_workers(RunOptions const& options);

} // namespace cerrado
