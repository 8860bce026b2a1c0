// Arcs with times as device code sees them: lists of ranks, in which what comes after an arc and within a time of it is a
// range that two searches find. See <cerrado/graph/arcs.hpp> for the arcs, and <cerrado/run/resident_arcs.hpp> for those who
// make these lists.
#pragma once

#include <cerrado/core/types.hpp>

#include <cstdint>

namespace cerrado {

// An arc's place by time. Equal times are in the order of the lines of a file.
using Rank = std::uint32_t;

// Returns: the first place in [first, last) of an ascending list whose entry is at least `value`, or last. Lanes: any. Cost:
// O(log(last - first)).
template <class T> CERRADO_FN std::uint64_t place_of(T const* list, std::uint64_t first, std::uint64_t last, T value) {
    while (first < last) {
        std::uint64_t const middle = first + (last - first) / 2;
        if (list[middle] < value) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

// The ranks below `end` and from `begin` on.
struct RankRange {
    Rank begin = 0, end = 0;
};

// An ascending list of ranks: ranks[begin] .. ranks[end - 1].
struct RankList {
    Rank const* ranks = nullptr;
    std::uint64_t begin = 0, end = 0;

    CERRADO_FN Count size() const { return end - begin; }
    // Returns: the place of the first arc that has this rank or a greater one. Lanes: any. Cost: O(log) of the size; of the other
    // two O(log) of the distance.
    CERRADO_FN std::uint64_t place(Rank rank) const { return place_of(ranks, begin, end, rank); }
    // Requires: it is at `from` or after it; at `to` or before it.
    CERRADO_FN std::uint64_t place_from(std::uint64_t from, Rank rank) const {
        std::uint64_t step = 1;
        while (from + step <= end && ranks[from + step - 1] < rank) from += step, step *= 2;
        return place_of(ranks, from, from + step <= end ? from + step - 1 : end, rank);
    }
    CERRADO_FN std::uint64_t place_before(std::uint64_t to, Rank rank) const {
        std::uint64_t step = 1;
        while (to - begin >= step && ranks[to - step] >= rank) to -= step, step *= 2;
        return place_of(ranks, to - begin >= step ? to - step + 1 : begin, to, rank);
    }
    CERRADO_FN Count below(Rank rank) const { return place(rank) - begin; }
    // The arcs that have ranks in a range, and their number.
    CERRADO_FN RankList within(RankRange range) const {
        std::uint64_t const first = place(range.begin);
        return {ranks, first, range.begin < range.end ? place_from(first, range.end) : first};
    }
    CERRADO_FN Count count(RankRange range) const { return within(range).size(); }
    // The same as within(), quicker if the place of the first is near to `near`, which is from `begin` to `end`.
    CERRADO_FN RankList within_near(RankRange range, std::uint64_t near) const {
        bool const is_later = near < end && ranks[near] < range.begin;
        std::uint64_t const first = is_later ? place_from(near, range.begin) : place_before(near, range.begin);
        return {ranks, first, range.begin < range.end ? place_from(first, range.end) : first};
    }
};

// Arcs where a run reads them, with the lists of those out of a vertex, into it, and from a vertex to another. Trivially
// copyable: an application can have it as a member.
struct ArcArrays {
    Rank arcs = 0;
    VertexId vertices = 0;
    VertexId const *source = nullptr, *target = nullptr; // by rank
    std::int64_t const* time = nullptr;                  // by rank, ascending
    // The lists; null until they are made.
    std::uint64_t const *out_begin = nullptr, *in_begin = nullptr; // by vertex, and the end of all
    Rank const *out = nullptr, *in = nullptr;                      // those of a vertex ascend
    Rank const* by_target = nullptr;     // those out of a vertex by their targets, and then ascending
    VertexId const* target_at = nullptr; // by place in by_target

    // Requires, each: vertices below `vertices`. Lanes: any. Cost: O(1); of between() O(log) of the arcs out of `from`.
    CERRADO_FN RankList out_of(VertexId v) const { return {out, out_begin[v], out_begin[v + 1]}; }
    CERRADO_FN RankList into(VertexId v) const { return {in, in_begin[v], in_begin[v + 1]}; }
    CERRADO_FN RankList between(VertexId from, VertexId to) const {
        std::uint64_t const end = out_begin[from + 1];
        std::uint64_t const first = place_of(target_at, out_begin[from], end, to);
        std::uint64_t last = first, step = 1; // most lists are short
        while (last + step <= end && target_at[last + step - 1] == to) last += step, step *= 2;
        return {by_target, first, place_of(target_at, last, last + step <= end ? last + step : end, to + 1)};
    }
};

} // namespace cerrado
