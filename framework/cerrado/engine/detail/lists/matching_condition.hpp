// The test for extensions that match a pattern's next vertex, by its plan and by sets of earlier vertices.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <type_traits>

namespace cerrado::phase {

// The conditions of a matching plan for a traversal's next vertex, and the source of the candidates.

enum class Side { within, beyond }; // within or beyond the bounds of a step

template <class T, class Plan> class Condition {
public:
    CERRADO_FN Condition(T const& te, Plan const& plan, MatchingPlan::Step const& step, Side side = Side::within)
        : te_(te),
          plan_(plan),
          step_(step),
          side_(side) {
        for (int i = 0; i < te.size(); ++i) {
            VertexId const v = te.level(i).vertex;
            if ((step_.above >> i & 1) != 0 && v >= first_) first_ = v + 1;
            if ((step_.below >> i & 1) != 0 && v < end_) end_ = v;
        }
        if constexpr (has_cursors) look_from(0);
        if constexpr (Plan::has_joins) plan_.hold(te, te.size(), held_);
    }

    // The candidates are the entries of an ascending list from first() on and below end().
    CERRADO_FN VertexId first() const { return side_ == Side::within ? first_ : 0; }
    CERRADO_FN VertexId end() const { return side_ == Side::within ? end_ : no_vertex; }

    // The source of candidates: a list, and the vertices whose lists are known to have all its entries.
    struct Source {
        VertexId const* list;
        std::uint32_t size;
        MatchingPlan::Positions adjacent, strange; // the conditions that its entries already meet
        int owner;                                 // the vertex with this list; -1: the list of Step::from
        EdgeOffset begin;                          // where the owner's list begins
        bool ascends;
    };
    CERRADO_FN Source source() const {
        // If another worker began the traversal, the lists of its levels are not here.
        bool const is_kept = step_.from != 0 && te_.level(step_.from - 1).generated;
        if constexpr (!Plan::has_marks) {
            if (is_kept) return kept_list();
        }
        int shortest = -1;
        std::uint32_t degree = 0;
        for (int i = 0; i < te_.size(); ++i) {
            if ((step_.adjacent >> i & 1) == 0) continue;
            auto const own = static_cast<std::uint32_t>(list(i).degree(te_.level(i).vertex));
            if (shortest >= 0 && own >= degree) continue;
            shortest = i;
            degree = own;
        }
        GraphRef const& graph = list(shortest);
        VertexId const v = te_.level(shortest).vertex;
        if (is_kept && te_.level(step_.from - 1).total <= degree) return kept_list();
        return {graph.neighbours + graph.begin(v),
                degree,
                static_cast<MatchingPlan::Positions>(1u << shortest),
                0,
                shortest,
                graph.begin(v),
                true};
    }

    // Lanes: any. Returns: true if u, the i-th entry of the source, can be the vertex. Cost: O(log degree) for each
    // vertex to test.
    CERRADO_FN bool holds(Source const& from, std::uint32_t entry, VertexId u) const {
        if (is_within(u) != (side_ == Side::within) || te_.graph().degree(u) < step_.degree) return false;
        if constexpr (has_cursors) {
            if (u < cursors_.last) look_from(u);
            cursors_.last = u;
        }
        unsigned const adjacent = asked_adjacent() & ~from.adjacent;
        unsigned const strange = step_.strange & ~from.strange;
        for (int i = 0; i < te_.size(); ++i) {
            VertexId const v = te_.level(i).vertex;
            if (u == v) return false;
            if ((adjacent >> i & 1) != 0 && !is_in_list(i, u)) return false;
            if ((strange >> i & 1) != 0 && is_in_list(i, u)) return false;
        }
        if constexpr (Plan::has_marks) {
            auto const entry_of = [&](int i) { return i == from.owner ? from.begin + entry : entry_in(i, u); };
            if (!plan_.allows(te_.size(), u, from.owner, entry_of)) return false;
            if constexpr (Plan::has_joins) return plan_.joins_allow(te_, te_.size(), u, held_, entry_of);
        }
        return true;
    }

    // For the last vertex. Lanes: any. Returns: the number of rows that the match with u is in the answer of a query.
    CERRADO_FN Count rows(VertexId u) const {
        if constexpr (!Plan::has_joins)
            return 1;
        else
            return plan_.rows(te_, te_.size(), u, held_, [&](int i) { return entry_in(i, u); });
    }

    // For the last vertex. Lanes: any. Returns: true if no vertex outside of the match is adjacent to all vertices of a
    // banned set. Cost: one list of the set, O(log degree) for each other vertex of the set.
    CERRADO_FN bool is_free_of_banned(VertexId u) const {
        for (int i = 0; i < plan_.bans; ++i) {
            if (is_somebody_adjacent(plan_.ban[i], u)) return false;
        }
        return true;
    }

private:
    CERRADO_FN bool is_within(VertexId u) const { return u >= first_ && u < end_; }
    CERRADO_FN Source kept_list() const {
        MatchingPlan::Step const& met = plan_.steps[step_.from];
        return {
            te_.extensions(step_.from), te_.level(step_.from - 1).total, met.adjacent, met.strange, -1, 0, !met.keeps};
    }

    // An arc implies adjacency, so vertices that were tested for arcs are not tested again.
    CERRADO_FN unsigned asked_adjacent() const {
        if constexpr (Plan::has_marks) return step_.adjacent & ~plan_.joined[te_.size()];
        return step_.adjacent;
    }

    CERRADO_FN VertexId vertex(int i, VertexId u) const { return i < te_.size() ? te_.level(i).vertex : u; }

    CERRADO_FN bool is_somebody_adjacent(MatchingPlan::Positions set, VertexId u) const {
        GraphRef const& graph = te_.graph();
        VertexId const v = vertex(lowest_bit(set), u);
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            VertexId const x = graph.neighbours[p];
            bool is_it = true;
            for (int i = 0; is_it && i <= te_.size(); ++i) {
                VertexId const other = vertex(i, u);
                is_it = x != other && ((set >> i & 1) == 0 || graph.adjacent(other, x));
            }
            if (is_it) return true;
        }
        return false;
    }

