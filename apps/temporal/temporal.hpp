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
// the two are alike. Those of the pair itself are counted in the same way, and taken off. A triangle is looked for only if its
// edges have arcs within delta. Then each arc of its rarest edge looks at those of the second edge near it, and counts those of
// the third one in ranges; or all arcs pass once in the order of time, if they have more than this to do.
//
// A pattern is walked arc by arc: a lane takes a first arc, and walks on by itself, since the next arcs are a range and need
// no memory but a place in it. The last arc is counted by searches: those of a list, less those that lead to a vertex of the
// match. If all vertices are known and the rest comes in order, the lists of their pairs are merged, and nothing is visited. A
// lane that walks for long hands on what is left, in pieces that a later run takes. A sample tells with which arc to begin.
//
// Needs. Up to 2^32 - 1 arcs; a pattern of up to 12 arcs and 8 vertices.
//
// Cost. Motifs: about 30 searches for each arc; for each triangle of the graph without times, the arcs of its rarest edge
// times those of the second within delta, or the arcs of all three if these are fewer. Patterns: the partial matches that
// lack the last arc.
//
// Sources. Paranjape, Benson, Leskovec, WSDM 2017 (the motifs); Mackey et al., IEEE BigData 2018 (walks by arcs); Yuan, Chen,
// Yang, Everest, PVLDB 2024 (on GPUs); Kovanen et al. 2011 (consecutive arcs).
#pragma once

#include <cerrado/contract/detail/wide_cells.hpp>
#include <cerrado/graph/arc_lists.hpp>
#include <cerrado/output/table.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <cstdint>

namespace cerrado::temporal {

// Calls visit(i) for the items of a job, each on one lane. `size`: items of a job.
template <class Traversal, class Visit>
CERRADO_FN void for_part(Traversal const& te, std::uint64_t items, std::uint64_t size, Visit const& visit) {
    std::uint64_t const begin = te.number() * size, past = begin + size, end = past < items ? past : items;
    for (std::uint64_t i = begin + static_cast<std::uint64_t>(te.warp().lane()); i < end;
         i += Traversal::WarpType::width)
        visit(i);
}

// Graphs of the same size, one behind the other: random graphs, or a single graph.
struct Slices {
    std::uint32_t graphs = 1;
    Rank arcs = 0;         // of each graph
    VertexId vertices = 0; // the same
};

// A share of the work on a single graph: of the pieces 0, 1, 2, ... those whose number modulo `of` is from `first` on, `count` of
// them. A piece has some arcs, or an edge. Shares from 0 to `of` have each piece once, and light and heavy ones alike.
struct WorkShare {
    static constexpr std::uint32_t arcs_of_piece = 32;

    std::uint32_t first = 0, count = 1, of = 1;

    CERRADO_FN bool is_whole() const { return count == of; }
    CERRADO_FN bool has(std::uint64_t piece) const { return is_whole() || piece % of - first < count; }
    CERRADO_FN bool has_arc(Rank rank) const { return is_whole() || has(rank / arcs_of_piece); }
    // Returns: how many of all arcs it has, and the i-th of them.
    CERRADO_FN std::uint64_t arcs(std::uint64_t all) const {
        if (is_whole()) return all;
        std::uint64_t const pieces = all / arcs_of_piece, turn = pieces % of;
        std::uint64_t const begun = turn < first ? 0 : turn - first < count ? turn - first : count;
        return (pieces / of * count + begun) * arcs_of_piece + (has(pieces) ? all % arcs_of_piece : 0);
    }
    CERRADO_FN std::uint64_t arc(std::uint64_t i) const {
        if (is_whole()) return i;
        std::uint64_t const piece = i / arcs_of_piece;
        return (piece / count * of + first + piece % count) * arcs_of_piece + i % arcs_of_piece;
    }
};

// The arcs that are before and after another.
struct Times {
    std::int64_t delta = 0;
    Rank* within_begin = nullptr;      // by rank: the first arc that is at most delta earlier
    Rank* within_end = nullptr;        // the first that is more than delta later
    Rank *lo = nullptr, *hi = nullptr; // by rank: the arcs that are as early; null: ties are ordered

