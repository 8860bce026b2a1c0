// Which devices are here, and which one a run gets.
#pragma once

#include <cerrado/run/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado {

struct DeviceDescription {
    std::string kind; // "cuda", "host"
    std::string name; // "-" where no CUDA device can be used
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0; // hardware threads on the host
    std::string note;        // why runs do not use the device, or empty
};

// CUDA devices by their number, the first of which is the one that runs use, and the host; without a CUDA device that
// can be used one entry says why.
std::vector<DeviceDescription> list_devices();

int cuda_device_count(); // those that can be used; 0 where why_no_cuda() says why

// While it lives, CUDA runs of this thread are on that device, a number below cuda_device_count(); none: where they
// were, which is device 0 at first. What is resident there is used, and given back, in such a scope. Throws Error where
// the device fails.
class DeviceScope {
public:
    explicit DeviceScope(std::optional<int> device);
    ~DeviceScope();
    DeviceScope(DeviceScope const&) = delete;

private:
    std::optional<int> before_;
};

// Empty when a CUDA device can be used, else why not.
std::string why_no_cuda();

// automatic becomes cuda or host; cuda without a device is an Error that says why.
DeviceKind resolve_device(DeviceKind wanted);

// Makes a device (resolved) ready, as far as no application is needed for that, which on CUDA takes a few tenths of a
// second once in a process; warm_up() does more. Throws Error where the device fails.
void start_device(DeviceKind device);

// About how many workers a run with these options (its device resolved) will have; jobs are cut for so many.
int expected_workers(RunOptions const& options);

} // namespace cerrado