    // Candidates ascend, except in a list that also keeps entries beyond its bounds. If one lane has all candidates,
    // each search begins where the one before ended.
    static constexpr bool has_cursors = T::WarpType::width == 1;
    struct Cursors {
        EdgeOffset at[MatchingPlan::max_vertices];
        VertexId last;
    };
    struct NoCursors {};

    CERRADO_FN void look_from(VertexId last) const {
        cursors_.last = last;
        for (int i = 0; i < te_.size(); ++i) cursors_.at[i] = list(i).begin(te_.level(i).vertex);
    }

    // The lists in which u is looked for as a neighbour of the i-th vertex.
    CERRADO_FN GraphRef const& list(int i) const {
        if constexpr (Plan::has_marks)
            return plan_.list(te_.graph(), te_.size(), i);
        else
            return te_.graph();
    }

    // Lanes: any. Returns: the place of u in the list of the i-th vertex, or the list's end if u is not in it.
    CERRADO_FN EdgeOffset find(int i, VertexId u) const {
        GraphRef const& graph = list(i);
        VertexId const v = te_.level(i).vertex;
        if constexpr (has_cursors) {
            EdgeOffset const end = graph.end(v);
            EdgeOffset from = cursors_.at[i];
            EdgeOffset step = 1;
            for (; from + step < end && graph.neighbours[from + step] < u; step *= 2) from += step;
            from = graph.lower_bound(from, from + step < end ? from + step : end, u);
            cursors_.at[i] = from;
            return from < end && graph.neighbours[from] == u ? from : end;
        } else {
            return graph.find(v, u);
        }
    }
    CERRADO_FN bool is_in_list(int i, VertexId u) const {
        VertexId const v = te_.level(i).vertex;
        if constexpr (has_cursors) return find(i, u) != list(i).end(v);
        return list(i).adjacent(v, u);
    }
    // The same for MarkedPlan, which takes no_entry for the end.
    CERRADO_FN EdgeOffset entry_in(int i, VertexId u) const {
        EdgeOffset const found = find(i, u);
        return found == list(i).end(te_.level(i).vertex) ? Plan::no_entry : found;
    }

