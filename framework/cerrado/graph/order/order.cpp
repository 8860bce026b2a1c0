#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order/order.hpp>
#include <cerrado/graph/order/shares.hpp>

#include <utility>

namespace cerrado {

// With a table per member of the vertices of each degree, as many members as the tables are worth.
VertexOrder degree_order(Graph const& graph, Team& team) {
    if (graph.oriented()) {
        throw InputError(
            "degree_order: the graph is oriented, so half of each vertex's edges are missing; take the "
            "order first and orient last");
    }
    GraphRef const ref = graph.ref();
    std::size_t const degrees = graph.max_degree() + std::size_t{1};
    int const members = members_for_tables(team, ref.vertex_count, degrees);
    std::vector<VertexId> place(degrees * static_cast<std::size_t>(members));
    auto const for_all = [&](auto const& visit) {
        team.run([&](Member member) {
            if (member.index >= members) return;
            VertexId* const mine = place.data() + degrees * static_cast<std::size_t>(member.index);
            Member{member.index, members}.for_part_of(ref.vertex_count, [&](std::size_t i) {
                auto const v = static_cast<VertexId>(i);
                visit(v, mine[ref.degree(v)]);
            });
        });
    };
    for_all([](VertexId, VertexId& count) { ++count; });
    VertexId next = 0;
    for (std::size_t degree = 0; degree < degrees; ++degree) {
        for (std::size_t at = degree; at < place.size(); at += degrees) next += std::exchange(place[at], next);
    }
    VertexOrder order(ref.vertex_count);
    for_all([&](VertexId v, VertexId& position) { order[position++] = v; });
    return order;
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
