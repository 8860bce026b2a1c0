// Temporal motifs: patterns of arcs in an order of time, within a span of time.
//
// Problem. An arc has a source, a target and a time. A pattern has arcs with an order, total or partial, and a match gives
// them arcs of the graph, the last of them at most delta after the first. <cerrado/apps/temporal.hpp> says when two matches
// are one, and what equal times are.
//
// Method. A *rank* is an arc's place by time and line. The arcs before another, after it, or within delta of it are a range of ranks;
// the arcs out of a vertex, into it, or from a vertex to another are ascending lists of ranks. So all that may follow in a
// match is a range of a list, which two searches find.
//
// The 36 motifs of three arcs need no search for matches. A star or a pair has two arcs with the same neighbour x of a centre
// c. For an arc k between c and x, let N be the number of such arcs before it, within delta, M that of those after it, and
// cnt(r) the number of c's arcs of a direction below rank r. An arc of c between two arcs i < k of the pair lies in the ranks
// from hi(i) to lo(k), so there are cnt(lo(k)) - cnt(hi(i)) of them. The sum over all pairs (i, k) falls into a sum over k of
// N cnt(lo(k)), and one over i of M cnt(hi(i)): every arc gives its part on its own, whatever the hub. Arcs before and after
// the two are alike. Those of the pair itself are counted in the same way, and taken off. For triangles, each arc of the edge
// with the fewest arcs looks at those of the second edge within delta, and counts those of the third one in ranges.
//
// A pattern is walked arc by arc: a lane takes one pair of a first and a second arc, and walks on by itself, since the next
// arcs are a range and need no memory but a place in it. The last arc is counted by searches: those of a list, less those
// that lead to a vertex of the match.
//
// Needs. Up to 2^32 - 1 arcs; a pattern of up to 12 arcs and 8 vertices.
//
// Cost. Motifs: about 30 searches for each arc; for each triangle of the graph without times, the arcs of its rarest edge
// times those of the second within delta. Patterns: the partial matches that lack the last arc.
//
// Sources. Paranjape, Benson, Leskovec, WSDM 2017 (the motifs); Mackey et al., IEEE BigData 2018 (walks by arcs); Yuan, Chen,
// Yang, Everest, PVLDB 2024 (on GPUs); Kovanen et al. 2011 (consecutive arcs).
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/output/fold.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <cstdint>

namespace cerrado::temporal {

using Rank = std::uint32_t;

// Returns: the first place in [first, last) of an ascending list whose entry is at least `value`, or last.
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

// Calls visit(i) for the items of a job, each on one lane. `size`: items of a job.
template <class Traversal, class Visit>
CERRADO_FN void for_part(Traversal const& te, std::uint64_t items, std::uint64_t size, Visit const& visit) {
    std::uint64_t const begin = te.number() * size, past = begin + size, end = past < items ? past : items;
    for (std::uint64_t i = begin + static_cast<std::uint64_t>(te.warp().lane()); i < end;
         i += Traversal::WarpType::width)
        visit(i);
}

// The ranks below `end` and from `begin` on.
struct RankRange {
    Rank begin = 0, end = 0;
};

// An ascending list of ranks.
struct RankList {
    Rank const* ranks = nullptr;
    std::uint64_t begin = 0, end = 0;

    CERRADO_FN std::uint64_t place(Rank rank) const { return place_of(ranks, begin, end, rank); }
    CERRADO_FN Count below(Rank rank) const { return place(rank) - begin; }
    CERRADO_FN Count count(RankRange range) const {
        return range.begin < range.end ? place(range.end) - place(range.begin) : 0;
    }
};

// Arcs where a run reads them.
struct ArcArrays {
    Rank arcs = 0;
    VertexId vertices = 0;
    VertexId const *source = nullptr, *target = nullptr; // by rank
    std::int64_t const* time = nullptr;
    std::uint64_t const *out_begin = nullptr, *in_begin = nullptr; // by vertex
    Rank const *out = nullptr, *in = nullptr;                      // those of a vertex ascend
    Rank const* by_target = nullptr;     // those out of a vertex by their targets, and then ascending
    VertexId const* target_at = nullptr; // by place in by_target

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

// The arcs that are before and after another.
struct Times {
    std::int64_t delta = 0;
    Rank const* within_begin = nullptr;      // by rank: the first arc that is at most delta earlier
    Rank const* within_end = nullptr;        // the first that is more than delta later
    Rank const *lo = nullptr, *hi = nullptr; // by rank: the arcs that are as early; null: ties are ordered

