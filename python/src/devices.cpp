// Devices, and what this build is.
#include "subject.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/devices.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace cerrado::python {
namespace {

nb::list described_devices() {
    auto const found = call_plainly<std::vector<DeviceDescription>>([] { return list_devices(); });
    nb::list made;
    for (DeviceDescription const& device : found) {
        nb::dict described;
        described["kind"] = device.kind.c_str();
        described["name"] = device.name.c_str();
        described["memory_bytes"] = device.memory_bytes;
        described["multiprocessors"] = device.multiprocessors;
        described["note"] = device.note.c_str();
        made.append(described);
    }
    return made;
}

} // namespace

void bind_devices(nb::module_& module) {
    module.def("devices", described_devices);
    module.def("cuda_device_count", cuda_device_count);
    module.def("policies", policy_names);
}

} // namespace cerrado::python