    T const& te_;
    Plan const& plan_;
    MatchingPlan::Step const& step_;
    Side side_;
    VertexId first_ = 0;
    VertexId end_ = no_vertex;
    [[no_unique_address]] mutable std::conditional_t<has_cursors, Cursors, NoCursors> cursors_;
    [[no_unique_address]] mutable typename Plan::Held held_; // read by the conditions on several vertices
};

// The number of ways to choose disjoint sets of vertices, one set of each kind, each with a given number of members.
//
// A class consists of the vertices that can be of the same kinds. The members of the first kind's set come from the
// classes of vertices that can be of this kind. Every way to share the members out to these classes is counted. The
// vertices that are left in a class can only be of its other kinds, so they join the class that has just these kinds.
// Then the same is done for the remaining kinds.

// Returns: C(n, m). Requires: the result is below 2^128.
CERRADO_FN inline WideCount choose(Count n, int m) {
    if (n < static_cast<Count>(m)) return 0;
    WideCount sets = 1;
    for (int i = 0; i < m; ++i) {
        Count const factor = n - static_cast<Count>(i);
        Count const divisor = static_cast<Count>(i + 1);
        // The dividend may exceed 128 bits even if the quotient does not, so the larger part is divided first.
        bool const is_small = sets >> 64 == 0;
        WideCount const whole = is_small ? 0 : sets / divisor;
        sets = whole * factor + (sets - whole * divisor) * factor / divisor;
    }
    return sets;
}

// `of[c]`, c > 0: the number of vertices that can be of just the kinds in c (bit i: kind i). `members[i]`: the members
// of set i.
template <int kinds> class DisjointSets {
public:
    // Lanes: all. Returns: this lane's share. Cost: each kind but the last has a number of ways to share its m vertices
    // out to the classes that have it. The cost is the product of these numbers, divided by the width. So the last kind
    // should have the most members.
    template <class W>
    CERRADO_FN static WideCount share(W const& warp, VertexId const (&of)[1 << kinds], std::uint8_t const* members) {
        if constexpr (kinds == 1) {
            return choose(of[1], members[0]);
        } else {
            VertexId others[1 << (kinds - 1)];
            return from_classes<others_of_all>(warp, of, others, members, members[0]);
        }
    }

private:
    static constexpr int others_of_all = (1 << (kinds - 1)) - 1;

    // Counts the ways to take the last `left` vertices of the first kind. They come from the classes that have this
    // kind and whose other kinds are at most `rest`.
    template <int rest, class W> CERRADO_FN static WideCount from_classes(W const& warp,
                                                                          VertexId const (&of)[1 << kinds],
                                                                          VertexId (&others)[1 << (kinds - 1)],
                                                                          std::uint8_t const* members, int left) {
        if constexpr (rest == 0) {
            if (of[1] < static_cast<VertexId>(left)) return 0;
            WideCount const ways = DisjointSets<kinds - 1>::share(warp, others, members + 1);
            return ways == 0 ? 0 : ways * choose(of[1], left);
        } else {
            constexpr bool is_shared = kinds == 2; // by the lanes
            VertexId const both = of[2 * rest + 1];
            WideCount sum = 0;
            for (int taken = is_shared ? warp.lane() : 0; taken <= left && static_cast<VertexId>(taken) <= both;
                 taken += is_shared ? W::width : 1) {
                others[rest] = of[2 * rest] + both - static_cast<VertexId>(taken);
                WideCount const ways = from_classes<rest - 1>(warp, of, others, members, left - taken);
                if (ways != 0) sum += ways * choose(both, taken);
            }
            return sum;
        }
    }
};

} // namespace cerrado::phase
