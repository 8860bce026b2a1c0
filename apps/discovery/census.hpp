// Census: the connected induced subgraphs of several graphs, by graph and pattern.
//
// Problem. Network motifs ask how often each pattern is in each of a thousand small graphs. One of them is too little
// work for a GPU, and little more than the start of a run for a processor.
//
// Method. The graphs stand side by side as one: each is a group of its vertices, and no edge joins two groups. One run
// walks through all as Motif and DirectedMotif do. A subgraph lies in the group of its root, and counts there. So
// counts have a row of classes for each group.
//
// Needs. Tables for k, and the group of each vertex. ByPatternInput::groups says how many there are.
//
// Cost. The same as Motif and DirectedMotif have, and one read for each traversal that is finished.
//
// Source. Cerrado's own; the walk is in motif.hpp.
#pragma once

#include "motif/motif.hpp"

#include <cerrado/output/codes/by_arc_code.hpp>

namespace cerrado {

// What finish() takes for an output: it adds to the row of a group. Lanes: as ByPattern's.
template <class Traversal> struct RowOfGroup {
    static constexpr bool takes_patterns = true;
    Traversal& te;
    std::uint32_t group;

    CERRADO_FN TransitionTableRef const& patterns() const { return te.by_pattern().patterns(); }
    CERRADO_FN void reserve(Count at_most) { te.by_pattern().reserve(at_most); }
    CERRADO_FN void add(std::uint32_t which, Count count) {
        te.by_pattern().add(group * patterns().classes[te.k()] + which, count);
    }
};

// The same for an output by code.
template <class Traversal> struct CodesOfGroup {
    static constexpr bool takes_patterns = true, takes_codes = true;
    Traversal& te;
    std::uint32_t group;

    CERRADO_FN TransitionTableRef const& patterns() const { return te.by_code().patterns(); }
    CERRADO_FN void reserve(Count) {}
    CERRADO_FN auto advance(ByArcCode::LevelState const& state, int length, std::uint32_t mask) const {
        return te.by_code().advance(state, length, mask);
    }
    CERRADO_FN void add(std::uint64_t code, Count count) { te.by_code().add(code, group, count); }
};

struct Census : Motif {
    std::uint32_t const* group; // by vertex
    bool begins_with_edges;     // of the graph that was given; not where lists are written, see lists_of()
    int root_size() const { return begins_with_edges ? Motif::root_size() : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive();
        } else {
            RowOfGroup<Traversal> row{te, group[te.root()]};
            finish(te, row);
        }
    }
};

// By directed pattern. `Row` is what adds to the counts of a group.
template <class EngineType, class OutputType, template <class> class Row> struct DirectedCensusOf : DirectedMotif {
    std::uint32_t const* group;
    using Engine = EngineType;
    using Output = OutputType;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive(arcs);
        } else {
            Row<Traversal> row{te, group[te.root()]};
            finish(te, row, arcs);
        }
    }
};

using DirectedCensus = DirectedCensusOf<ExclusiveArcs, ByPattern, RowOfGroup>;
// For patterns of more vertices than tables have.
using DirectedCodeCensus = DirectedCensusOf<LongExclusiveArcs, ByArcCode, CodesOfGroup>;

} // namespace cerrado