    CERRADO_FN Rank begin_of_ties(Rank rank) const {
        return lo == nullptr ? rank : lo[rank];
    } // all below are before it
    CERRADO_FN Rank end_of_ties(Rank rank) const {
        return hi == nullptr ? rank + 1 : hi[rank];
    } // all from here on are after it
};

// --- the lists of arcs, which are made by sorting keys ------------------------------------------------------------------

// Makes the keys by which the arcs are sorted.
struct ArcKeys {
    enum class By : std::uint8_t { source, target, both };
    Rank arcs = 0;
    VertexId const *source = nullptr, *target = nullptr;
    By by = By::source;
    int bits = 0; // of a target, if both are in the key
    std::uint64_t* keys = nullptr;
    Rank arcs_of_job = 0;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs, arcs_of_job, [&](std::uint64_t i) {
            keys[i] = by == By::both     ? std::uint64_t{source[i]} << bits | target[i]
                      : by == By::source ? source[i]
                                         : target[i];
        });
    }
};

// Finds where the keys of each vertex begin among ascending ones.
struct Begins {
    std::uint64_t keys_count = 0;
    VertexId vertices = 0;
    int bits = 0; // of a key after those of the vertex
    std::uint64_t const* keys = nullptr;
    std::uint64_t* begin = nullptr; // by vertex, and the end of all
    VertexId* lower = nullptr;      // the rest of each key; or null
    Rank keys_of_job = 0;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, keys_count + 1, keys_of_job, [&](std::uint64_t i) {
            // keys of no vertex come last
            std::uint64_t const past = i == 0 ? 0 : at_most(keys[i - 1] >> bits) + 1;
            std::uint64_t const here = i == keys_count ? vertices : at_most(keys[i] >> bits);
            for (std::uint64_t v = past; v <= here; ++v) begin[v] = i;
            if (lower != nullptr && i < keys_count)
                lower[i] = static_cast<VertexId>(keys[i] & ((std::uint64_t{1} << bits) - 1));
        });
    }

private:
    CERRADO_FN std::uint64_t at_most(std::uint64_t vertex) const { return vertex < vertices ? vertex : vertices; }
};

// Makes the keys of EdgeArrays, one at the first arc of a pair; other arcs have a key beyond those of all vertices.
struct EdgeKeys {
    ArcArrays arcs;
    int bits = 0;
    std::uint64_t* keys = nullptr; // by place in ArcArrays::by_target
    Rank arcs_of_job = 0;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs.arcs, arcs_of_job, [&](std::uint64_t i) {
            VertexId const u = arcs.source[arcs.by_target[i]], v = arcs.target_at[i];
            bool const is_first = i == arcs.out_begin[u] || arcs.target_at[i - 1] != v;
            bool const stands = is_first && (u < v || arcs.between(v, u).begin == arcs.between(v, u).end);
            bool const goes_out = arcs_at(u) != arcs_at(v) ? arcs_at(u) < arcs_at(v) : u < v;
            std::uint64_t const tail = goes_out ? u : v, head = goes_out ? v : u;
            keys[i] = stands ? tail << bits | head : (std::uint64_t{1} << 2 * bits) - 1;
        });
    }

private:
    CERRADO_FN std::uint64_t arcs_at(VertexId v) const {
        return arcs.out_begin[v + 1] - arcs.out_begin[v] + arcs.in_begin[v + 1] - arcs.in_begin[v];
    }
};

