// Labels for the vertices and edges of any graph.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <string>
#include <vector>

namespace cerrado::test {

// Three labels of vertices and two of edges, which repeat. With `some_lack` every fifth vertex and edge has none.
inline Graph with_any_labels(Graph const& graph, bool some_lack = false) {
    std::vector<std::string> of_vertices, of_edges;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        of_vertices.push_back(some_lack && v % 5 == 0 ? "" : std::string(1, static_cast<char>('a' + v * v % 7 % 3)));
    }
    std::vector<Edge> edges;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) {
        edges.push_back({u, v});
        of_edges.push_back(some_lack && edges.size() % 5 == 0 ? "" : (u + 3 * v) % 4 < 2 ? "x" : "y");
    });
    return with_edge_labels(with_labels(graph, of_vertices), edges, of_edges);
}

} // namespace cerrado::test