    CERRADO_FN Rank begin_of_ties(Rank rank) const {
        return lo == nullptr ? rank : lo[rank];
    } // all below are before it
    CERRADO_FN Rank end_of_ties(Rank rank) const {
        return hi == nullptr ? rank + 1 : hi[rank];
    } // all from here on are after it

    // Finds the ranks for an arc.
    CERRADO_FN void find(ArcArrays const& arcs, Rank rank) const {
        std::int64_t const time = arcs.time[rank];
        bool const reaches_all = time >= INT64_MAX - delta, begins_all = time < INT64_MIN + delta;
        within_end[rank] = reaches_all ? arcs.arcs : first_from(arcs, rank, time + delta + 1);
        within_begin[rank] = begins_all ? 0 : last_below(arcs, rank, time - delta);
        if (lo == nullptr) return;
        lo[rank] = last_below(arcs, rank, time);
        hi[rank] = time == INT64_MAX ? arcs.arcs : first_from(arcs, rank, time + 1);
    }

private:
    // Returns: the first rank whose time is at least `time`, which is from `rank` on, or not above it. Steps that grow find
    // the part of the array in which it lies.
    CERRADO_FN static Rank first_from(ArcArrays const& arcs, std::uint64_t rank, std::int64_t time) {
        std::uint64_t low = rank, step = 1;
        while (low + step < arcs.arcs && arcs.time[low + step] < time) low += step, step *= 2;
        std::uint64_t const end = low + step < arcs.arcs ? low + step : std::uint64_t{arcs.arcs};
        return static_cast<Rank>(place_of(arcs.time, low, end, time));
    }
    CERRADO_FN static Rank last_below(ArcArrays const& arcs, std::uint64_t rank, std::int64_t time) {
        std::uint64_t high = rank, step = 1;
        while (high >= step && arcs.time[high - step] >= time) high -= step, step *= 2;
        return static_cast<Rank>(place_of(arcs.time, high >= step ? high - step : 0, high, time));
    }
};

struct FindTimes {
    ArcArrays arcs;
    Times times;
    Rank arcs_of_job = 0;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, arcs.arcs, arcs_of_job, [&](std::uint64_t i) { times.find(arcs, static_cast<Rank>(i)); });
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

// The sums of a graph and a delta: those of stars and pairs, in eight each by the directions at the centre of the first, second
// and third arc, 1 for one into it; then the cells of triangles. The sums of stars have the pairs in them.
namespace sums {
inline constexpr int same_other_same = 0, same_same_other = 8, other_same_same = 16;
inline constexpr int same = 24; // all three with one neighbour
inline constexpr int triangles = 32, all = triangles + motif_cells;
} // namespace sums

// Counting motifs reads and writes these.
struct MotifWork {
    static constexpr int max_deltas = 4;

    ArcArrays arcs;
    Slices slices;
    Times times[max_deltas];
    std::uint32_t deltas = 0;
    WideCells found; // [graph][delta][sum]
    WorkShare share; // of the arcs and edges that are counted

    // Adds what the lanes of a warp have found to the sums of a slot, graph * deltas + delta. All lanes call it.
    template <class Traversal, class Number> CERRADO_FN void add(Traversal const& te, std::uint64_t slot, int first,
                                                                 int count, Number const* sums_of_lane) const {
        using W = typename Traversal::WarpType;
        for (int i = 0; i < count; ++i) {
            std::uint64_t const cell = slot * sums::all + static_cast<std::uint64_t>(first + i);
            if constexpr (sizeof(Number) == sizeof(Count)) {
                Count const sum = te.warp().reduce_add(sums_of_lane[i]);
                if (sum != 0 && te.warp().lane() == i % W::width) phase::add_wide<W>(found, cell, sum);
            } else {
                if (sums_of_lane[i] != 0) phase::add_wide<W>(found, cell, sums_of_lane[i]);
            }
        }
    }
};

// Where the arcs of an edge lie in ArcArrays::by_target: those from its tail to its head, and those back.
struct alignas(16) EdgeSides {
    std::uint32_t begin[2] = {}, end[2] = {};
};

// The edges of the graph without times and directions, as keys: the end with fewer arcs is the tail, the other one the head.
struct EdgeArrays {
    int bits = 0;                         // of the head in a key
    std::uint64_t const* keys = nullptr;  // ascending; those that are above all vertices are no edges
    std::uint64_t const* begin = nullptr; // by tail, and the end of all
    std::uint64_t const* count = nullptr; // this end
    EdgeSides const* sides = nullptr;     // by edge
    Rank const* first = nullptr;          // of its arcs, by edge
    Rank const* limits = nullptr; // by delta and edge: the first arc that is more than delta after all of its arcs