// Finds the ranks of Times.
struct FindTimes {
    ArcArrays arcs;
    std::int64_t delta;
    Rank *within_begin, *within_end, *lo, *hi; // the latter two may be null
    Rank arcs_of_job;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs.arcs, arcs_of_job, [&](std::uint64_t i) {
            std::int64_t const time = arcs.time[i];
            bool const reaches_all = time >= INT64_MAX - delta, begins_all = time < INT64_MIN + delta;
            within_end[i] = reaches_all ? arcs.arcs : static_cast<Rank>(first_from(i, time + delta + 1));
            within_begin[i] = begins_all ? 0 : static_cast<Rank>(last_below(i, time - delta));
            if (lo == nullptr) return;
            lo[i] = static_cast<Rank>(last_below(i, time));
            hi[i] = static_cast<Rank>(time == INT64_MAX ? arcs.arcs : first_from(i, time + 1));
        });
    }

private:
    // Returns: the first rank whose time is at least `time`, which is from `rank` on, or not above it. Steps that grow find
    // the part of the array in which it lies.
    CERRADO_FN std::uint64_t first_from(std::uint64_t rank, std::int64_t time) const {
        std::uint64_t low = rank, step = 1;
        while (low + step < arcs.arcs && arcs.time[low + step] < time) low += step, step *= 2;
        return place_of(arcs.time, low, low + step < arcs.arcs ? low + step : std::uint64_t{arcs.arcs}, time);
    }
    CERRADO_FN std::uint64_t last_below(std::uint64_t rank, std::int64_t time) const {
        std::uint64_t high = rank, step = 1;
        while (high >= step && arcs.time[high - step] >= time) high -= step, step *= 2;
        return place_of(arcs.time, high >= step ? high - step : 0, high, time);
    }
};

// --- the motifs of three arcs ---------------------------------------------------------------------------------------------

inline constexpr int motif_cells = 36;

// An arc of three: its ends are the vertices 0, 1 and 2.
struct ArcOfThree {
    int from, to;
};
// Returns: the cell of three arcs in the order of time, see MotifTable.
CERRADO_FN inline int cell_of(ArcOfThree first, ArcOfThree second, ArcOfThree third) {
    auto const role = [&](int end) { return end == first.from ? 0 : end == first.to ? 1 : 2; };
    // 4 bits for each pair of roles: 3 * that of the source + that of the target
    int const a = role(second.from) * 3 + role(second.to), b = role(third.from) * 3 + role(third.to);
    constexpr std::uint64_t row_of = 5ull << 4 | 3ull << 8 | 4ull << 12 | 1ull << 20 | 2ull << 24;     // 2>1: 0
    constexpr std::uint64_t column_of = 2ull << 8 | 1ull << 12 | 4ull << 20 | 3ull << 24 | 5ull << 28; // 0>1: 0
    return static_cast<int>(row_of >> (4 * a) & 15) * 6 + static_cast<int>(column_of >> (4 * b) & 15);
}

// The sums of stars and pairs by directions at the centre: of the first, second and third arc, 1 for one into it.
template <class Number> struct StarSums {
    Number same_other_same[8] = {}, same_same_other[8] = {}, other_same_same[8] = {}; // by (first, second, third)
    Number same[8] = {};                                                              // all three with one neighbour
};

// `Number`: has room for each cell. The parts wrap around.
template <class Number> struct MotifStars {
    using Accumulator = StarSums<Number>;
    CERRADO_FN static void merge(Accumulator& into, Accumulator const& from) {
        for (int i = 0; i < 8; ++i) {
            into.same_other_same[i] += from.same_other_same[i];
            into.same_same_other[i] += from.same_same_other[i];
            into.other_same_same[i] += from.other_same_same[i];
            into.same[i] += from.same[i];
        }
    }

    ArcArrays arcs;
    Times times;
    Rank arcs_of_job;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs.arcs, arcs_of_job, [&](std::uint64_t i) { add_arc(te.accumulator(), static_cast<Rank>(i)); });
    }

