#include <cerrado/core/error.hpp>
#include <cerrado/graph/ascending.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order.hpp>

namespace cerrado {

VertexOrder degree_order(Graph const& graph, Team& team) {
    if (graph.oriented()) {
        throw InputError(
            "degree_order: the graph is oriented, so half of each vertex's edges are missing; take the "
            "order first and orient last");
    }
    return ascending(
        graph.vertex_count(), graph.max_degree() + std::size_t{1}, [&](VertexId v) { return graph.degree(v); }, team);
}

VertexOrder degree_order(Graph const& graph) {
    Team alone;
    return degree_order(graph, alone);
}

Graph orient(Graph const& graph) {
    if (graph.oriented()) return graph;
    VertexId const n = graph.vertex_count();
    GraphRef const ref = graph.ref();
    GraphArrays arrays;
    arrays.offsets.resize(n + 1ull);
    arrays.neighbours.reserve(graph.edge_count());
    for (VertexId v = 0; v < n; ++v) {
        arrays.neighbours.insert(arrays.neighbours.end(), ref.neighbours + ref.first_above(v, v),
                                 ref.neighbours + ref.end(v));
        arrays.offsets[v + 1] = arrays.neighbours.size();
    }
    arrays.original_ids.assign(graph.original_ids().begin(), graph.original_ids().end());
    Graph result = adopt_arrays(std::move(arrays), true);
    result.source = graph.source;
    result.cleaning = graph.cleaning;
    return result;
}

} // namespace cerrado