    CERRADO_FN VertexId tail(std::uint64_t edge) const { return static_cast<VertexId>(keys[edge] >> bits); }
    CERRADO_FN VertexId head(std::uint64_t edge) const {
        return static_cast<VertexId>(keys[edge] & ((std::uint64_t{1} << bits) - 1));
    }
    // Returns: the edge, or *count.
    CERRADO_FN std::uint64_t find(VertexId tail, VertexId head) const {
        std::uint64_t const key = std::uint64_t{tail} << bits | head, end = begin[tail + 1];
        std::uint64_t const found = place_of(keys, begin[tail], end, key);
        return found < end && keys[found] == key ? found : *count;
    }
};

// Returns: the key of an edge at the place, in ArcArrays::by_target, of its first arc; elsewhere one beyond those of all vertices.
CERRADO_FN inline std::uint64_t edge_key(ArcArrays const& arcs, int bits, std::uint64_t place) {
    std::uint64_t const none = (std::uint64_t{1} << 2 * bits) - 1;
    VertexId const u = arcs.source[arcs.by_target[place]], v = arcs.target_at[place];
    if (place != arcs.out_begin[u] && arcs.target_at[place - 1] == v) return none;
    if (u > v && arcs.between(v, u).size() != 0) return none;
    auto const arcs_at = [&](VertexId w) {
        return arcs.out_begin[w + 1] - arcs.out_begin[w] + arcs.in_begin[w + 1] - arcs.in_begin[w];
    };
    bool const goes_out = arcs_at(u) != arcs_at(v) ? arcs_at(u) < arcs_at(v) : u < v;
    std::uint64_t const tail = goes_out ? u : v, head = goes_out ? v : u;
    return tail << bits | head;
}

// Makes EdgeArrays of their sorted keys, and finds, for each edge, the first arc that is more than delta after all of its arcs.
struct FindEdges : MotifWork {
    EdgeArrays edges;
    std::uint64_t* begin = nullptr;
    EdgeSides* sides = nullptr;
    Rank* first = nullptr;
    Rank* limit = nullptr; // by delta and edge
    Rank items_of_job = 0;

