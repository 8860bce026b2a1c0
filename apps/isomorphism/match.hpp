// Isomorphism count: the matches of a pattern in a graph, each counted once.
//
// Problem. A pattern is a small connected graph. For each pair of its vertices it requires an edge, forbids an edge, or
// leaves the pair open. It may also require arcs and labels (pattern.hpp). A mapping takes the vertices of the pattern
// to vertices of the graph that meet these conditions. Mappings that differ by an automorphism of the pattern are one
// match.
//
// Method. A matching plan is data (matching_plan.hpp). For each vertex it says which earlier vertices must be adjacent
// and which must not be, and whose numbers bound the vertex's own from below or above. The bounds let exactly one
// mapping of each match pass. The walk finds the vertices one after the other: a level starts from the list of an
// earlier one or from the shortest adjacency list, and one pass filters it. Vertices at the end of the order are
// counted together if the pattern has no condition on any two of them. Random walks predict the work of each order in
// the graph, and the order with the least work is taken (plan_cost.hpp).
//
// Needs. The walk finds at most 15 vertices of a pattern, or 16 if no two of its vertices are counted together. The
// vertices that are counted together are of at most 4 kinds. A pattern has at most 32 vertices. The count must fit 128
// bits. MarkedMatch serves graphs with directions and labels, and counts no vertices together. Some patterns need no
// walk: see formulas.hpp and formula.hpp. find_match.hpp finds a few matches sooner.
//
// Cost. The time grows with the number of traversals that the walk meets. Each traversal takes one pass over a list. A
// worker has one list for each level.
//
// Sources. Pattern-aware plans: GraphPi (Shi et al., SC 2020) and STMatch (Wei and Jiang, SC 2022). The restrictions
// come from a chain of stabilisers (Schreier and Sims). The prediction: Knuth, Estimating the efficiency of backtrack
// programs, Math. Comp. 1975.
#pragma once

#include "isomorphism/label_keys.hpp"

#include <cerrado/engine/matching.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

template <class Plan> struct MatchOf {
    int k; // one more than the number of vertices that the walk finds
    Plan plan;
    using Engine = Matching;
    using Output = ByLength; // counts traversals by length, for comparison with the prediction
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 1) {
            if (te.extend(plan)) te.aggregate_length();
        } else {
            te.aggregate_tails(plan);
        }
    }
};

using Match = MatchOf<MatchingPlan>;
struct ManyTailsMatch : MatchOf<ManyTailsPlan> {
    static constexpr int resident_warps = 32; // many warps, since each waits for lists; few kinds need few registers
};
using MarkedMatch = MatchOf<MarkedPlan>; // for graphs with directions and labels

// The next forms meet the matches of a pattern one by one. They hand them to a sink, or count them at each vertex or by
// label.

// The walk of these forms.
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

// Hands each match once to the run's sink, its vertices in the order of the plan.
struct MatchList : EachMatch {
    using Output = Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_store();
    }
};

// Counts the matches by the labels of some of their vertices.
struct MatchLabels : EachMatch {
    LabelPlaces places;
    using Output = LabelKeys;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!ends_matches(te)) return;
        te.aggregate_key([labels = plan.labels, own = places](auto const& t, VertexId u) {
            LabelKey key = 0;
            for (int i = 0; i < own.count; ++i) {
                VertexId const v = own.place[i] == t.size() ? u : t.vertex(own.place[i]);
                key = key << own.bits | (labels[v] + 1); // no_label + 1 is 0
            }
            return key;
        });
    }
};

// Counts the matches at each vertex, by the orbits of the pattern.
struct MatchOrbits : EachMatch {
    PositionOrbits of_positions;
    using Output = PerOrbit;

    PositionOrbits orbits() const { return of_positions; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_orbits();
    }
};

} // namespace cerrado
