// Motif counting: every connected vertex-induced subgraph of k vertices, by pattern.
//
// Problem. The subgraph that a set of vertices induces has all edges between them. A run meets each connected set of k
// vertices once and counts how many have each pattern. Two subgraphs have the same pattern if one can be renamed into
// the other.
//
// Method. There are four forms.
// - MotifPaper takes all neighbours of the traversal and keeps those for which it stays canonical: exactly one order of
//   each set passes.
// - Motif uses ESU, which produces no extension that fails. Its extensions are the unconsumed extensions of the shorter
//   traversal, and the neighbours of the new vertex that are above the root and adjacent to no earlier vertex. The last
//   two levels are counted together, by the masks of the extensions and the edges between them.
// - DirectedMotif does the same by directed pattern.
// - MotifList lists the sets that Motif counts.
// The mask of an extension has a bit for each vertex of the traversal that it is adjacent to. A table leads from the
// class of a traversal and a mask to the class of the longer traversal (transition.hpp). So no subgraph is labelled
// during the run.
//
// Needs. A run needs the tables for k, which canonical/ builds once with nauty. k is 3 to 9, and 3 to 6 by directed
// pattern. DirectedMotif needs the directions of the graph's edges.
//
// Cost. The time grows with the number of subgraphs, less the levels that are counted together. To extend a traversal
// ESU reads its lists twice. The tables have about 110 thousand entries for k = 8, 2.9 million for k = 9, and 9.6
// million for directed patterns of 6 vertices.
//
// Sources. MotifPaper: Algorithm 9 of the DuMato thesis (Ferraz Aquino 2023). Canonical traversals: Arabesque (Teixeira
// et al., SOSP 2015). ESU: Wernicke (2006); the form without bookkeeping is Cerrado's own. nauty: McKay and Piperno
// (2014).
#pragma once

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The right column of Algorithm 9 of the DuMato thesis, line by line.
struct MotifPaper {
    int k;
    using Engine = Masks;
    using Output = ByPattern;
    static constexpr bool may_find_nothing = true;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) te.filter([](auto const& t, VertexId v) { return is_canonical(t, v); });
        if (te.size() == k - 1) te.aggregate_pattern();
    }
};

// The fast form: ESU meets every subgraph once without a filter. The last two levels are counted by mask.
struct Motif {
    int k;
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr bool may_find_nothing = true;
    static constexpr int counted_levels = 2;
    static constexpr int resident_warps = 36; // many warps, since each waits for tables that the caches do not hold
    int root_size() const { return k > 3 ? 2 : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive();
        } else {
            finish(te, te.by_pattern());
        }
    }
};

// The fast form for k up to 4. The tables are small, so more registers serve better than more warps.
struct SmallMotif : Motif {
    static constexpr int most = 4; // k
    static constexpr int resident_warps = 28;
};

// Hands each set of vertices that the fast form meets to the run's sink.
struct MotifList {
    int k;
    using Engine = Exclusive;
    using Output = Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_exclusive();
        if (te.size() == k - 1) te.aggregate_store();
    }
};

// The fast form by directed pattern. A mask says which arcs join an extension to each vertex.
struct DirectedMotif {
    int k;
    static constexpr bool may_find_nothing = true;
    std::uint8_t const* arcs; // the graph's, by entry of the lists: see GraphMarks
    using Engine = ExclusiveArcs;
    using Output = ByPattern;
    static constexpr int counted_levels = 2;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive(arcs);
        } else {
            finish(te, te.by_pattern(), arcs);
        }
    }
};

} // namespace cerrado
