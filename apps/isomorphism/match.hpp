// Isomorphism count: the matches of a pattern in a graph, each counted once.
//
// Problem. A pattern is a small connected graph. It says for each pair of its vertices that they are adjacent, that
// they are not, or nothing, and may ask for arcs and labels (pattern.hpp). A match is a class of mappings of the
// pattern into the graph under the pattern's automorphisms.
//
// Method. A matching plan is data (matching_plan.hpp). It says for each vertex to which of those before it it is
// adjacent, to which it is not, and which of their numbers its own exceeds or stays below. The bounds let one image of
// a match pass. The walk finds the vertices one after the other: a level starts from the list of an earlier one or from
// the shortest adjacency list, and one pass filters it. Vertices at the end of the order are counted together, if no
// two of them are adjacent and nothing else is asked of two of them. The order is the one that takes the least work in
// the graph, as random walks predict (plan_cost.hpp).
//
// Needs. The walk visits at most 15 vertices of a pattern, or 16 if no two of its vertices are counted together. Those
// that are counted together are of at most 4 kinds. A pattern has at most 32 vertices. The count must fit 128 bits.
// MarkedMatch serves graphs with directions and labels, and counts no vertices together. Some patterns need no walk:
// see formulas.hpp and formula.hpp. find_match.hpp finds a few matches sooner.
//
// Cost. The time grows with the number of traversals that the walk meets, times a pass over a list for each. A worker
// has one list for each level.
//
// Sources. Pattern-aware plans: GraphPi (Shi et al., SC 2020) and STMatch (Wei and Jiang, SC 2022). The restrictions
// come from a chain of stabilisers (Schreier and Sims). The prediction: Knuth, Estimating the efficiency of backtrack
// programs, Math. Comp. 1975.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

template <class Plan> struct MatchOf {
    int k; // one more than the vertices that are walked to
    Plan plan;
    using Engine = Matching;
    using Output = ByLength; // counts traversals by length, to compare them with the prediction
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) {
            if (te.extend(plan)) te.aggregate_length();
        } else {
            te.aggregate(plan);
        }
    }
};

using Match = MatchOf<MatchingPlan>;
struct ManyTailsMatch : MatchOf<ManyTailsPlan> {
    static constexpr int resident_warps = 32; // that wait for lists; few kinds need few registers
};
using MarkedMatch = MatchOf<MarkedPlan>; // for graphs of directions and labels

// The matches of a pattern one by one. They are handed to a sink, or counted for each vertex.

// The walk that both forms share.
struct EachMatch {
    int k;
    MarkedPlan plan;
    using Engine = Matching;
    static constexpr int extension_lists = 1;

protected:
    // Lanes: all. Returns: whether the extensions are the last vertices of matches.
    template <class Traversal> CERRADO_FN bool ends_matches(Traversal& te) const {
        bool const is_new = te.extend(plan);
        if (te.size() < k - 1) return false;
        if (is_new) te.filter(plan);
        return true;
    }
};

// Each match comes once, its vertices in the order of the plan. The run needs a sink.
struct MatchList : EachMatch {
    using Output = Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_store();
    }
};

// In how many matches each vertex is, by the orbits of the pattern.
struct MatchOrbits : EachMatch {
    PositionOrbits of_positions;
    using Output = PerOrbit;

    PositionOrbits orbits() const { return of_positions; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_orbits();
    }
};

} // namespace cerrado
