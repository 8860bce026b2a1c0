// How the CUDA devices of this machine reach each other.
#pragma once

#include <vector>

namespace cerrado {

// How a CUDA device reaches the memory of another one: by NVLink, by PCIe, or only through the host.
enum class DeviceReach { host, pcie, nvlink };

struct DeviceLink {
    int from = 0;
    int to = 0;
    DeviceReach reach = DeviceReach::host;
    double bytes_per_second = 0; // of a copy of 64 MiB
};

// Measures the links between all CUDA devices, which takes some milliseconds for each pair; none if there are fewer than
// two devices. Throws Error if a device fails.
std::vector<DeviceLink> measure_device_links();

} // namespace cerrado
