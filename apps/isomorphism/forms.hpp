// The form of the isomorphism count: compiled once, in forms.cpp.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/pattern/matching_plan.hpp>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan);

} // namespace cerrado
