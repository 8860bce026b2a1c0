// Several devices: one run that all CUDA devices of this machine share, or two groups of host threads.
#include <cerrado/apps/clique.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/devices.hpp>

#include <iostream>

int main() {
    cerrado::Graph const graph = cerrado::open_graph("gen:er:n=1000,m=8000,seed=1");
    cerrado::RunOptions options;
    for (int number = 0; number < cerrado::cuda_device_count(); ++number) {
        options.devices.push_back({cerrado::DeviceKind::cuda, number});
    }
    if (options.devices.empty()) options.devices = {{cerrado::DeviceKind::host, 0}, {cerrado::DeviceKind::host, 0}};
    cerrado::RunResult const result = cerrado::count_cliques(graph, {.k = 3}, options);
    std::cout << cerrado::to_string(result.count) << " triangles\n";
    for (cerrado::DeviceShare const& share : result.devices) {
        std::cout << share.name << ": " << share.jobs << " jobs in " << share.busy_seconds << " s\n";
    }
}
