// The links between the CUDA devices of this machine.
#pragma once

#include <vector>

namespace cerrado {

// The way from a CUDA device to the memory of another one: NVLink, PCIe, or only through the host.
enum class DeviceReach { host, pcie, nvlink };

struct DeviceLink {
    int from = 0;
    int to = 0;
    DeviceReach reach = DeviceReach::host;
    double bytes_per_second = 0; // measured with copies of 64 MiB
};

// Measures the links between all CUDA devices, which takes some milliseconds for each pair. Returns: the links; none if
// there are fewer than two devices. Throws Error if a device fails.
std::vector<DeviceLink> measure_device_links();

} // namespace cerrado
