// The matches of a pattern one by one. They are handed to a sink, or counted for each vertex.
#pragma once

#include <cerrado/engine/matching.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The walk that both forms share.
struct EachMatch {
    int k;
    MarkedPlan plan;
    using Engine = Matching;
    static constexpr int extension_lists = 1;

protected:
    // Lanes: all. Returns: whether the extensions are the last vertices of matches.
    template <class Traversal> CERRADO_FN bool ends_matches(Traversal& te) const {
        bool const is_new = te.extend(plan);
        if (te.size() < k - 1) return false;
        if (is_new) te.filter(plan);
        return true;
    }
};

// Each match comes once, its vertices in the order of the plan. The run needs a sink.
struct MatchList : EachMatch {
    using Output = Store;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_store();
    }
};

// In how many matches each vertex is, by the orbits of the pattern.
struct MatchOrbits : EachMatch {
    PositionOrbits of_positions;
    using Output = PerOrbit;

    PositionOrbits orbits() const { return of_positions; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (ends_matches(te)) te.aggregate_orbits();
    }
};

} // namespace cerrado
