// Tutorial 1, step 7: houses, edge by edge. A house is a square with a roof: five vertices and six edges.
#pragma once

#include <cerrado/traversal/traversal.hpp>

// Each house that is a subgraph, whatever other edges join its vertices.
struct House {
    int k = 5;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() == 2) {
            te.extend(1, 2);
        } else if (te.size() == 3) {
            te.extend_common(0, 2);
        } else if (te.aggregates_here()) {
            te.counter().add_once(te.count_common(0, 1));
        }
    }
};

// The same, without a walk to the fourth vertex: of it, too, only the number is wanted.
struct CountedHouse {
    int k = 5;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() == 2) {
            te.extend(1, 2);
        } else if (te.aggregates_here()) {
            cerrado::Count const pairs = te.count_common(0, 1) * te.count_common(0, 2);
            te.counter().add_once(pairs - te.count_common(0, 1, 2));
        }
    }
};
