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
    int multiprocessors = 0; // hardware threads on the host
    std::string note;        // why runs do not use the device; else empty
};

// Returns: the CUDA devices by their number, and the host. Runs use the first CUDA device. If none can be used, one
// entry says why.
std::vector<DeviceDescription> list_devices();

int cuda_device_count(); // the usable ones; 0 if why_no_cuda() gives a reason

// While it lives, this thread's CUDA runs are on that device, a number below cuda_device_count(). Without a number they
// stay on their device, at first device 0. Use and free a device's resident data in such a scope. Throws Error if the
// device fails.
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

// Returns: empty if a CUDA device can be used, else the reason why not.
std::string why_no_cuda();

// Turns automatic into cuda or host. For cuda without a device it throws an Error that says why.
DeviceKind resolve_device(DeviceKind wanted);

// Makes a device (resolved) ready without an application. On CUDA this takes a few tenths of a second once in a
// process. warm_up() does more. Throws Error if the device fails.
void start_device(DeviceKind device);

// Returns: about how many workers a run with these options (its device resolved) will have. Jobs are cut for this
// number.
int expected_workers(RunOptions const& options);

} // namespace cerrado
