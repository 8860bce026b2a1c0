// Tutorial 2: one application on every device of this machine, with the same count on each.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>
#include <vector>

int main() {
    cerrado::Graph const graph = cerrado::open_graph("gen:grid:rows=6,columns=8");
    std::vector<cerrado::DeviceKind> devices = {cerrado::DeviceKind::host, cerrado::DeviceKind::lockstep};
    if (cerrado::why_no_cuda().empty()) devices.push_back(cerrado::DeviceKind::cuda);
    for (cerrado::DeviceKind const device : devices) {
        cerrado::RunOptions options;
        options.device = device;
        auto const result = cerrado::run(Square{}, graph, options);
        if (result.count != 5 * 7) {
            std::cerr << result.device.kind << ": " << cerrado::to_string(result.count) << " squares\n";
            return 1;
        }
    }
    std::cout << devices.size() << " devices count " << 5 * 7 << " squares\n";
}
