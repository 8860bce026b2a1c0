// A plan for a person.
#pragma once

#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <string>
#include <vector>

namespace cerrado {

// A line for each vertex that is walked to, and for what is counted. `order`: the vertices of the pattern as the plan finds them.
std::string plan_text(MatchingPlan const& plan, Pattern const& pattern, std::vector<int> const& order);

} // namespace cerrado