private:
    // The arcs of two lists, by direction, below four ranks.
    struct Below {
        Count lo[2], hi[2], begin[2], end[2];
    };
    CERRADO_FN Below below(RankList const& out, RankList const& in, Rank k) const {
        Below found;
        for (int direction = 0; direction < 2; ++direction) {
            RankList const& list = direction == 0 ? out : in;
            std::uint64_t const lo = list.place(times.begin_of_ties(k));
            RankList const after{list.ranks, lo, list.end}, before{list.ranks, list.begin, lo};
            found.lo[direction] = lo - list.begin;
            found.hi[direction] = after.place(times.end_of_ties(k)) - list.begin;
            found.begin[direction] = before.place(times.within_begin[k]) - list.begin;
            found.end[direction] = after.place(times.within_end[k]) - list.begin;
        }
        return found;
    }

    CERRADO_FN void add_arc(Accumulator& sums, Rank k) const {
        VertexId const source = arcs.source[k], target = arcs.target[k];
        Below const own = below(arcs.between(source, target), arcs.between(target, source), k);
        for (int direction = 0; direction < 2; ++direction) { // the centre is the source, then the target
            VertexId const centre = direction == 0 ? source : target;
            Below of_pair = own;
            for (int i = 0; i < 2; ++i) {
                int const from = direction == 0 ? i : 1 - i; // directions as the centre sees them
                of_pair.lo[i] = own.lo[from], of_pair.hi[i] = own.hi[from];
                of_pair.begin[i] = own.begin[from], of_pair.end[i] = own.end[from];
            }
            Below const all = below(arcs.out_of(centre), arcs.into(centre), k);
            for (int other = 0; other < 2; ++other) {
                Count const earlier = of_pair.lo[other] - of_pair.begin[other];
                Count const later = of_pair.end[other] - of_pair.hi[other];
                for (int third = 0; third < 2; ++third) {
                    // k is the later one of the two, then the earlier one
                    auto const product = [](Count a, Count b) { return static_cast<Number>(a) * b; };
                    int const as_last = other << 2 | direction, as_first = direction << 2 | other;
                    sums.same_other_same[as_last | third << 1] += product(earlier, all.lo[third]);
                    sums.same_other_same[as_first | third << 1] -= product(later, all.hi[third]);
                    sums.same_same_other[other << 2 | direction << 1 | third] -= product(earlier, all.hi[third]);
                    sums.same_same_other[direction << 2 | other << 1 | third] += product(later, all.end[third]);
                    sums.other_same_same[third << 2 | other << 1 | direction] -= product(earlier, all.begin[third]);
                    sums.other_same_same[third << 2 | direction << 1 | other] += product(later, all.lo[third]);
                    sums.same[as_last | third << 1] += product(earlier, of_pair.lo[third]);
                    sums.same[as_first | third << 1] -= product(later, of_pair.hi[third]);
                }
            }
        }
    }
};

// The edges of the graph without times and directions, as keys: the end with fewer arcs, then the other one.
struct EdgeArrays {
    std::uint64_t edges = 0;
    int bits = 0;                         // of the second end in a key
    std::uint64_t const* keys = nullptr;  // ascending
    std::uint64_t const* begin = nullptr; // by first end

    CERRADO_FN VertexId tail(std::uint64_t edge) const { return static_cast<VertexId>(keys[edge] >> bits); }
    CERRADO_FN VertexId head(std::uint64_t edge) const {
        return static_cast<VertexId>(keys[edge] & ((std::uint64_t{1} << bits) - 1));
    }
    CERRADO_FN bool are_joined(VertexId tail, VertexId head) const {
        std::uint64_t const key = std::uint64_t{tail} << bits | head, end = begin[tail + 1];
        std::uint64_t const found = place_of(keys, begin[tail], end, key);
        return found < end && keys[found] == key;
    }
};

struct TriangleSums {
    WideCount cells[motif_cells] = {};
};

struct MotifTriangles {
    using Accumulator = TriangleSums;
    CERRADO_FN static void merge(TriangleSums& into, TriangleSums const& from) {
        for (int i = 0; i < motif_cells; ++i) into.cells[i] += from.cells[i];
    }

    ArcArrays arcs;
    Times times;
    EdgeArrays edges;
    std::uint32_t edges_of_job;

    // Each edge looks for the heads of its tail and its head that are the same.
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const begin = te.number() * edges_of_job, past = begin + edges_of_job;
        std::uint64_t const end = past < edges.edges ? past : edges.edges;
        for (std::uint64_t edge = begin; edge < end; ++edge) {
            VertexId const u = edges.tail(edge), v = edges.head(edge);
            std::uint64_t const first = edges.begin[v], last = edges.begin[v + 1];
            for (std::uint64_t i = first + static_cast<std::uint64_t>(te.warp().lane()); i < last; i += W::width) {
                VertexId const w = edges.head(i);
                if (!edges.are_joined(u, w)) continue;
                Side const sides[3] = {side(u, v, 0, 1), side(u, w, 0, 2), side(v, w, 1, 2)};
                add_triangle(te.accumulator(), sides);
            }
        }
    }

