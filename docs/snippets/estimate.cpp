// Tutorial 2: what a run would need, and what it did need.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

int main() {
    cerrado::Graph const graph = cerrado::open_graph("gen:ba:n=2000,m=8,seed=1");
    cerrado::RunOptions options;
    options.device = cerrado::DeviceKind::host;
    options.threads = 2;
    cerrado::RunPlan const plan = cerrado::estimate(Square{}, graph, options);
    std::cout << plan.describe();

    auto const result = cerrado::run(Square{}, graph, options);
    std::cout << "planned " << plan.device.memory.traversal_bytes << " bytes for traversals, used "
              << result.device.memory.traversal_bytes << '\n';
    return plan.device.memory.traversal_bytes == result.device.memory.traversal_bytes ? 0 : 1;
}
