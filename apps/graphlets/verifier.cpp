#include "graphlets/verifier.hpp"

#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace cerrado::cuts {

namespace {

bool has_edge(Graph const& graph, VertexId u, VertexId v) {
    std::span<VertexId const> const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

void require(Graph const& graph, int k, int least) {
    if (graph.oriented()) throw InputError("the graph is oriented: give the graph before orient()");
    if (k < least || k > max_graphlet_vertices)
        throw InputError(fmt::format("k is {}: give a k from {} to {}", k, least, max_graphlet_vertices));
}

void require_vertex(Graph const& graph, VertexId v) {
    if (v >= graph.vertex_count())
        throw InputError(
            fmt::format("vertex {} does not exist: the graph has {}, numbered from 0", v, graph.vertex_count()));
}

// A set of vertices and the edges among them. Vertex i of the small graph is vertices[i].
struct Subset {
    std::vector<VertexId> vertices;
    std::uint64_t adjacency = 0;

    int size() const { return static_cast<int>(vertices.size()); }
    Subset with(Graph const& graph, VertexId v) const {
        Subset longer = *this;
        for (int i = 0; i < size(); ++i)
            if (has_edge(graph, vertices[static_cast<std::size_t>(i)], v)) longer.adjacency |= adjacency_bit(i, size());
        longer.vertices.push_back(v);
        return longer;
    }
};

// Calls visit(set) once for each connected set of up to k vertices that contains a connected seed. Only vertices above
// `floor` join the seed.
template <class Visit> class ConnectedSets {
public:
    ConnectedSets(Graph const& graph, int k, Look const& look, Visit visit)
        : graph_(graph),
          k_(k),
          look_(look),
          visit_(std::move(visit)) {}

    void grow(Subset const& seed, std::int64_t floor) {
        floor_ = floor;
        std::vector<VertexId> extension;
        Subset grown;
        for (VertexId const v : seed.vertices) {
            for (VertexId const u : graph_.neighbours(v))
                if (may_join(grown, u) && std::ranges::find(seed.vertices, u) == seed.vertices.end())
                    extension.push_back(u);
            grown = grown.with(graph_, v);
        }
        extend(seed, std::move(extension));
    }

private:
    // ExtendSubgraph of the paper: `extension` holds the vertices that may still join.
    void extend(Subset const& subset, std::vector<VertexId> extension) {
        if (look_) look_();
        visit_(subset);
        if (subset.size() == k_) return;
        while (!extension.empty()) {
            VertexId const chosen = extension.back();
            extension.pop_back();
            std::vector<VertexId> longer;
            if (subset.size() + 1 < k_) {
                longer = extension;
                for (VertexId const u : graph_.neighbours(chosen))
                    if (may_join(subset, u)) longer.push_back(u);
            }
            extend(subset.with(graph_, chosen), std::move(longer));
        }
    }

    // Returns: true if u is above the floor, and neither in the set nor adjacent to it. Vertices that are adjacent to
    // the set were offered before.
    bool may_join(Subset const& subset, VertexId u) const {
        return std::int64_t{u} > floor_ &&
               std::ranges::none_of(subset.vertices, [&](VertexId s) { return s == u || has_edge(graph_, s, u); });
    }

    Graph const& graph_;
    int k_;
    Look const& look_;
    Visit visit_;
    std::int64_t floor_ = -1;
};

Graphlet const& graphlet_of(Subset const& subset, Located const& located) {
    return graphlets_of(subset.size())[static_cast<std::size_t>(located.index)];
}

// Visits each set of k vertices from `next` on.
template <class Visit>
void for_each_set(Graph const& graph, int k, Subset const& subset, VertexId next, Look const& look, Visit& visit) {
    if (look) look();
    if (subset.size() == k) return visit(subset);
    for (VertexId v = next; v < graph.vertex_count(); ++v)
        for_each_set(graph, k, subset.with(graph, v), v + 1, look, visit);
}

} // namespace

GraphletsOfGraph count_graphlets_serially(Graph const& graph, int k, Look const& look) {
    require(graph, k, 2);
    GraphletsOfGraph counts;
    ConnectedSets sets(graph, k, look, [&](Subset const& subset) {
        if (subset.size() < 2) return;
        int const first = graphlets_up_to(subset.size() - 1);
        ++counts.induced[static_cast<std::size_t>(first + locate(subset.size(), subset.adjacency).index)];
    });
    for (VertexId root = 0; root < graph.vertex_count(); ++root) sets.grow({{root}, 0}, root);
    return counts;
}

std::vector<WideCount> count_small_graphs_serially(Graph const& graph, int k, Look const& look) {
    require(graph, k, 2);
    std::vector<WideCount> counts(small_graphs(k).size());
    auto visit = [&](Subset const& subset) { ++counts[static_cast<std::size_t>(locate(k, subset.adjacency).index)]; };
    for_each_set(graph, k, {}, 0, look, visit);
    return counts;
}

std::vector<WideCount> count_orbits_of_vertex_serially(Graph const& graph, VertexId v, int k, Look const& look) {
    require(graph, k, 3);
    require_vertex(graph, v);
    std::vector<WideCount> counts(static_cast<std::size_t>(vertex_orbits(k)));
    ConnectedSets sets(graph, k, look, [&](Subset const& subset) {
        if (subset.size() < 2) return;
        Located const& located = locate(subset.size(), subset.adjacency);
        auto const own = static_cast<std::uint8_t>(located.vertex[0]);
        ++counts[static_cast<std::uint8_t>(graphlet_of(subset, located).orbits[own])];
    });
    sets.grow({{v}, 0}, -1);
    return counts;
}

std::vector<WideCount> count_orbits_of_edge_serially(Graph const& graph, VertexId u, VertexId v, int k,
                                                     Look const& look) {
    require(graph, k, 3);
    require_vertex(graph, u);
    require_vertex(graph, v);
    if (!has_edge(graph, u, v))
        throw InputError(fmt::format("no edge joins the vertices {} and {}: give the ends of an edge", u, v));
    std::vector<WideCount> counts(static_cast<std::size_t>(edge_orbits(k)));
    ConnectedSets sets(graph, k, look, [&](Subset const& subset) {
        if (subset.size() < 3) return;
        Located const& located = locate(subset.size(), subset.adjacency);
        int const bit = std::countr_zero(adjacency_bit(located.vertex[0], located.vertex[1]));
        ++counts[static_cast<std::size_t>(graphlet_of(subset, located).edge_orbits[static_cast<std::size_t>(bit)])];
    });
    sets.grow(Subset{{u}, 0}.with(graph, v), -1);
    return counts;
}

} // namespace cerrado::cuts
