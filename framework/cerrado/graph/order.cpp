#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order.hpp>
#include <cerrado/graph/shares.hpp>

#include <utility>

namespace cerrado {
namespace {

// The vertices 0 .. count - 1 by ascending key(v) < keys; a stable counting sort with a histogram per member, as many members as the
// histograms are worth. O(count + keys).
template <class Key> VertexOrder ascending(VertexId count, std::size_t keys, Key key, Team& team) {
    int const members = members_for_tables(team, count, keys);
    std::vector<VertexId> place(keys * static_cast<std::size_t>(members));
    auto const for_share = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            Member const part{member.index, members};
            VertexId* const mine = place.data() + keys * static_cast<std::size_t>(member.index);
            for (std::size_t v = part.begin(count); v < part.end(count); ++v) visit(static_cast<VertexId>(v), mine);
        });
    };
    for_share([&](VertexId v, VertexId* mine) { ++mine[key(v)]; });
    VertexId next = 0;
    for (std::size_t k = 0; k < keys; ++k) {
        for (std::size_t at = k; at < place.size(); at += keys) next += std::exchange(place[at], next);
    }
    VertexOrder order(count);
    for_share([&](VertexId v, VertexId* mine) { order[mine[key(v)]++] = v; });
    return order;
}

} // namespace

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
