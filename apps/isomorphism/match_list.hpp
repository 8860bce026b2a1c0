// The matches of a pattern one by one: handed to a sink, or counted for each vertex.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Each match once, its vertices in the order of the plan. The run needs a sink.
struct MatchList {
    int k;
    MarkedPlan plan;
    using Engine = Matching;
    using Output = Store;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_new = te.extend(plan);
        if (te.size() < k - 1) return;
        if (is_new) te.filter(plan);
        te.aggregate_store();
    }
};

// In how many matches each vertex is, by the orbits of the pattern.
struct MatchOrbits {
    int k;
    MarkedPlan plan;
    PositionOrbits of_positions;
    using Engine = Matching;
    using Output = PerOrbit;
    static constexpr int extension_lists = 1;

    PositionOrbits orbits() const { return of_positions; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_new = te.extend(plan);
        if (te.size() < k - 1) return;
        if (is_new) te.filter(plan);
        te.aggregate_orbits();
    }
};

} // namespace cerrado
