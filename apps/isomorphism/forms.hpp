// The forms of the isomorphism count. forms*.cpp compile each once.
#pragma once

#include "isomorphism/formula/formula.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/pattern/marked_plan.hpp>

#include <functional>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan);
// For graphs of directions and labels: the plan depends on the graph's.
using MarkedPlanOf = std::function<MarkedPlan(Graph const&)>;
BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked);

// Meets each match one by one, to hand it to a sink in the plan's order, or to count it for its vertices. `size` is the
// number of vertices of a match.
BoundApplication match_list_form(MarkedPlanOf const& plan_of, int size, bool has_marks);
BoundApplication match_orbits_form(MarkedPlanOf const& plan_of, int size, PositionOrbits const& orbits, bool has_marks);

BoundApplication formula_form(Formula formula); // counts the matches themselves, on full warps

} // namespace cerrado
