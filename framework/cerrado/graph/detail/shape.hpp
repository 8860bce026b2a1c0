// The facts about a graph that a memory plan needs.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <memory>
#include <vector>

namespace cerrado {

struct GraphShape {
    VertexId vertex_count = 0;
    std::uint64_t entries = 0; // of all lists
    // [length]: the number of lists of that length, up to the longest. Copies share it.
    std::shared_ptr<std::vector<VertexId> const> lists = std::make_shared<std::vector<VertexId> const>();

    VertexId max_degree() const { return lists->empty() ? 0 : static_cast<VertexId>(lists->size() - 1); }
    std::uint64_t bytes() const { return (vertex_count + 1ull) * sizeof(EdgeOffset) + entries * sizeof(VertexId); }
};

// O(vertices).
GraphShape shape_of(Graph const& graph);

// The sum of the cubes of the lists' lengths. An algorithm that looks at all triples within the lists costs about as
// much.
double list_cubes(GraphShape const& shape);

} // namespace cerrado
