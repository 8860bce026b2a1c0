// Numbers the vertices of a list of edges by ascending id.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/io/edges/edge_lines.hpp>

namespace cerrado::detail {

struct NumberedEdges {
    UnfilledVector<Edge> edges;           // in the order of the list
    std::vector<OriginalId> original_ids; // empty: the identity
    VertexId vertex_count = 0;
};

// Dense ids need no sort. Throws InputError if 32 bits cannot number the vertices.
NumberedEdges number_vertices(ListedEdges const& list, TextInput const& input, Team& team);

} // namespace cerrado::detail
