#include <cerrado/graph/graph.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/graph_arrays.hpp>
#include <cerrado/graph/order/list_building.hpp>
#include <cerrado/graph/shape.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

void check_offsets(GraphArrays const& arrays) {
    auto const& offsets = arrays.offsets;
    if (offsets.empty() || offsets.front() != 0) {
        throw InputError("graph arrays: offsets must have vertex_count + 1 entries, the first of them 0");
    }
    if (offsets.size() - 1 > std::numeric_limits<VertexId>::max()) {
        throw InputError(fmt::format("graph arrays: {} vertices are more than 32-bit vertex ids hold; at most {}",
                                     offsets.size() - 1, std::numeric_limits<VertexId>::max()));
    }
    auto const falling = std::adjacent_find(offsets.begin(), offsets.end(), std::greater<>{});
    if (falling != offsets.end()) {
        throw InputError(fmt::format("graph arrays: offsets must not decrease, but do after entry {} ({})",
                                     falling - offsets.begin(), *falling));
    }
    if (offsets.back() != arrays.neighbours.size()) {
        throw InputError(fmt::format("graph arrays: the last offset ({}) must be the number of neighbours ({})",
                                     offsets.back(), arrays.neighbours.size()));
    }
    if (!arrays.original_ids.empty() && arrays.original_ids.size() != offsets.size() - 1) {
        throw InputError(fmt::format("graph arrays: {} for {}; give one per vertex or none",
                                     counted(arrays.original_ids.size(), "original id"),
                                     counted(offsets.size() - 1, "vertex")));
    }
}

void check_list(GraphArrays const& arrays, VertexId v, VertexId vertex_count, bool oriented) {
    for (EdgeOffset i = arrays.offsets[v]; i < arrays.offsets[v + 1]; ++i) {
        VertexId const u = arrays.neighbours[i];
        if (u >= vertex_count) {
            throw InputError(fmt::format("graph arrays: neighbour {} of vertex {} is not below the vertex count {}", u,
                                         v, vertex_count));
        }
        if (u == v || (oriented && u < v)) {
            throw InputError(fmt::format("graph arrays: vertex {} lists {}; {}", v, u,
                                         oriented ? "an oriented list holds higher vertices only"
                                                  : "self-loops are not allowed, see graph_from_edges"));
        }
        if (i > arrays.offsets[v] && arrays.neighbours[i - 1] >= u) {
            throw InputError(
                fmt::format("graph arrays: neighbours of vertex {} must be strictly ascending, but {} follows {}", v, u,
                            arrays.neighbours[i - 1]));
        }
    }
}

// Visits the arcs v -> u by ascending v: in a symmetric graph with sorted lists, v is then the next unmet entry
// of u's list.
void check_symmetry(GraphArrays const& arrays, VertexId vertex_count) {
    std::vector<EdgeOffset> next(arrays.offsets.begin(), arrays.offsets.end() - 1);
    for (VertexId v = 0; v < vertex_count; ++v) {
        for (EdgeOffset i = arrays.offsets[v]; i < arrays.offsets[v + 1]; ++i) {
            VertexId const u = arrays.neighbours[i];
            if (next[u] == arrays.offsets[u + 1] || arrays.neighbours[next[u]] != v) {
                throw InputError(
                    fmt::format("graph arrays: an edge of vertex {} or {} is stored in one direction only; store "
                                "both, or build with graph_from_edges",
                                std::min(u, v), std::max(u, v)));
            }
            ++next[u];
        }
    }
}

GraphArrays checked(GraphArrays arrays, bool oriented) {
    check_offsets(arrays);
    auto const vertex_count = static_cast<VertexId>(arrays.offsets.size() - 1);
    for (VertexId v = 0; v < vertex_count; ++v) check_list(arrays, v, vertex_count, oriented);
    if (!oriented) check_symmetry(arrays, vertex_count);
    require_distinct(arrays.original_ids);
    return arrays;
}

} // namespace

