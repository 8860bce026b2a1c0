#include <cerrado/graph/cgz/lists_of_blocks.hpp>

#include <algorithm>

namespace cerrado::detail::cgz {
namespace {

template <class Visit> void for_edges_of(std::span<std::optional<UnpackedBlock> const> blocks,
                                         std::span<VertexId const> order, Visit const& visit) {
    for (auto const& block : blocks) {
        if (!block) continue;
        if (order.empty()) {
            block->for_edges(visit);
        } else {
            block->for_edges([&](VertexId u, VertexId v) { visit(order[u], order[v]); });
        }
    }
}

// The beginnings of lists of these lengths; one more is the end of the last.
std::vector<EdgeOffset> begins_of(std::vector<EdgeOffset> lengths) {
    EdgeOffset next = 0;
    for (EdgeOffset& length : lengths) next += std::exchange(length, next);
    return lengths;
}

// Keeps one of what is there several times. Returns: the offsets of what is left.
UnfilledVector<EdgeOffset> keep_one_each(std::span<EdgeOffset const> begins, VertexId* neighbours) {
    UnfilledVector<EdgeOffset> offsets{0};
    offsets.reserve(begins.size());
    EdgeOffset kept = 0;
    for (std::size_t v = 0; v + 1 < begins.size(); ++v) {
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) {
            VertexId const u = neighbours[p];
            if (kept == offsets.back() || neighbours[kept - 1] != u) neighbours[kept++] = u;
        }
        offsets.push_back(kept);
    }
    return offsets;
}

} // namespace

ListArrays lists_of_blocks(VertexId vertex_count, std::span<std::optional<UnpackedBlock> const> blocks,
                           std::span<VertexId const> order) {
    std::vector<EdgeOffset> lengths(std::size_t{vertex_count} + 1);
    for_edges_of(blocks, order, [&](VertexId u, VertexId v) {
        ++lengths[u];
        ++lengths[v];
    });
    std::vector<EdgeOffset> const begins = begins_of(std::move(lengths));
    std::vector<EdgeOffset> next = begins;
    UnfilledVector<VertexId> unsorted(begins.back());
    for_edges_of(blocks, order, [&](VertexId u, VertexId v) {
        unsorted[next[u]++] = v;
        unsorted[next[v]++] = u;
    });
    // Each list gets its vertices in the order in which their own lists are passed.
    ListArrays arrays;
    arrays.neighbours.resize(begins.back());
    next = begins;
    for (VertexId v = 0; v < vertex_count; ++v) {
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) arrays.neighbours[next[unsorted[p]]++] = v;
    }
    arrays.offsets = keep_one_each(begins, arrays.neighbours.data());
    arrays.neighbours.resize(arrays.offsets.back());
    return arrays;
}

} // namespace cerrado::detail::cgz
