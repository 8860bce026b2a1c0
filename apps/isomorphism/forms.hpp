// The forms of the isomorphism count, which forms.cpp compiles once each, and those that are made of them.
#pragma once

#include "isomorphism/formula/formula.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <string>
#include <vector>

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

// Forms that choose another one for each graph: by its order, or by its form.

// Asks the form that of(graph, options) chooses. The time of the choice is part of RunResult's seconds.prepare. Without
// a graph it asks usual(options), which is likely to be that.
BoundApplication chosen_by_graph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                                 std::function<BoundApplication(RunOptions const&)> usual);

// Gives a query without an order one that suits the graph of each run. `bind` takes an order that is not empty. Throws
// InputError for an order that is none.
BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind);

// Which run a checkpoint is of, where an application's settings do not say it.

// Like `bound`, but its runs add `key` to that of their checkpoint.
BoundApplication with_key(BoundApplication bound, std::string const& key);

// The arcs and labels that a pattern asks for. Empty if it asks for none.
std::string marks_text(Pattern const& pattern);

} // namespace cerrado