void require_distinct(std::span<OriginalId const> original_ids) {
    if (std::ranges::adjacent_find(original_ids, std::ranges::greater_equal{}) == original_ids.end()) return;
    std::vector<VertexId> by_id(original_ids.size());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return original_ids[v]; };
    std::ranges::stable_sort(by_id, {}, id_of);
    auto const twice = std::ranges::adjacent_find(by_id, {}, id_of);
    if (twice == by_id.end()) return;
    throw InputError(
        fmt::format("vertices {} and {} have the same original id {}; give each vertex an id of its own, or "
                    "make one vertex of the two",
                    twice[0], twice[1], id_of(*twice)));
}

Graph::Graph(std::vector<EdgeOffset> offsets, std::vector<VertexId> neighbours, std::vector<OriginalId> original_ids,
             bool oriented)
    : Graph(adopt_arrays(checked({std::move(offsets), std::move(neighbours), std::move(original_ids)}, oriented),
                         oriented)) {}

Graph::Graph(std::span<EdgeOffset const> offsets, std::span<VertexId const> neighbours,
             std::span<OriginalId const> original_ids, std::shared_ptr<void const> storage, bool oriented)
    : storage_(std::move(storage)),
      offsets_(offsets),
      neighbours_(neighbours),
      original_ids_(original_ids),
      oriented_(oriented) {
    measure();
}

void Graph::measure() {
    max_degree_ = 0;
    for (VertexId v = 0; v < vertex_count(); ++v) max_degree_ = std::max(max_degree_, degree(v));
}

// graph_from_edges: ends are checked, then lists are built of the edges.

namespace {

[[noreturn]] void refuse_edge(VertexId vertex_count, std::span<Edge const> edges) {
    for (std::size_t i = 0;; ++i) {
        Edge const& edge = edges[i];
        if (std::max(edge.source, edge.target) < vertex_count) continue;
        throw InputError(fmt::format("edge {} of {} ({} {}): ends must be below the vertex count {}", i + 1,
                                     edges.size(), edge.source, edge.target, vertex_count));
    }
}

// Returns: the self-loops.
std::uint64_t check_edges(VertexId vertex_count, std::span<Edge const> edges, Team& team) {
    std::atomic<std::uint64_t> self_loops = 0;
    std::atomic<bool> valid = true;
    team.run([&](Member member) {
        std::uint64_t loops = 0;
        VertexId highest = 0;
        member.for_part_of(edges.size(), [&](std::size_t i) {
            highest = std::max({highest, edges[i].source, edges[i].target});
            loops += edges[i].source == edges[i].target;
        });
        self_loops += loops;
        if (member.begin(edges.size()) < member.end(edges.size()) && highest >= vertex_count) valid = false;
    });
    if (!valid) refuse_edge(vertex_count, edges);
    return self_loops;
}

} // namespace

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids,
                       Team& team) {
    if (!original_ids.empty() && original_ids.size() != vertex_count) {
        throw InputError(fmt::format("{} for {}; give one per vertex or none",
                                     counted(original_ids.size(), "original id"), counted(vertex_count, "vertex")));
    }
    require_distinct(original_ids);
    std::uint64_t const self_loops = check_edges(vertex_count, edges, team);
    detail::ListBuilding building(vertex_count, team);
    building.part(edges.size(), [&](std::size_t i, auto const& put) {
        auto const [source, target] = edges[i];
        if (source != target) put(source, target);
    });
    Graph graph = building.run(std::move(original_ids));
    graph.cleaning.self_loops = self_loops;
    return graph;
}

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids) {
    Team team(team_size(edges.size(), 0));
    return graph_from_edges(vertex_count, edges, std::move(original_ids), team);
}

GraphShape shape_of(Graph const& graph) {
    std::vector<VertexId> lists(graph.max_degree() + std::size_t{1});
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ++lists[graph.degree(v)];
    return {graph.vertex_count(), graph.neighbour_array().size(),
            std::make_shared<std::vector<VertexId> const>(std::move(lists))};
}

double list_cubes(GraphShape const& shape) {
    double sum = 0;
    for (std::size_t length = 0; length < shape.lists->size(); ++length) {
        double const size = static_cast<double>(length);
        sum += static_cast<double>((*shape.lists)[length]) * size * size * size;
    }
    return sum;
}

} // namespace cerrado
