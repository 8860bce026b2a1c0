// Matching: the extensions of a level are the vertices that a matching plan allows. They are a list.
//
// If the plan says so, a list starts from the list of an earlier level, which already meets some of the conditions.
// Otherwise it starts from the shortest adjacency list. It is filtered in one pass, and stays ascending. The last
// vertex, or the vertices that the plan counts together, are not listed but only counted. Source: plans of this kind
// are in GraphPi (Shi et al., SC 2020) and STMatch (Wei and Jiang, SC 2022).
#pragma once

#include <cerrado/engine/detail/lists/matching_condition.hpp>
#include <cerrado/engine/lists.hpp>
#include <cerrado/pattern/matching_plan.hpp>

#include <concepts>

namespace cerrado {

struct Matching {
    using Arrays = Lists::Arrays;
    using LevelState = NoState;
    using Carried = NoState;
    using Ref = Lists::Ref;
    static constexpr bool has_lists = true;
    static constexpr bool has_masks = false;
    static constexpr int max_vertices = MatchingPlan::max_vertices;
    static constexpr int most_counted_levels = 1;

    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static void check_size(TraversalNeeds const& needs);
        static JobNeeds jobs(TraversalNeeds const& needs);
        static Ref plan(ArrayPlan arrays, PlanRequest const& request) { return Lists::Planner::plan(arrays, request); }
    };

    template <class W, class Te> class Operators;
};

