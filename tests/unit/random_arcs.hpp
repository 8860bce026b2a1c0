// Arcs between any two vertices, also twice and from a vertex to itself.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <random>
#include <vector>

namespace cerrado::test {

inline std::vector<Edge> random_arcs(VertexId vertices, int arcs, unsigned seed) {
    std::mt19937 random(seed);
    auto const any = [&] { return static_cast<VertexId>(random() % vertices); };
    std::vector<Edge> list;
    for (int i = 0; i < arcs; ++i) list.push_back({any(), any()});
    return list;
}

} // namespace cerrado::test
