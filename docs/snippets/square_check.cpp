// Tutorial 1, step 3: Square against a slow program that finds squares in another way.
#include "square.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <vector>

using cerrado::DeviceKind;
using cerrado::Graph;
using cerrado::VertexId;
using cerrado::WideCount;

bool adjacent(Graph const& graph, VertexId u, VertexId v) { return std::ranges::count(graph.neighbours(u), v) > 0; }

// Pairs of common neighbours that are not adjacent: the squares with u and v at opposite corners.
WideCount squares_across(Graph const& graph, VertexId u, VertexId v) {
    std::vector<VertexId> common;
    std::ranges::set_intersection(graph.neighbours(u), graph.neighbours(v), std::back_inserter(common));
    WideCount found = 0;
    for (VertexId const b : common) {
        for (VertexId const d : common) found += b < d && !adjacent(graph, b, d) ? 1 : 0;
    }
    return found;
}

WideCount count_squares(Graph const& graph) {
    WideCount found = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId u = 0; u < v; ++u) found += adjacent(graph, u, v) ? 0 : squares_across(graph, u, v);
    }
    return found / 2; // each square has two pairs of opposite corners
}

int main() {
    WideCount checked = 0;
    for (int seed = 1; seed <= 10; ++seed) {
        Graph const graph = cerrado::open_graph("gen:er:n=16,m=40,seed=" + std::to_string(seed));
        WideCount const expected = count_squares(graph);
        for (DeviceKind const device : {DeviceKind::automatic, DeviceKind::host, DeviceKind::lockstep}) {
            cerrado::RunOptions options;
            options.device = device;
            WideCount const counted = cerrado::run(Square{}, graph, options).count;
            if (counted != expected) {
                std::cerr << "seed " << seed << ": " << cerrado::to_string(counted) << " squares, not "
                          << cerrado::to_string(expected) << '\n';
                return 1;
            }
        }
        checked += expected;
    }
    std::cout << "10 graphs agree, with " << cerrado::to_string(checked) << " squares in all\n";
}
