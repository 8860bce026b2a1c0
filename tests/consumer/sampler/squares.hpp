// Chordless squares: estimated by random walks, and counted by the whole search.
#pragma once

#include "estimate.hpp"
#include "random_walk.hpp"

#include <cerrado/traversal/traversal.hpp>

// A square is met from its least vertex: two neighbours of it that are not adjacent, then a common neighbour of these.
struct NextOfSquare {
    template <class View> CERRADO_FN bool operator()(View const& t, cerrado::VertexId v) const {
        if (t.size() == 1) return v > t.root();
        if (t.size() == 2) return v > t.last() && !t.adjacent(1, v);
        return v > t.root() && t.adjacent(2, v) && !t.adjacent(0, v);
    }
};

struct SampledSquares {
    int k = 4;
    std::uint32_t walks = 200; // from each root
    std::uint64_t seed = 1;
    using Engine = RandomWalk;
    using Output = Estimate;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const closes = te.size() == k - 1;
        if (!te.extend(closes ? 1 : 0, closes ? 2 : 1)) return;
        te.filter(NextOfSquare{});
        if (closes) {
            te.end_walk();
        } else {
            te.choose(walks);
        }
    }
};

struct AllSquares {
    int k = 4;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const closes = te.size() == k - 1;
        if (te.extend(closes ? 1 : 0, closes ? 2 : 1)) te.filter(NextOfSquare{});
        if (closes) te.aggregate_counter();
    }
};