namespace phase {

// Calls take(is_one, u) for the entries of the source within the bounds, one entry per lane.
// Lanes: all; every lane calls `take` equally often. Cost: those entries, divided by the width.
template <class T, class Plan, class Take>
CERRADO_FN void for_each_match(T const& te, Condition<T, Plan> const& condition, Take const& take) {
    using W = typename T::WarpType;
    auto const from = condition.source();
    // Binary search skips the entries below the first candidate.
    std::uint32_t low = 0;
    for (std::uint32_t high = from.ascends ? from.size : 0; low < high;) {
        std::uint32_t const middle = low + (high - low) / 2;
        if (from.list[middle] < condition.first()) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (std::uint32_t first = low; first < from.size; first += W::width) {
        if (from.ascends && from.list[first] >= condition.end()) break;
        std::uint32_t const i = first + static_cast<std::uint32_t>(te.warp().lane());
        VertexId const u = i < from.size ? from.list[i] : no_vertex;
        take(u != no_vertex && condition.holds(from, i, u), u);
    }
}

// Lanes: all. Returns: the number of vertices that the plan allows as the last one. It is the same on every lane.
template <class T, class Plan> CERRADO_FN Count count_last(T const& te, Plan const& plan) {
    Count found = 0;
    Condition<T, Plan> const condition(te, plan, plan.steps[te.size()]);
    for_each_match(te, condition, [&](bool is_one, VertexId u) {
        found += is_one && (plan.bans == 0 || condition.is_free_of_banned(u)) ? condition.rows(u) : 0;
    });
    return te.warp().reduce_add(found);
}

// Lanes: all. Returns: the number of vertices that fit a set of the plan. It is the same on every lane. Cost: O(size
// log degree) for a set with one vertex and no strangers, otherwise the shortest list.
template <class T, class Plan>
CERRADO_FN Count count_of_set(T const& te, Plan const& plan, MatchingPlan::Step const& set) {
    if ((set.adjacent & (set.adjacent - 1)) == 0 && set.strange == 0) {
        int const at = lowest_bit(set.adjacent);
        VertexId const v = te.level(at).vertex;
        Count others = te.graph().degree(v);
        for (int i = 0; i < te.size(); ++i) {
            if (i != at && te.graph().adjacent(v, te.level(i).vertex)) --others;
        }
        return others;
    }
    Count found = 0;
    for_each_match(te, Condition<T, Plan>(te, plan, set), [&](bool is_one, VertexId) { found += is_one ? 1 : 0; });
    return te.warp().reduce_add(found);
}

// Lanes: all. Returns: the sum over the lanes, the same on every lane.
template <class W> CERRADO_FN WideCount reduce_add_wide(W const& warp, WideCount share) {
    auto const sum_of = [&](Count part) { return static_cast<WideCount>(warp.reduce_add(part)); };
    Count const low = static_cast<Count>(share);
    return (sum_of(static_cast<Count>(share >> 64)) << 64) + (sum_of(low >> 32) << 32) + sum_of(low & 0xffffffffu);
}

// Lanes: all. Returns: the number of disjoint sets of the plan's kinds. It is the same on every lane. `found`: the
// number of vertices that fit each set of the plan.
template <int kinds, class T, class Plan>
CERRADO_FN WideCount count_disjoint_sets(T const& te, Plan const& plan, Count const (&found)[MatchingPlan::max_sets]) {
    VertexId of[1 << kinds] = {};
    for (int c = 1; c < 1 << kinds; ++c) of[c] = static_cast<VertexId>(found[plan.of_kinds[c]]);
    // subtract the vertices that can also be of one kind more than `c`
    for (int kind = 1; kind < 1 << kinds; kind *= 2) {
        for (int c = 1; c < 1 << kinds; ++c) {
            if ((c & kind) == 0) of[c] -= of[c | kind];
        }
    }
    return reduce_add_wide(te.warp(), DisjointSets<kinds>::share(te.warp(), of, plan.members));
}

// Lanes: any. Returns: the sum of the plan's terms. `found`: the number of vertices that fit each set of the plan.
template <class Plan>
CERRADO_FN WideCount sum_of_terms(Plan const& plan, Count const (&found)[MatchingPlan::max_sets]) {
    WideCount sum = 0;
    for (int i = 0; i < plan.terms; ++i) { // modulo 2^128, so negative terms come out right
        MatchingPlan::Term const& term = plan.term[i];
        WideCount product = static_cast<WideCount>(static_cast<__int128>(term.coefficient));
        for (int j = 0; j < term.factors; ++j) product *= found[term.factor[j]];
        sum += product;
    }
    return sum;
}

// Lanes: all. Returns: the number of mappings of the vertices that are counted together. If the plan has no terms, it
// is the number of choices of a set of each kind. The same on every lane.
template <class T, class Plan> CERRADO_FN WideCount count_tails(T const& te, Plan const& plan) {
    Count found[MatchingPlan::max_sets];
    for (int i = 0; i < plan.sets; ++i) {
        found[i] = count_of_set(te, plan, plan.set[i]);
        if (i < plan.kinds && found[i] < (Plan::has_many_tails ? plan.members[i] : Count{1})) return 0;
    }
    if constexpr (Plan::has_many_tails) {
        if (plan.kinds == 2) return count_disjoint_sets<2>(te, plan, found);
        if (plan.kinds == 3) return count_disjoint_sets<3>(te, plan, found);
        return count_disjoint_sets<4>(te, plan, found);
    } else {
        if (plan.kinds == 1) return choose(found[0], plan.members[0]);
        return sum_of_terms(plan, found);
    }
}

// Lanes: any. Returns: true if a match can begin with the root.
template <class T, class Plan> CERRADO_FN bool is_root(T const& te, Plan const& plan) {
    if (te.graph().degree(te.root()) < plan.steps[0].degree) return false;
    if constexpr (Plan::has_marks) {
        auto const no_entry = [](int) { return Plan::no_entry; };
        if (!plan.allows(0, te.root(), Plan::no_list, no_entry)) return false;
        if constexpr (Plan::has_joins) {
            typename Plan::Held none; // conditions on one vertex read nothing that is held
            return plan.joins_allow(te, 0, te.root(), none, no_entry);
        }
    }
    return true;
}

} // namespace phase

template <class W, class Te> class Matching::Operators : public ListOperators<W, Te> {
    using Base = ListOperators<W, Te>;

public:
    // Makes the vertices that the plan allows next the extensions, ascending.
    // Requires: size() is below plan.walked. Lanes: all. Returns: true if they are new, as extend() of lists. Cost: one
    // list, that of an earlier level or the shortest; for each entry O(log degree) per vertex to test; divided by the
    // width.
    template <class Plan> CERRADO_FN bool extend(Plan const& plan) {
        Te& te = Base::te();
        if (phase::is_extended(te) || !phase::has_room(te, Method::extend)) return false;
        VertexId* const list = te.extensions(te.size());
        std::uint32_t kept = 0;
        if (te.size() == 1 && !phase::is_root(te, plan)) return phase::produced(te, 0);
        MatchingPlan::Step const& step = plan.steps[te.size()];
        auto const append = [&](phase::Side side) {
            phase::for_each_match(te, phase::Condition<Te, Plan>(te, plan, step, side), [&](bool is_one, VertexId u) {
                phase::append(te.warp(), list, nullptr, kept, is_one, u, Mask{0});
            });
            return kept;
        };
        std::uint32_t const extensions = append(phase::Side::within);
        bool const keeps = !Plan::has_marks && step.keeps;
        phase::produced(te, keeps && extensions > 0 ? append(phase::Side::beyond) : extensions);
        te.top().size = extensions;
        return true;
    }
    // The same as filter() of lists.
    template <class Predicate>
        requires(!std::derived_from<Predicate, MatchingPlan>)
    CERRADO_FN void filter(Predicate const& predicate) { Base::filter(predicate); }
    // Drops some of the extensions that complete a set for which the plan bans common neighbours: those for which a
    // vertex outside of the match is such a neighbour. Requires: size() is one less than the pattern's. Lanes: all.
    // Cost: for each extension and ban, a list of the set.
    template <class Plan>
    requires std::derived_from<Plan, MatchingPlan> CERRADO_FN void filter(Plan const& plan) {
        if (plan.bans == 0) return;
        phase::Condition<Te, Plan> const condition(Base::te(), plan, plan.steps[Base::te().size()]);
        Base::filter([&](auto const&, VertexId u) { return condition.is_free_of_banned(u); });
    }
    // Counts the mappings of the vertices that the plan leaves for last, without writing them, and consumes the
    // extensions. If the plan has no terms, it counts the sets of each kind.
    // Requires: size() is plan.walked, and k is one more. Lanes: all. Cost: as extend(), for each set of the plan; of a
    // ManyTailsPlan also the ways to share out the members of each kind.
    template <class Plan> CERRADO_FN void aggregate_tails(Plan const& plan) {
        Te& te = Base::te();
        if (!phase::is_at_last(te, Method::aggregate_tails)) return;
        bool const is_met = te.size() > 1 || phase::is_root(te, plan);
        if (is_met && !te.top().generated && te.aggregates_here()) {
            bool is_counted = false;
            if constexpr (!Plan::has_marks) { // a marked plan has no sets
                is_counted = plan.sets > 0;
                if (is_counted) te.add_once_wide(phase::count_tails(te, plan));
            }
            if (!is_counted) te.add_once(phase::count_last(te, plan));
        }
        te.top().generated = true;
        te.top().size = te.top().total = 0;
    }
};

} // namespace cerrado
