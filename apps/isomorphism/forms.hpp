// The forms of the isomorphism count: compiled once, in forms*.cpp.
#pragma once

#include "isomorphism/formula.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/pattern/matching_plan.hpp>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan);
BoundApplication formula_form(Formula formula); // counts the matches themselves, on full warps

} // namespace cerrado
