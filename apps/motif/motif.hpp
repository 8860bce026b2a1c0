// Motif counting: every connected vertex-induced subgraph of k vertices, by pattern.
#pragma once

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/exclusive_arcs.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Algorithm 9 of the DuMato thesis, right column, line by line.
struct MotifPaper {
    int k;
    using Engine = Masks;
    using Output = ByPattern;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) te.filter([](auto const& t, VertexId v) { return is_canonical(t, v); });
        if (te.size() == k - 1) te.aggregate_pattern();
    }
};

// The fast form: ESU meets every subgraph once without a filter, and the last two levels are counted by mask.
struct Motif {
    int k;
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr int counted_levels = 2;
    static constexpr int resident_warps = 36; // that wait for tables which the caches do not hold
    int root_size() const { return k > 3 ? 2 : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_exclusive();
        } else {
            finish(te, te.by_pattern());
        }
    }
};

// The same for k up to 4, whose tables are small: more registers serve better than more warps.
struct SmallMotif : Motif {
    static constexpr int most = 4; // k
    static constexpr int resident_warps = 28;
};

// The same by directed pattern: each mask says of two vertices which arcs join them.
struct DirectedMotif {
    int k;
    std::uint8_t const* arcs; // where the graph's are, by entry of the lists: see GraphMarks
    using Engine = ExclusiveArcs;
    using Output = ByPattern;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_exclusive(arcs);
        if (te.size() == k - 1) te.aggregate_pattern();
    }
};

} // namespace cerrado
