// Several devices: one run that all CUDA devices of this machine share, or two groups of host threads.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

int main() {
    cerrado::Graph const graph = cerrado::open_graph("gen:grid:rows=100,columns=100");
    cerrado::RunOptions options;
    for (int number = 0; number < cerrado::cuda_device_count(); ++number) {
        options.devices.push_back({cerrado::DeviceKind::cuda, number});
    }
    if (options.devices.empty()) options.devices = {{cerrado::DeviceKind::host, 0}, {cerrado::DeviceKind::host, 0}};
    auto const result = cerrado::run(Square{}, graph, options);
    std::cout << cerrado::to_string(result.count) << " squares\n";
    for (cerrado::DeviceShare const& share : result.devices) {
        std::cout << share.name << ": " << share.jobs << " jobs in " << share.busy_seconds << " s\n";
    }
}
