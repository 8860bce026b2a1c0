// Wedges: vertex-induced paths of three vertices, each met once, from its centre.
#pragma once

#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

struct Wedge {
    int k = 3;
    static constexpr int extension_lists = 1; // extensions come from one adjacency list at a time, so the
                                              // run plans less memory

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (extend_to_ends(te)) te.aggregate_counter();
    }

    // Returns: true if the extensions are the ends that complete a wedge.
    template <class Traversal> CERRADO_FN bool extend_to_ends(Traversal& te) const {
        if (te.extend(0, 1) && te.size() == 2) { // both ends are neighbours of vertex 0, the centre
            te.filter([](auto const& t, cerrado::VertexId v) { return v > t.last() && !t.adjacent(1, v); });
        }
        return te.size() == 2;
    }
};

// Wedges, each handed to the run's sink.
struct WedgeList : Wedge {
    using Output = cerrado::Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (extend_to_ends(te)) te.aggregate_store();
    }
};