    CERRADO_FN std::uint64_t items() const {
        return arcs.vertices >= arcs.arcs ? arcs.vertices + std::uint64_t{1} : std::uint64_t{arcs.arcs};
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        for_part(te, items(), items_of_job, [&](std::uint64_t i) {
            if (i <= arcs.vertices) begin[i] = place_of(edges.keys, 0, std::uint64_t{arcs.arcs}, i << edges.bits);
            if (i < arcs.arcs && edges.keys[i] >> edges.bits < arcs.vertices) make(i);
        });
    }

private:
    CERRADO_FN void make(std::uint64_t edge) const {
        VertexId const tail = edges.tail(edge), head = edges.head(edge);
        RankList const list[2] = {arcs.between(tail, head), arcs.between(head, tail)};
        EdgeSides own;
        Rank earliest = ~Rank{0}, latest = 0;
        for (int i = 0; i < 2; ++i) {
            own.begin[i] = static_cast<std::uint32_t>(list[i].begin);
            own.end[i] = static_cast<std::uint32_t>(list[i].end);
            if (list[i].size() == 0) continue;
            Rank const a = list[i].ranks[list[i].begin], b = list[i].ranks[list[i].end - 1];
            earliest = a < earliest ? a : earliest;
            latest = b > latest ? b : latest;
        }
        sides[edge] = own;
        first[edge] = earliest;
        for (std::uint32_t delta = 0; delta < deltas; ++delta)
            limit[std::uint64_t{delta} * arcs.arcs + edge] = times[delta].within_end[latest];
    }
};

// Counts stars and pairs, and finds the times of MotifWork::times. `Number`: has room for each cell; the parts wrap around.
template <class Number> struct MotifStars : MotifWork {
    static constexpr int resident_warps = 28; // many warps, since each waits for lists

    Rank arcs_of_job = 0;
    // Gets the keys of EdgeArrays, by place in ArcArrays::by_target. Null: they are known.
    std::uint64_t* edge_keys = nullptr;
    int bits = 0; // of the second end in a key

    CERRADO_FN std::uint64_t jobs() const { return slices.graphs * parts(); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const graph = te.number() / parts(), part = te.number() % parts();
        std::uint64_t const base = graph * slices.arcs, past = (part + 1) * arcs_of_job;
        std::uint64_t const end = base + (past < slices.arcs ? past : slices.arcs);
        Number own[max_deltas][sums::triangles] = {};
        for (std::uint64_t k = base + part * arcs_of_job + static_cast<std::uint64_t>(te.warp().lane()); k < end;
             k += Traversal::WarpType::width) {
            add_arc(own, static_cast<Rank>(k));
            if (edge_keys != nullptr) edge_keys[k] = edge_key(arcs, bits, k);
        }
        for (std::uint32_t delta = 0; delta < deltas; ++delta)
            this->add(te, graph * deltas + delta, 0, sums::triangles, own[delta]);
    }

private:
    CERRADO_FN std::uint64_t parts() const { return (std::uint64_t{slices.arcs} + arcs_of_job - 1) / arcs_of_job; }

    // Two lists, by direction, and the places in them of the arcs that are as early as an arc.
    struct AtTies {
        RankList list[2];
        std::uint64_t lo[2], hi[2];

        CERRADO_FN AtTies(RankList const& out, RankList const& in, Rank begin_of_ties, Rank end_of_ties)
            : list{out, in} {
            for (int i = 0; i < 2; ++i) {
                lo[i] = list[i].place(begin_of_ties);
                hi[i] = list[i].place_from(lo[i], end_of_ties);
            }
        }
    };
    // Arcs of two lists, by direction as the centre sees them: those below four ranks.
    struct Below {
        Count lo[2], hi[2], begin[2], end[2];

        CERRADO_FN Below(AtTies const& lists, RankRange within, bool is_swapped) {
            for (int i = 0; i < 2; ++i) {
                int const own = is_swapped ? 1 - i : i;
                RankList const& list = lists.list[own];
                lo[i] = lists.lo[own] - list.begin;
                hi[i] = lists.hi[own] - list.begin;
                begin[i] = list.place_before(lists.lo[own], within.begin) - list.begin;
                end[i] = list.place_from(lists.hi[own], within.end) - list.begin;
            }
        }
        CERRADO_FN Count earlier(int i) const { return lo[i] - begin[i]; }
        CERRADO_FN Count later(int i) const { return end[i] - hi[i]; }
        CERRADO_FN bool are_alone() const { return (earlier(0) | earlier(1) | later(0) | later(1)) == 0; }
    };

    CERRADO_FN void add_arc(Number (&own)[max_deltas][sums::triangles], Rank k) const {
        for (std::uint32_t delta = 0; delta < deltas; ++delta) times[delta].find(arcs, k);
        if (!share.has_arc(k)) return;
        VertexId const source = arcs.source[k], target = arcs.target[k];
        Rank const begin_of_ties = times[0].begin_of_ties(k), end_of_ties = times[0].end_of_ties(k);
        AtTies const pair(arcs.between(source, target), arcs.between(target, source), begin_of_ties, end_of_ties);
        if (pair.list[0].size() + pair.list[1].size() == 1) return; // k alone: no other arc has the same neighbour
        for (int direction = 0; direction < 2; ++direction) {       // the centre is the source, then the target
            VertexId const centre = direction == 0 ? source : target;
            AtTies const all(arcs.out_of(centre), arcs.into(centre), begin_of_ties, end_of_ties);
            for (std::uint32_t delta = 0; delta < deltas; ++delta) {
                RankRange const within{times[delta].within_begin[k], times[delta].within_end[k]};
                Below const of_pair(pair, within, direction == 1);
                if (!of_pair.are_alone()) add_pairs(own[delta], of_pair, Below(all, within, false), direction);
            }
        }
    }
    // Adds the parts of an arc that has this direction at the centre.
    CERRADO_FN static void add_pairs(Number* own, Below const& of_pair, Below const& all, int direction) {
        Number* const same_other_same = own + sums::same_other_same;
        Number* const same_same_other = own + sums::same_same_other;
        Number* const other_same_same = own + sums::other_same_same;
        Number* const same = own + sums::same;
        auto const product = [](Count a, Count b) { return static_cast<Number>(a) * b; };
        for (int other = 0; other < 2; ++other) {
            Count const earlier = of_pair.earlier(other), later = of_pair.later(other);
            for (int third = 0; third < 2; ++third) {
                // the arc is the later one of the two, then the earlier one
                int const as_last = other << 2 | direction, as_first = direction << 2 | other;
                same_other_same[as_last | third << 1] += product(earlier, all.lo[third]);
                same_other_same[as_first | third << 1] -= product(later, all.hi[third]);
                same_same_other[other << 2 | direction << 1 | third] -= product(earlier, all.hi[third]);
                same_same_other[direction << 2 | other << 1 | third] += product(later, all.end[third]);
                other_same_same[third << 2 | other << 1 | direction] -= product(earlier, all.begin[third]);
                other_same_same[third << 2 | direction << 1 | other] += product(later, all.lo[third]);
                same[as_last | third << 1] += product(earlier, of_pair.lo[third]);
                same[as_first | third << 1] -= product(later, of_pair.hi[third]);
            }
        }
    }
};

struct MotifTriangles : MotifWork {
    static constexpr int resident_warps = 16; // many warps, since each waits for lists

