// Network motifs: the patterns that are more frequent in a graph than in random graphs which keep some of its
// properties.
//
// Problem. A search counts each pattern of k vertices in the graph and in about a thousand random graphs, and compares
// the counts. A single small graph is too little work for a GPU. On a processor, the start of a run takes about as long
// as the count of a small graph.
//
// Method. The random graphs begin as copies of the graph, and steps exchange the ends of their edges
// (models/switching.hpp, models/random_graphs.hpp). The random graphs stand side by side as one graph: each is a group
// of vertices, and no edge joins two groups. One run counts the subgraphs of all groups. There are four forms.
// - Census walks as Motif does. It adds a subgraph to the counts of its root's group, so the output has a row of
//   classes for each group.
// - DirectedCensus counts directed patterns, and walks as DirectedMotif does.
// - DirectedCodeCensus gives each subgraph a code in place of a class, because tables of classes end at fewer vertices.
// - EachCensus (each_census.hpp) visits the subgraphs one by one. It serves patterns with labels, and samples.
// statistics.hpp compares the counts of the graph with those of the random graphs.
//
// Needs. The walk needs the tables for k, and the group of each vertex. ByPatternInput::groups is the number of groups.
//
// Cost. A census costs as much as Motif or DirectedMotif on all graphs together, and one more read for each finished
// traversal. Making a random graph takes ten steps for each edge, or a hundred in the model jdm.
//
// Sources. Network motifs and the models mutual and triads: Milo et al. 2002. The walk: motif.hpp. Samples: Wernicke
// 2006. Graphs side by side are Cerrado's own.
#pragma once

#include "motif/motif.hpp"

#include <cerrado/output/detail/codes/by_arc_code.hpp>

namespace cerrado {

// An output for finish() that adds to the row of a group. Lanes: as for ByPattern.
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

// An output for finish() that adds codes to the counts of a group.
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
    std::uint32_t const* group; // the group of each vertex
    bool begins_with_edges;     // if true and k > 3, roots are edges; false if lists are rewritten, see lists_of()
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

// The census by directed pattern. `Row` is the output that adds to the counts of a group.
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
// The census by code, for patterns that have too many vertices for tables.
using DirectedCodeCensus = DirectedCensusOf<LongExclusiveArcs, ByArcCode, CodesOfGroup>;

} // namespace cerrado