private:
    // An edge of a triangle of the vertices 0, 1 and 2.
    struct Side {
        int tail, head;
        RankList of[2]; // from the tail, to it

        CERRADO_FN Count arcs() const { return of[0].end - of[0].begin + of[1].end - of[1].begin; }
        CERRADO_FN ArcOfThree arc(int direction) const {
            return direction == 0 ? ArcOfThree{tail, head} : ArcOfThree{head, tail};
        }
        CERRADO_FN Rank first() const {
            Rank const a = of[0].begin < of[0].end ? of[0].ranks[of[0].begin] : ~Rank{0};
            Rank const b = of[1].begin < of[1].end ? of[1].ranks[of[1].begin] : ~Rank{0};
            return a < b ? a : b;
        }
        CERRADO_FN Rank last() const {
            Rank const a = of[0].begin < of[0].end ? of[0].ranks[of[0].end - 1] : 0;
            Rank const b = of[1].begin < of[1].end ? of[1].ranks[of[1].end - 1] : 0;
            return a < b ? b : a;
        }
    };
    CERRADO_FN Side side(VertexId u, VertexId v, int tail, int head) const {
        return {tail, head, {arcs.between(u, v), arcs.between(v, u)}};
    }

    CERRADO_FN void add_triangle(TriangleSums& sums, Side const (&sides)[3]) const {
        int rarest = 0;
        Rank latest_first = 0, earliest_last = ~Rank{0};
        for (int i = 0; i < 3; ++i) {
            if (sides[i].arcs() < sides[rarest].arcs()) rarest = i;
            Rank const first = sides[i].first(), last = sides[i].last();
            latest_first = latest_first < first ? first : latest_first;
            earliest_last = last < earliest_last ? last : earliest_last;
        }
        if (latest_first >= times.within_end[earliest_last]) return; // no three are within delta
        int second = rarest == 0 ? 1 : 0;
        int third = 3 - rarest - second;
        if (sides[third].arcs() < sides[second].arcs()) {
            int const swapped = second;
            second = third, third = swapped;
        }
        for (int direction = 0; direction < 2; ++direction) {
            RankList const& own = sides[rarest].of[direction];
            for (std::uint64_t i = own.begin; i < own.end; ++i)
                add_arcs_around(sums, own.ranks[i], sides[rarest].arc(direction), sides[second], sides[third]);
        }
    }

    CERRADO_FN void add_arcs_around(TriangleSums& sums, Rank a, ArcOfThree of_a, Side const& second,
                                    Side const& third) const {
        Rank const begin = times.within_begin[a], end = times.within_end[a];
        for (int direction = 0; direction < 2; ++direction) {
            RankList const& list = second.of[direction];
            ArcOfThree const of_b = second.arc(direction);
            for (std::uint64_t i = list.place(begin); i < list.end && list.ranks[i] < end; ++i) {
                Rank const b = list.ranks[i];
                bool const is_before = b < times.begin_of_ties(a);
                if (!is_before && b < times.end_of_ties(a)) continue; // as early
                Rank const x = is_before ? b : a, y = is_before ? a : b;
                ArcOfThree const of_x = is_before ? of_b : of_a, of_y = is_before ? of_a : of_b;
                for (int of_third = 0; of_third < 2; ++of_third) {
                    RankList const& others = third.of[of_third];
                    ArcOfThree const of_c = third.arc(of_third);
                    sums.cells[cell_of(of_c, of_x, of_y)] +=
                        others.count({times.within_begin[y], times.begin_of_ties(x)});
                    sums.cells[cell_of(of_x, of_c, of_y)] +=
                        others.count({times.end_of_ties(x), times.begin_of_ties(y)});
                    sums.cells[cell_of(of_x, of_y, of_c)] += others.count({times.end_of_ties(y), times.within_end[x]});
                }
            }
        }
    }
};

} // namespace cerrado::temporal