    EdgeArrays edges;
    std::uint32_t edges_of_job = 0;

    CERRADO_FN std::uint64_t jobs() const { return deltas * parts(); }

    // Each edge looks for the heads of its tail and its head that are the same. The lanes take the heads of all edges one after the
    // other, since most edges have few. Edges whose arcs are more than delta apart are left out before they are looked for.
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        W const& warp = te.warp();
        auto const delta = static_cast<std::uint32_t>(te.number() / parts());
        Rank const* const limit = edges.limits + std::uint64_t{delta} * arcs.arcs;
        std::uint64_t const begin = te.number() % parts() * edges_of_job, past = begin + edges_of_job;
        std::uint64_t const end = past < *edges.count ? past : *edges.count;
        LaneTriangles own(*this, delta, te.context().queue.stop);
        // The heads of the edge begin at `heads`. Those of the edges before it are `before`, and with its own `past_heads`.
        std::uint64_t edge = begin, heads = 0, before = 0, past_heads = 0;
        Rank first = 0, past_last = 0;
        auto const open = [&](std::uint64_t taken) {
            if (edge >= end) return;
            VertexId const v = edges.head(edge);
            heads = edges.begin[v];
            past_heads = taken + (share.has(edge) ? edges.begin[v + 1] - heads : 0);
            before = taken;
            first = edges.first[edge], past_last = limit[edge];
        };
        open(0);
        for (std::uint64_t i = static_cast<std::uint64_t>(warp.lane());; i += W::width) {
            while (edge < end && i >= past_heads) {
                ++edge;
                open(past_heads);
            }
            if (!warp.any(edge < end && !own.is_stopped())) break;
            bool is_large = false;
            std::uint64_t of[3] = {};
            if (edge < end) {
                of[0] = edge, of[1] = heads + i - before;
                auto const is_near = [&](std::uint64_t other, Rank& latest_first, Rank& earliest_limit) {
                    Rank const other_first = edges.first[other], other_limit = limit[other];
                    latest_first = other_first > latest_first ? other_first : latest_first;
                    earliest_limit = other_limit < earliest_limit ? other_limit : earliest_limit;
                    return latest_first < earliest_limit;
                };
                Rank latest_first = first, earliest_limit = past_last;
                if (is_near(of[1], latest_first, earliest_limit)) {
                    of[2] = edges.find(edges.tail(edge), edges.head(of[1]));
                    if (of[2] != *edges.count && is_near(of[2], latest_first, earliest_limit)) {
                        own.template take<W>(of[0], of[2], of[1]);
                        is_large = own.rarest().arcs() > large;
                        if (!is_large) own.template add<W>(0, 1);
                    }
                }
            }
            for (LaneMask left = warp.ballot(is_large); left != 0; left &= left - 1) { // all lanes share each
                int const lane = lowest_bit(left);
                own.template take<W>(warp.shuffle(of[0], lane), warp.shuffle(of[2], lane), warp.shuffle(of[1], lane));
                if (!own.sweeps_better(W::width))
                    own.template add<W>(static_cast<Count>(warp.lane()), W::width);
                else if (warp.lane() == 0)
                    own.template sweep<W>();
            }
        }
        own.end(te);
    }

private:
    static constexpr Count large = 8; // arcs of its rarest edge that a triangle has if lanes share it

