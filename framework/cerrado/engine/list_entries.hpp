// Parts of the graph's lists, and a walk over the entries of many of them, however short they are.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/job.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado::phase {

// Entries of a list that a lane looks at together, and how far they are from each other.
template <class W> inline constexpr int entry_batch = W::width == 1 ? 1 : 4;
template <class W> inline constexpr std::uint32_t entry_stride = W::width < 8 ? W::width : 8;

// Of the `length` entries from `begin` on those that are less than `bound`.
struct PartOfList {
    EdgeOffset begin = 0;
    std::uint32_t length = 0;
    VertexId bound = no_vertex;
    std::uint32_t number = 0; // for the caller

    static CERRADO_FN PartOfList below(GraphRef const& graph, VertexId v, VertexId bound) {
        return {graph.begin(v), graph.degree(v), bound};
    }
};

// The first vertex below `end` before whose list lie `entries` of the graph's or more, else `end`.
// Lanes: all. Cost: the logarithm of `end` to the base of the lanes and one more.
template <class T> CERRADO_FN VertexId first_with_entries(T const& te, VertexId end, EdgeOffset entries) {
    using W = typename T::WarpType;
    VertexId first = 0, count = end;
    auto const place = [&](int lane) {
        return first +
               static_cast<VertexId>(std::uint64_t{count} * static_cast<std::uint32_t>(lane + 1) / (W::width + 1));
    };
    while (count > 0) {
        bool const is_before = te.graph().begin(place(te.warp().lane())) < entries;
        int const before = popcount(te.warp().ballot(is_before));
        VertexId const last = before == W::width ? first + count : place(before);
        first = before == 0 ? first : place(before - 1) + 1;
        count = last - first;
    }
    return first;
}

// Of the lists of v's first `count` neighbours the parts with vertices from `from` on and below `to`, those that are not
// empty, by number of the neighbour.
// Lanes: all. Returns: how many there are, and in `entries` what they have together. Cost: two searches in each list, over
// the width.
template <class T> CERRADO_FN std::uint32_t cut_lists(T const& te, VertexId v, std::uint32_t count, VertexId from,
                                                      VertexId to, PartOfList* parts, Count& entries) {
    using W = typename T::WarpType;
    GraphRef const& graph = te.graph();
    std::uint32_t found = 0;
    entries = 0;
    for (std::uint32_t first = 0; first < count; first += W::width) {
        std::uint32_t const i = first + static_cast<std::uint32_t>(te.warp().lane());
        PartOfList part;
        if (i < count) {
            VertexId const a = graph.neighbours[graph.begin(v) + i];
            EdgeOffset const last = graph.end(a);
            part.begin = graph.lower_bound(graph.begin(a), last, from);
            part.length = static_cast<std::uint32_t>(graph.lower_bound(part.begin, last, to) - part.begin);
            part.number = i;
        }
        LaneMask const there = te.warp().ballot(part.length > 0);
        if (part.length > 0) parts[found + static_cast<std::uint32_t>(te.warp().rank_below(there))] = part;
        found += static_cast<std::uint32_t>(popcount(there));
        entries += part.length;
    }
    entries = te.warp().reduce_add(entries);
    te.warp().sync();
    return found;
}

// Calls take(i, u, entry) for the lists list_of(keys[i]), of every parts-th i from `part` on: u is a batch of the i-th
// list's entries, or no_vertex; entry is the first one's position in the graph's lists. A group of 8 lanes takes a list,
// and goes to its next one without waiting for the other groups. Where that lies is asked one list ahead.
// Requires: `take` and `list_of` call nothing collective. Lanes: all. Cost: the entries, over the width.
template <class T, class Key, class ListOf, class Take>
CERRADO_FN void for_each_entry(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                               std::uint32_t count, ListOf const& list_of, Take const& take) {
    using W = typename T::WarpType;
    constexpr std::uint32_t group = entry_stride<W>;
    constexpr std::uint32_t groups = W::width / group;
    constexpr int batch = entry_batch<W>;
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    VertexId const* const neighbours = te.graph().neighbours;
    std::uint32_t const step = groups * parts;
    std::uint32_t next = part + lane / group * parts; // the list after this one
    auto const key_at = [&](std::uint32_t i) { return i < count ? keys[i] : Key{}; };
    auto const list_at = [&](std::uint32_t i, Key const& key) { return i < count ? list_of(key) : PartOfList{}; };
    PartOfList list, ahead = list_at(next, key_at(next));
    Key later = key_at(next + step); // whose list comes after `ahead`
    for (std::uint32_t i = 0;; i += batch * group) {
        while (i >= list.length) {
            if (next >= count) return;
            list = ahead;
            ahead = list_at(next + step, later);
            later = key_at(next + 2 * step);
            next += step;
            i = lane % group;
        }
        VertexId u[batch];
        for (int j = 0; j < batch; ++j) {
            u[j] = i + j * group < list.length ? neighbours[list.begin + i + j * group] : no_vertex;
        }
        bool const is_last = u[batch - 1] >= list.bound; // lists ascend
        for (int j = 0; j < batch; ++j) u[j] = u[j] < list.bound ? u[j] : no_vertex;
        take(next - step, u, list.begin + i);
        if (is_last) list.length = 0;
    }
}

} // namespace cerrado::phase
