// The forms of the isomorphism count: compiled once, in forms*.cpp.
#pragma once

#include "isomorphism/formula.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/pattern/marked_plan.hpp>

#include <functional>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan);
// For graphs of directions and labels: the plan depends on the graph's. Its runs have no checkpoints.
using MarkedPlanOf = std::function<MarkedPlan(Graph const&)>;
BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked);

// Each match one by one: to a sink, in the plan's order; or counted for its vertices. `size`: vertices of a match.
BoundApplication match_list_form(MarkedPlanOf const& plan_of, int size, bool has_marks);
BoundApplication match_orbits_form(MarkedPlanOf const& plan_of, int size, PositionOrbits const& orbits, bool has_marks);

BoundApplication formula_form(Formula formula); // counts the matches themselves, on full warps

} // namespace cerrado