    // Some for each arc, since only the device knows how many edges there are.
    CERRADO_FN std::uint64_t parts() const { return (std::uint64_t{arcs.arcs} + edges_of_job - 1) / edges_of_job; }

    // An edge of a triangle of the vertices 0, 1 and 2.
    struct Side {
        int tail = 0, head = 0;
        RankList of[2]; // from the tail, to it

        CERRADO_FN Count arcs() const { return of[0].size() + of[1].size(); }
        CERRADO_FN ArcOfThree arc(int direction) const {
            return direction == 0 ? ArcOfThree{tail, head} : ArcOfThree{head, tail};
        }
        // Arcs by number: those from the tail, then those to it.
        CERRADO_FN int direction(Count i) const { return i < of[0].size() ? 0 : 1; }
        CERRADO_FN Rank rank(Count i) const {
            return i < of[0].size() ? of[0].ranks[of[0].begin + i] : of[1].ranks[of[1].begin + i - of[0].size()];
        }
        CERRADO_FN Side within(RankRange range) const {
            return {tail, head, {of[0].within(range), of[1].within(range)}};
        }
    };

    // The triangles of a lane and their sums.
    class LaneTriangles {
    public:
        CERRADO_FN LaneTriangles(MotifTriangles const& work, std::uint32_t delta, std::uint32_t* stop)
            : work_(work),
              times_(work.times[delta]),
              delta_(delta),
              stop_(stop) {}

        CERRADO_FN bool is_stopped() const { return is_stopped_; } // the sums are too small then

        // Takes a triangle of the vertices 0, 1 and 2: the edges 0-1, 0-2 and 1-2.
        template <class W> CERRADO_FN void take(std::uint64_t uv, std::uint64_t uw, std::uint64_t vw) {
            VertexId const tail = work_.edges.tail(uv);
            std::uint64_t const slot = std::uint64_t{tail / work_.slices.vertices} * work_.deltas + delta_;
            if (slot != slot_ && used_ != 0) give<W>();
            slot_ = slot;
            sides_[0] = side(uv, 0, 1);
            sides_[1] = side(uw, 0, 2);
            sides_[2] = side(vw, 1, 2);
            put_fewest_first(0, 1);
            put_fewest_first(0, 2);
        }
        CERRADO_FN Side const& rarest() const { return sides_[0]; }

