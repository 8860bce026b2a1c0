// The forms of the isomorphism count, and the forms that combine them. forms.cpp compiles each form once.
#pragma once

#include "isomorphism/formula/formula.hpp"
#include "isomorphism/label_keys.hpp"
#include "isomorphism/marks.hpp"
#include "isomorphism/parts/spread.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <string>
#include <vector>

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan);
// Makes the plan for a graph. The plan depends on the graph's directions and labels.
using MarkedPlanOf = std::function<MarkedWalk(Graph const&)>;
BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked);

// Meets each match one by one, to hand it to a sink in the plan's order, or to count it for its vertices. `size` is the
// number of vertices of a match.
BoundApplication match_list_form(MarkedPlanOf const& plan_of, int size, bool has_marks);
BoundApplication match_orbits_form(MarkedPlanOf const& plan_of, int size, PositionOrbits const& orbits, bool has_marks);

// Counts the matches by the labels of their vertices at these places of the plan's order. The graph says how many bits
// a label's number has.
BoundApplication label_keys_form(MarkedPlanOf const& plan_of, int size, LabelPlaces const& places);
int bits_of_label(Graph const& graph);

BoundApplication formula_form(Formula formula); // counts the matches themselves, on full warps

// Counts the maps of patterns with the same images of heads, modulo 2^128: ByKey<> has a number for each plan. `tails` has
// a number for every vertex of the graph for each tail of the plans, and `marks` the bits that the plans need.
using TailNumbers = std::vector<std::vector<Count>>;
BoundApplication spread_form(std::vector<SpreadPlan> const& plans, TailNumbers const& tails, MarkBits const& marks);
// The same at each vertex, by the image of each plan's role: PerOrbit has a column for each plan.
BoundApplication local_spread_form(std::vector<SpreadPlan> const& plans, TailNumbers const& tails,
                                   MarkBits const& marks);

// Forms that choose another form, or its order, for each graph.

// Uses the form that of(graph, options) returns. The time of the choice is part of RunResult's seconds.prepare. Without
// a graph it uses usual(options), which is likely to be the same form.
BoundApplication chosen_by_graph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                                 std::function<BoundApplication(RunOptions const&)> usual);

// Gives a query without an order one that suits the graph of each run. `bind` takes an order that is not empty. Throws
// InputError for an invalid order.
BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind);

// The keys of checkpoints, for runs that the settings of an application do not tell apart.

// Returns: `bound` with `key` added to the key of its checkpoints.
BoundApplication with_key(BoundApplication bound, std::string const& key);

// The arcs and labels that a pattern asks for. Empty if it asks for none.
std::string marks_text(Pattern const& pattern);

} // namespace cerrado
