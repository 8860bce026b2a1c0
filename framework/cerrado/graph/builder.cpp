// graph_from_edges by bucketing alone, O(n + m). Each edge is first put once, in the bucket of its lower end. Going
// through these buckets in order gives every vertex its lower neighbours ascending, so that duplicates lie side by
// side; going through the lists of lower neighbours in order then gives every vertex its higher neighbours ascending.
#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph_arrays.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {
namespace {

struct Buckets {
    std::vector<EdgeOffset> offsets; // one more than there are vertices
    std::vector<VertexId> members;

    std::span<VertexId const> of(VertexId v) const {
        return std::span(members).subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
};

// offsets[v + 1] holds the size of bucket v; afterwards offsets[v] is its begin.
void sizes_to_offsets(std::vector<EdgeOffset>& offsets) {
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
}

struct Sizes {
    std::vector<EdgeOffset> by_lower, by_higher; // entry v + 1: the edges whose lower (higher) end is v
    std::uint64_t self_loops = 0;
};

Sizes count_ends(VertexId vertex_count, std::span<Edge const> edges) {
    Sizes sizes{std::vector<EdgeOffset>(vertex_count + 1ull), std::vector<EdgeOffset>(vertex_count + 1ull)};
    for (Edge const& edge : edges) {
        auto const [lower, higher] = std::minmax(edge.source, edge.target);
        if (higher >= vertex_count) {
            throw InputError(fmt::format("edge {} of {} ({} {}): ends must be below the vertex count {}",
                                         &edge - edges.data() + 1, edges.size(), edge.source, edge.target,
                                         vertex_count));
        }
        if (lower == higher) {
            ++sizes.self_loops;
        } else {
            ++sizes.by_lower[lower + 1ull];
            ++sizes.by_higher[higher + 1ull];
        }
    }
    return sizes;
}

Buckets bucket_by_lower_end(std::span<Edge const> edges, std::vector<EdgeOffset> sizes) {
    sizes_to_offsets(sizes);
    Buckets buckets{std::move(sizes), {}};
    buckets.members.resize(buckets.offsets.back());
    std::vector<EdgeOffset> next(buckets.offsets.begin(), buckets.offsets.end() - 1);
    for (Edge const& edge : edges) {
        auto const [lower, higher] = std::minmax(edge.source, edge.target);
        if (lower != higher) buckets.members[next[lower]++] = higher;
    }
    return buckets;
}

// The transpose: of(v) of the result are the buckets that v is a member of, ascending.
Buckets lower_neighbours(Buckets const& by_lower, std::vector<EdgeOffset> sizes) {
    sizes_to_offsets(sizes);
    Buckets lists{std::move(sizes), std::vector<VertexId>(by_lower.members.size())};
    std::vector<EdgeOffset> next(lists.offsets.begin(), lists.offsets.end() - 1);
    for (std::size_t lower = 0; lower + 1 < by_lower.offsets.size(); ++lower) {
        for (VertexId const higher : by_lower.of(static_cast<VertexId>(lower))) {
            lists.members[next[higher]++] = static_cast<VertexId>(lower);
        }
    }
    return lists;
}

// Closes the gaps that equal neighbours leave; returns how many there were.
std::uint64_t drop_duplicates(Buckets& lists) {
    EdgeOffset kept = 0, from = 0;
    for (std::size_t v = 0; v + 1 < lists.offsets.size(); ++v) {
        EdgeOffset const to = lists.offsets[v + 1];
        EdgeOffset const begin = kept;
        for (; from < to; ++from) {
            if (kept == begin || lists.members[kept - 1] != lists.members[from]) {
                lists.members[kept++] = lists.members[from];
            }
        }
        lists.offsets[v + 1] = kept;
    }
    std::uint64_t const dropped = lists.members.size() - kept;
    lists.members.resize(kept);
    return dropped;
}

GraphArrays both_directions(VertexId vertex_count, Buckets const& lower) {
    GraphArrays arrays;
    arrays.offsets.resize(vertex_count + 1ull);
    for (VertexId v = 0; v < vertex_count; ++v) arrays.offsets[v + 1] = lower.of(v).size();
    for (VertexId const v : lower.members) ++arrays.offsets[v + 1];
    sizes_to_offsets(arrays.offsets);
    arrays.neighbours.resize(arrays.offsets.back());
    std::vector<EdgeOffset> next(arrays.offsets.begin(), arrays.offsets.end() - 1);
    for (VertexId v = 0; v < vertex_count; ++v) {
        for (VertexId const u : lower.of(v)) {
            arrays.neighbours[next[v]++] = u;
            arrays.neighbours[next[u]++] = v;
        }
    }
    return arrays;
}

} // namespace

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids) {
    if (!original_ids.empty() && original_ids.size() != vertex_count) {
        throw InputError(fmt::format("{} original ids for {} vertices; give one per vertex or none",
                                     original_ids.size(), vertex_count));
    }
    Sizes sizes = count_ends(vertex_count, edges);
    CleaningReport cleaning{sizes.self_loops, 0};
    Buckets lower = lower_neighbours(bucket_by_lower_end(edges, std::move(sizes.by_lower)), std::move(sizes.by_higher));
    cleaning.duplicates = drop_duplicates(lower);
    GraphArrays arrays = both_directions(vertex_count, lower);
    arrays.original_ids = std::move(original_ids);
    Graph graph = adopt_arrays(std::move(arrays));
    graph.cleaning = cleaning;
    return graph;
}

} // namespace cerrado
