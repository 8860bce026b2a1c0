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

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/codes/by_code.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// What finish() takes for an output: it adds to the row of a group. Lanes: as ByPattern's.
template <class Traversal> struct RowOfGroup {
    static constexpr bool takes_patterns = true;
    Traversal& te;
    std::uint32_t first; // class of all rows

    CERRADO_FN TransitionTableRef const& patterns() const { return te.by_pattern().patterns(); }
    CERRADO_FN void reserve(Count at_most) { te.by_pattern().reserve(at_most); }
    CERRADO_FN void add(std::uint32_t which, Count count) { te.by_pattern().add(first + which, count); }
};

struct Census {
    int k;
    std::uint32_t const* group; // by vertex
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr int counted_levels = 2;
    static constexpr int resident_warps = 36; // they wait for tables that the caches do not hold
    int root_size() const { return k > 3 ? 2 : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive();
        } else {
            RowOfGroup<Traversal> row{te, group[te.root()] * te.by_pattern().patterns().classes[k]};
            finish(te, row);
        }
    }
};

// The same by directed pattern.
struct DirectedCensus {
    int k;
    std::uint32_t const* group;
    std::uint8_t const* arcs; // the graph's, by entry of the lists: see GraphMarks
    using Engine = ExclusiveArcs;
    using Output = ByPattern;
    static constexpr int counted_levels = 2;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive(arcs);
        } else {
            RowOfGroup<Traversal> row{te, group[te.root()] * te.by_pattern().patterns().classes[k]};
            finish(te, row, arcs);
        }
    }
};

// What finish() takes for an output by code.
template <class Traversal> struct CodesOfGroup {
    static constexpr bool takes_patterns = true, takes_codes = true;
    Traversal& te;
    std::uint32_t group;

    CERRADO_FN TransitionTableRef const& patterns() const { return te.by_code().patterns(); }
    CERRADO_FN void reserve(Count) {}
    CERRADO_FN auto advance(ByCode::LevelState const& state, int length, std::uint32_t mask) const {
        return te.by_code().advance(state, length, mask);
    }
    CERRADO_FN void add(std::uint64_t code, Count count) { te.by_code().add(code, group, count); }
};

// The same by directed pattern of more vertices than tables have: by code.
struct DirectedCodeCensus {
    int k;
    std::uint32_t const* group;
    std::uint8_t const* arcs;
    using Engine = LongExclusiveArcs;
    using Output = ByCode;
    static constexpr int counted_levels = 2;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive(arcs);
        } else {
            CodesOfGroup<Traversal> codes{te, group[te.root()]};
            finish(te, codes, arcs);
        }
    }
};

} // namespace cerrado