        // Adds the motifs of every `step`-th arc of the rarest side, from the arc `first` on.
        template <class W> CERRADO_FN void add(Count first, Count step) {
            for (Count i = first; i < sides_[0].arcs() && !is_stopped_; i += step) {
                add_around<W>(sides_[0].rank(i), sides_[0].arc(sides_[0].direction(i)));
                if ((++turns_ & 63) == 0) ask<W>();
            }
        }
        // Returns: whether sweep() takes less than add() by so many lanes, which costs as many steps as arcs of the rarest side have
        // arcs of another side near. Some of them tell how many that are.
        CERRADO_FN bool sweeps_better(Count lanes) const {
            constexpr Count samples = 4, cost = 4; // of a step, beside that of an arc of a sweep
            Count const own = sides_[0].arcs(),
                        other = sides_[1].arcs() < sides_[2].arcs() ? sides_[1].arcs() : sides_[2].arcs();
            Count const of_sweep = (own + sides_[1].arcs() + sides_[2].arcs()) * lanes;
            if (other * cost * own <= of_sweep) return false;
            Count near = 0;
            for (Count i = 0; i < samples; ++i) {
                Rank const a = sides_[0].rank(i * own / samples);
                RankRange const range{times_.within_begin[a], times_.within_end[a]};
                Count const of_second = sides_[1].within(range).arcs(), of_third = sides_[2].within(range).arcs();
                near += of_second < of_third ? of_second : of_third;
            }
            return near / samples * cost * own > of_sweep;
        }
        // Adds the motifs of the triangle: all arcs pass in the order of time, and those within delta before them are counted by
        // side and direction, alone and in pairs (Paranjape, Benson, Leskovec 2017).
        template <class W> CERRADO_FN void sweep() {
            Sweep next, oldest; // arcs to come, and arcs to go
            for (int kind = 0; kind < Sweep::kinds; ++kind)
                next.list[kind] = oldest.list[kind] = sides_[kind / 2].of[kind % 2];
            Count alone[Sweep::kinds] = {}, pairs[Sweep::kinds][Sweep::kinds] = {};
            for (Rank rank = next.front(); rank != Sweep::none && !is_stopped_; rank = next.front()) {
                Rank const begin = times_.within_begin[rank], past = times_.end_of_ties(rank);
                for (Rank old = oldest.front(); old < begin; old = oldest.front()) {
                    // those that are as early as each other are no pairs
                    Sweep group = oldest;
                    Rank const past_group = times_.end_of_ties(old);
                    oldest.pass(past_group, [&](int kind) { --alone[kind]; });
                    group.pass(past_group, [&](int kind) {
                        for (int later = 0; later < Sweep::kinds; ++later)
                            if (later / 2 != kind / 2) pairs[kind][later] -= alone[later];
                    });
                }
                Sweep group = next;
                next.pass(past, [&](int kind) { add_last<W>(pairs, kind); });
                Sweep again = group;
                group.pass(past, [&](int kind) {
                    for (int earlier = 0; earlier < Sweep::kinds; ++earlier)
                        if (earlier / 2 != kind / 2) pairs[earlier][kind] += alone[earlier];
                });
                again.pass(past, [&](int kind) { ++alone[kind]; });
                if ((++turns_ & 255) == 0) ask<W>();
            }
        }

        // Adds the sums to those of the run. All lanes call it.
        template <class Traversal> CERRADO_FN void end(Traversal const& te) {
            using W = typename Traversal::WarpType;
            // a lane without triangles has no slot of its own
            LaneMask const busy = te.warp().ballot(used_ != 0);
            if (busy == 0) return;
            std::uint64_t const slot = te.warp().shuffle(slot_, lowest_bit(busy));
            bool const is_alike = used_ == 0 || (slot_ == slot && used_ < most_to_reduce);
            if (te.warp().any(!is_alike))
                give<W>();
            else
                work_.add(te, slot, sums::triangles, motif_cells, cells_);
        }

    private:
        static constexpr Count most_to_reduce = Count{1} << 58; // 32 of them have room in a Count

        CERRADO_FN Side side(std::uint64_t edge, int tail, int head) const {
            EdgeSides const of = work_.edges.sides[edge];
            Rank const* const ranks = work_.arcs.by_target;
            return {tail, head, {{ranks, of.begin[0], of.end[0]}, {ranks, of.begin[1], of.end[1]}}};
        }
        // Arcs of the three sides, by side and direction.
        struct Sweep {
            static constexpr int kinds = 6;
            static constexpr Rank none = ~Rank{0};

            RankList list[kinds];

            CERRADO_FN Rank front() const {
                Rank least = none;
                for (RankList const& own : list)
                    if (own.begin < own.end && own.ranks[own.begin] < least) least = own.ranks[own.begin];
                return least;
            }
            // Calls visit(kind) for all arcs below the rank, which go.
            template <class Visit> CERRADO_FN void pass(Rank rank, Visit const& visit) {
                for (int kind = 0; kind < kinds; ++kind) {
                    RankList& own = list[kind];
                    for (; own.begin < own.end && own.ranks[own.begin] < rank; ++own.begin) visit(kind);
                }
            }
        };
        CERRADO_FN ArcOfThree arc_of(int kind) const { return sides_[kind / 2].arc(kind % 2); }
        // Adds the motifs whose last arc is of this kind.
        template <class W> CERRADO_FN void add_last(Count const (&pairs)[Sweep::kinds][Sweep::kinds], int last) {
            for (int first = 0; first < Sweep::kinds; ++first) {
                if (first / 2 == last / 2) continue;
                for (int direction = 0; direction < 2; ++direction) {
                    int const second = 2 * (3 - first / 2 - last / 2) + direction;
                    Count const found = pairs[first][second];
                    if (found == 0) continue;
                    if (used_ > ~Count{0} - found) give<W>();
                    used_ += found;
                    cells_[cell_of(arc_of(first), arc_of(second), arc_of(last))] += found;
                }
            }
        }
        template <class W> CERRADO_FN void ask() { is_stopped_ = W::grid_load(stop_) >= queue_is_stopped; }

