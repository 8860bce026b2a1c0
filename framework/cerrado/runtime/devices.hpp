// Which devices are here, and which one a run gets.
#pragma once

#include <cerrado/runtime/options.hpp>

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

// CUDA devices, the first of which is the one that runs use, and the host; without a CUDA device that can be used one
// entry says why.
std::vector<DeviceDescription> list_devices();

// Empty when a CUDA device can be used, else why not.
std::string why_no_cuda();

// automatic becomes cuda or host; cuda without a device is an Error that says why.
DeviceKind resolve_device(DeviceKind wanted);

// About how many workers a run with these options (its device resolved) will have; jobs are cut for so many.
int expected_workers(RunOptions const& options);

} // namespace cerrado
