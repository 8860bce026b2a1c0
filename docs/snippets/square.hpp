// Tutorial 1, step 2: squares, which are cycles of four vertices without a chord, each met once.
#pragma once

#include <cerrado/traversal/traversal.hpp>

struct Square {
    int k = 4;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using cerrado::VertexId;
        if (te.size() == 1) {
            if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return v > t.root(); });
        } else if (te.size() == 2) {
            if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return v > t.last() && !t.adjacent(1, v); });
        } else if (te.extend(1, 2)) {
            te.filter([](auto const& t, VertexId v) { return v > t.root() && t.adjacent(2, v) && !t.adjacent(0, v); });
            te.aggregate_counter();
        }
    }
};