        CERRADO_FN void put_fewest_first(int i, int j) {
            if (sides_[i].arcs() <= sides_[j].arcs()) return;
            Side const swapped = sides_[i];
            sides_[i] = sides_[j], sides_[j] = swapped;
        }

        template <class W> CERRADO_FN void give() {
            for (int i = 0; i < motif_cells; ++i) {
                std::uint64_t const cell = slot_ * sums::all + sums::triangles + static_cast<std::uint64_t>(i);
                if (cells_[i] != 0) phase::add_wide<W>(work_.found, cell, cells_[i]);
                cells_[i] = 0;
            }
            used_ = 0;
        }

        // Adds the motifs that an arc is part of.
        template <class W> CERRADO_FN void add_around(Rank a, ArcOfThree of_a) {
            RankRange const range{times_.within_begin[a], times_.within_end[a]};
            Side second = sides_[1].within(range);
            if (second.arcs() == 0) return;
            Side third = sides_[2].within(range);
            if (third.arcs() == 0) return;
            if (third.arcs() < second.arcs()) {
                Side const swapped = second;
                second = third, third = swapped;
            }
            Count const most = second.arcs() * third.arcs(); // that the cells grow by
            if (used_ > ~Count{0} - most) give<W>();
            used_ += most;
            for (int direction = 0; direction < 2; ++direction) {
                RankList const& list = second.of[direction];
                for (std::uint64_t i = list.begin; i < list.end && !is_stopped_; ++i) {
                    add_thirds(a, of_a, list.ranks[i], second.arc(direction), third);
                    if ((++turns_ & 255) == 0) ask<W>();
                }
            }
        }
        CERRADO_FN void add_thirds(Rank a, ArcOfThree of_a, Rank b, ArcOfThree of_b, Side const& third) {
            bool const is_before = b < times_.begin_of_ties(a);
            if (!is_before && b < times_.end_of_ties(a)) return; // as early
            Rank const x = is_before ? b : a, y = is_before ? a : b;
            ArcOfThree const of_x = is_before ? of_b : of_a, of_y = is_before ? of_a : of_b;
            for (int direction = 0; direction < 2; ++direction) {
                RankList const& others = third.of[direction];
                std::uint64_t const begin = others.place(times_.within_begin[y]);
                std::uint64_t const end = others.place_from(begin, times_.within_end[x]);
                if (begin == end) continue;
                RankList const near{others.ranks, begin, end};
                std::uint64_t const at_x = near.place(times_.begin_of_ties(x)),
                                    past_x = near.place_from(at_x, times_.end_of_ties(x));
                std::uint64_t const at_y = near.place_from(past_x, times_.begin_of_ties(y));
                std::uint64_t const past_y = near.place_from(at_y, times_.end_of_ties(y));
                ArcOfThree const of_c = third.arc(direction);
                cells_[cell_of(of_c, of_x, of_y)] += at_x - begin;
                cells_[cell_of(of_x, of_c, of_y)] += at_y - past_x;
                cells_[cell_of(of_x, of_y, of_c)] += end - past_y;
            }
        }

        MotifTriangles const& work_;
        Times const& times_;
        std::uint32_t const delta_;
        std::uint32_t* const stop_;
        std::uint32_t turns_ = 0;
        bool is_stopped_ = false;
        std::uint64_t slot_ = 0;
        Side sides_[3];
        Count cells_[motif_cells] = {};
        Count used_ = 0; // a bound on the cells' sum
    };
};

} // namespace cerrado::temporal
