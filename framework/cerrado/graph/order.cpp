#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order.hpp>

#include <fmt/format.h>

#include <numeric>

namespace cerrado {
namespace {

void require_undirected(Graph const& graph, char const* what) {
    if (graph.oriented()) {
        throw InputError(
            fmt::format("{}: the graph is oriented, so half of each vertex's edges are missing; take the order "
                        "first and orient last",
                        what));
    }
}

std::vector<VertexId> positions_of(Graph const& graph, VertexOrder const& order) {
    VertexId const n = graph.vertex_count();
    if (order.size() != n) {
        throw InputError(
            fmt::format("reorder: the order has {} entries for {} vertices; give each vertex once", order.size(), n));
    }
    std::vector<VertexId> position(n, n);
    for (VertexId i = 0; i < n; ++i) {
        if (order[i] >= n || position[order[i]] != n) {
            throw InputError(fmt::format("reorder: entry {} of the order ({}) is {}; give each vertex once", i,
                                         order[i], order[i] >= n ? "not a vertex" : "there twice"));
        }
        position[order[i]] = i;
    }
    return position;
}

} // namespace

VertexOrder degree_order(Graph const& graph) {
    require_undirected(graph, "degree_order");
    std::vector<VertexId> begin(graph.max_degree() + 2ull);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ++begin[graph.degree(v) + 1ull];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    VertexOrder order(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) order[begin[graph.degree(v)]++] = v;
    return order;
}

// Going through the new vertices in order and appending each to its neighbours' lists leaves the lists
// sorted. O(n + m).
Graph reorder(Graph const& graph, VertexOrder const& order) {
    require_undirected(graph, "reorder");
    std::vector<VertexId> const position = positions_of(graph, order);
    VertexId const n = graph.vertex_count();
    GraphArrays arrays;
    arrays.offsets.resize(n + 1ull);
    arrays.original_ids.resize(n);
    for (VertexId i = 0; i < n; ++i) {
        arrays.offsets[i + 1] = arrays.offsets[i] + graph.degree(order[i]);
        arrays.original_ids[i] = graph.original_id(order[i]);
    }
    arrays.neighbours.resize(arrays.offsets.back());
    std::vector<EdgeOffset> next(arrays.offsets.begin(), arrays.offsets.end() - 1);
    for (VertexId i = 0; i < n; ++i) {
        for (VertexId const u : graph.neighbours(order[i])) arrays.neighbours[next[position[u]]++] = i;
    }
    Graph result = adopt_arrays(std::move(arrays));
    result.source = graph.source;
    result.cleaning = graph.cleaning;
    return result;
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
