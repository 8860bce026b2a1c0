// Parts of the graph's lists, and a walk over the entries of many lists. The walk keeps all lanes busy even if the
// lists are short.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <type_traits>

namespace cerrado::phase {

// Entries that a lane looks at together, so that their waits for memory overlap.
template <int n> struct Entries {
    static constexpr int count = n;
    VertexId vertex[n]; // no_vertex: no entry
    std::uint32_t list[n];
    EdgeOffset position[n]; // place of the entry in the graph's lists
};

// The entries below `bound` among the `length` entries from `begin` on.
struct PartOfList {
    EdgeOffset begin = 0;
    std::uint32_t length = 0;
    VertexId bound = no_vertex;
    std::uint32_t number = 0; // for the caller's use

    // Returns: the entries of v's list below `bound`. The list must not be empty.
    static CERRADO_FN PartOfList whole(GraphRef const& graph, VertexId v, VertexId bound) {
        return {graph.begin(v), graph.degree(v), bound};
    }
    // The same. A long list is cut soon after its last entry below `bound`. A single lane ends there by itself, so
    // whole() is quicker for it.
    static CERRADO_FN PartOfList below(GraphRef const& graph, VertexId v, VertexId bound) {
        // in longer lists a search for the end costs less than looking at the rest
        constexpr std::uint32_t is_long = 32;
        EdgeOffset const begin = graph.begin(v);
        EdgeOffset const end = graph.end(v);
        auto length = static_cast<std::uint32_t>(end - begin);
        if (length > is_long) length = static_cast<std::uint32_t>(graph.lower_bound(begin + 1, end, bound) - begin);
        return {begin, length, bound};
    }
};

// Returns: the first vertex below `end` whose list begins at entry number `entries` of the graph or later, or `end` if
// there is none. Lanes: all. Cost: the logarithm of `end` to the base of the lanes plus one.
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

// Cuts the lists of v's first `count` neighbours to the vertices in [from, to). It writes the parts that are not empty,
// in the order of the neighbours. Lanes: all. Returns: the number of parts. Sets `entries` to the number of entries of
// all parts together. Cost: two searches in each list, divided by the width.
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

// Writes the vertices x in [begin, end) for which is_one(x) holds, ascending. Each lane looks at `at_once` of them
// before it writes, so that waits for memory overlap. Requires: is_one calls nothing collective. Lanes: all. Returns:
// their number. Cost: the range, divided by the width.
template <int at_once, class T, class IsOne>
CERRADO_FN std::uint32_t list_vertices(T const& te, VertexId begin, VertexId end, IsOne const& is_one, VertexId* list) {
    constexpr VertexId width = T::WarpType::width;
    std::uint32_t count = 0;
    for (VertexId first = begin; first < end; first += at_once * width) {
        bool wanted[at_once];
        VertexId const own = first + static_cast<VertexId>(te.warp().lane());
        for (VertexId j = 0; j < at_once; ++j) wanted[j] = own + j * width < end && is_one(own + j * width);
        for (VertexId j = 0; j < at_once; ++j) {
            append(te.warp(), list, nullptr, count, wanted[j], own + j * width, Mask{0});
        }
    }
    return count;
}

// Returns: for every lane, the sum of the values of the lanes up to it. Lanes: all.
template <class W> CERRADO_FN EdgeOffset running_sum(W const& warp, EdgeOffset value) {
    for (int before = 1; before < W::width; before *= 2) {
        EdgeOffset const other = warp.shuffle(value, warp.lane() < before ? warp.lane() : warp.lane() - before);
        if (warp.lane() >= before) value += other;
    }
    return value;
}

// Each lane brings one list. Deals the entries of these lists to all lanes as if they were one list. Only the last
// lanes may have empty lists.
template <class W> class DealtLists {
public:
    // Lanes: all.
    CERRADO_FN DealtLists(W const& warp, PartOfList const& own) : warp_(warp), own_(own) {
        EdgeOffset const end = running_sum(warp, own.length);
        begin_ = end - own.length;
        total_ = warp.shuffle(end, W::width - 1);
    }
    CERRADO_FN EdgeOffset total() const { return total_; }

    // The entry that a lane gets in one deal.
    struct Entry {
        std::uint32_t list; // the lane that brought the list
        EdgeOffset position;
        VertexId bound;
        bool is_there;
    };
    // Deals the entries from `from` on, one per lane. Each call moves `from` on by the number of lanes. Requires: from
    // < total(). Lanes: all.
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
    EdgeOffset begin_; // where this lane's list begins among all entries
    EdgeOffset total_;
    std::uint32_t begun_ = 0; // lists
};

// For a single lane: calls take(i, list) for each list list_of(keys[i]) of for_each_entry(). It asks for the first
// entries of the next lists meanwhile.
template <class T, class Key, class ListOf, class Take>
CERRADO_FN void for_each_list_alone(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                                    std::uint32_t count, ListOf const& list_of, Take const& take) {
    constexpr std::uint64_t ahead = 6;
    for (std::uint64_t i = part; i < count; i += parts) {
        std::uint64_t const later = i + ahead * parts, far = later + ahead * parts;
        if constexpr (std::is_same_v<Key, VertexId>) {
            if (far < count) prefetch_on_host(te.graph().offsets + keys[far]);
        }
        if (later < count) prefetch_on_host(te.graph().neighbours + list_of(keys[later]).begin);
        take(static_cast<std::uint32_t>(i), list_of(keys[i]));
    }
}

// For a single lane: calls take(value, i, position) for each entry of these lists whose vertex u has a value_of(u) that
// is not 0. It first notes all of them, some entries at a time: a branch by the values would be guessed wrong often.
template <class T, class Key, class ListOf, class ValueOf, class Take>
CERRADO_FN void for_each_valued_alone(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                                      std::uint32_t count, ListOf const& list_of, ValueOf const& value_of,
                                      Take const& take) {
    constexpr std::uint32_t at_once = 64;
    std::uint32_t values[at_once], places[at_once];
    for_each_list_alone(te, keys, part, parts, count, list_of, [&](std::uint32_t i, PartOfList const& list) {
        VertexId const* const entries = te.graph().neighbours + list.begin;
        for (std::uint32_t next = 0; next < list.length && entries[next] < list.bound;) {
            std::uint32_t const end = list.length - next < at_once ? list.length : next + at_once;
            std::uint32_t found = 0;
            for (; next < end && entries[next] < list.bound; ++next) { // lists ascend
                values[found] = value_of(entries[next]);
                places[found] = next;
                found += values[found] != 0 ? 1 : 0;
            }
            for (std::uint32_t j = 0; j < found; ++j) take(values[j], i, list.begin + places[j]);
        }
    });
}

// for_each_entry() for a single lane.
template <class T, class Key, class ListOf, class Take>
CERRADO_FN void for_each_entry_alone(T const& te, Key const* keys, std::uint32_t part, std::uint32_t parts,
                                     std::uint32_t count, ListOf const& list_of, Take const& take) {
    for_each_list_alone(te, keys, part, parts, count, list_of, [&](std::uint32_t i, PartOfList const& list) {
        for (EdgeOffset p = list.begin; p < list.begin + list.length; ++p) {
            VertexId const u = te.graph().neighbours[p];
            if (u >= list.bound) break; // lists ascend
            take(Entries<1>{{u}, {i}, {p}});
        }
    });
}

// Calls take(entries) with `at_once` entries per lane (one on the host). The entries come from the lists
// list_of(keys[i]), where i takes the values `part`, `part` + `parts`, `part` + 2 `parts` and so on. No list may be
// empty. Short lists leave no lane idle. Requires: `take` and `list_of` call nothing collective. Lanes: all. Cost: the
// lists, divided by the width.
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
