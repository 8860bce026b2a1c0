// Parts of the graph's lists, and a walk over the entries of many of them, however short they are.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/job.hpp>
#include <cerrado/warp/warp.hpp>

namespace cerrado::phase {

// Entries that a lane looks at together, so that what they wait for overlaps.
template <int n> struct Entries {
    static constexpr int count = n;
    VertexId vertex[n]; // no_vertex: none
    std::uint32_t list[n];
    EdgeOffset position[n]; // in the graph's lists
};

// Of the `length` entries from `begin` on those that are less than `bound`.
struct PartOfList {
    EdgeOffset begin = 0;
    std::uint32_t length = 0;
    VertexId bound = no_vertex;
    std::uint32_t number = 0; // for the caller

    // Of v's list, which is not empty. Where it is long, it ends soon after what is less than `bound`.
    static CERRADO_FN PartOfList below(GraphRef const& graph, VertexId v, VertexId bound) {
        constexpr std::uint32_t is_long = 32; // so that a search for the end is less than to look at the rest
        EdgeOffset const begin = graph.begin(v);
        EdgeOffset const end = graph.end(v);
        auto length = static_cast<std::uint32_t>(end - begin);
        if (length > is_long) length = static_cast<std::uint32_t>(graph.lower_bound(begin + 1, end, bound) - begin);
        return {begin, length, bound};
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

// Of every lane the sum of the values of the lanes up to it. Lanes: all.
template <class W> CERRADO_FN EdgeOffset running_sum(W const& warp, EdgeOffset value) {
    for (int before = 1; before < W::width; before *= 2) {
        EdgeOffset const other = warp.shuffle(value, warp.lane() < before ? warp.lane() : warp.lane() - before);
        if (warp.lane() >= before) value += other;
    }
    return value;
}

// Lists of which each lane has one, none of them empty but the last ones, dealt to the lanes as if they were one list.
template <class W> class DealtLists {
public:
    // Lanes: all.
    CERRADO_FN DealtLists(W const& warp, PartOfList const& own) : warp_(warp), own_(own) {
        EdgeOffset const end = running_sum(warp, own.length);
        begin_ = end - own.length;
        total_ = warp.shuffle(end, W::width - 1);
    }
    CERRADO_FN EdgeOffset total() const { return total_; }

    // A lane's entry of those that are dealt next.
    struct Entry {
        std::uint32_t list; // the lane that has it
        EdgeOffset position;
        VertexId bound;
        bool is_there;
    };
    // The entries from `from` on, one to a lane; each time as many further. Lanes: all. Requires: from < total().
    CERRADO_FN Entry next(EdgeOffset from) {
        bool const begins = own_.length > 0 && begin_ - from < W::width;
        LaneMask const begin_here = warp_.reduce_or(begins ? LaneMask{1} << (begin_ - from) : 0);
        auto const lane = static_cast<std::uint32_t>(warp_.lane());
        LaneMask const up_to_lane = ~LaneMask{0} >> (31 - lane);
        std::uint32_t const list = begun_ + static_cast<std::uint32_t>(popcount(begin_here & up_to_lane)) - 1;
        begun_ += static_cast<std::uint32_t>(popcount(begin_here));
        EdgeOffset const first = warp_.shuffle(own_.begin - begin_, static_cast<int>(list));
        return {list, first + from + lane, warp_.shuffle(own_.bound, static_cast<int>(list)), from + lane < total_};
    }

private:
    W const& warp_;
    PartOfList const& own_;
    EdgeOffset begin_; // of this lane's list among all entries
    EdgeOffset total_;
    std::uint32_t begun_ = 0; // lists
};

// for_each_entry() of a lane that is alone.
template <class T, class Key, class ListOf, class Take>
CERRADO_FN void for_each_entry_alone(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                                     std::uint32_t count, ListOf const& list_of, Take const& take) {
    for (std::uint32_t i = part; i < count; i += parts) {
        PartOfList const list = list_of(keys[i]);
        for (EdgeOffset p = list.begin; p < list.begin + list.length; ++p) {
            VertexId const u = te.graph().neighbours[p];
            if (u >= list.bound) break; // lists ascend
            take(Entries<1>{{u}, {i}, {p}});
        }
    }
}

// Calls take(entries), a lane's `at_once` (on the host one), for the lists list_of(keys[i]), of every parts-th i from
// `part` on, none of which is empty. Short lists leave no lane idle.
// Requires: `take` and `list_of` call nothing collective. Lanes: all. Cost: the lists, over the width.
template <int at_once, class T, class Key, class ListOf, class Take>
CERRADO_FN void for_each_entry(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                               std::uint32_t count, ListOf const& list_of, Take const& take) {
    using W = typename T::WarpType;
    if constexpr (W::width == 1) {
        for_each_entry_alone(te, keys, part, parts, count, list_of, take);
    } else {
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t first = part; first < count; first += W::width * parts) {
            std::uint32_t const own = first + lane * parts;
            PartOfList const list = own < count ? list_of(keys[own]) : PartOfList{};
            DealtLists<W> lists(te.warp(), list);
            for (EdgeOffset from = 0; from < lists.total(); from += at_once * W::width) {
                Entries<at_once> entries;
                for (int j = 0; j < at_once; ++j) {
                    entries.vertex[j] = no_vertex;
                    if (from + j * W::width >= lists.total()) continue;
                    auto const entry = lists.next(from + j * W::width);
                    entries.list[j] = first + entry.list * parts;
                    entries.position[j] = entry.position;
                    if (!entry.is_there) continue;
                    VertexId const u = te.graph().neighbours[entry.position];
                    if (u < entry.bound) entries.vertex[j] = u;
                }
                take(entries);
            }
        }
    }
}

} // namespace cerrado::phase
