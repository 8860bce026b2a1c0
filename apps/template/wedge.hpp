// Wedges: vertex-induced paths of three vertices, each met once, from its centre.
#pragma once

#include <cerrado/traversal/traversal.hpp>

struct Wedge {
    int k = 3;
    static constexpr int extension_lists = 1; // extensions come from one adjacency list at a time, so the run plans
                                              // less memory

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1) && te.size() == 2) { // both ends are neighbours of vertex 0, the centre
            te.filter([](auto const& t, cerrado::VertexId v) { return v > t.last() && !t.adjacent(1, v); });
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};
