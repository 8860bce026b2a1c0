// From a pattern to a plan.
#pragma once

#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <string>
#include <vector>

namespace cerrado {

struct MatchQuery;

// The order in which vertices are found. Last come those that are counted together: as many as possible, such that what
// is left has the most edges. Of the others the most adjacent is first, then always one that is adjacent to most of
// those before it, of these the most adjacent, the least. Anti-vertices are left out.
std::vector<int> matching_order(Pattern const& pattern, bool induced);

// The order that takes the least work in a graph, of those that begin with any edge of the pattern: random walks say
// it. The same for the same graph. Throws as make_marked_plan(). Cost: where there is a choice some thousand walks,
// that is a millisecond or a few.
std::vector<int> matching_order(Pattern const& pattern, bool induced, Graph const& graph);

// How many traversals of one vertex, two and so on a walk meets, by random walks; to the vertices that are walked to.
std::vector<double> predicted_traversals(Pattern const& pattern, bool induced, std::vector<int> const& order,
                                         Graph const& graph);

// What a walk takes, by random walks: see PlanCost.
double predicted_work(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph);

// `order`: the vertices of the pattern's core, each but the first adjacent to one before it; empty: matching_order().
// Vertices at its end of which no two are adjacent, and of whose pairs nothing else is asked, are counted together: as
// many as are of MatchingPlan::max_kinds kinds; alike ones are of one kind.
// `induced`: vertices of which the pattern says nothing are not adjacent. Of arcs and labels it knows nothing, but that
// vertices of such patterns are not counted together. Throws InputError for an order that is none, or where more than 15
// vertices are walked to.
MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order = {});

// The same with the pattern's arcs and labels, for that graph; it does not know where the graph's are. `induced`:
// between two vertices that an arc of the pattern joins, there is no other. A label that the graph lacks is one that
// nothing bears. Throws InputError where it has no labels or directions at all.
MarkedPlan make_marked_plan(Pattern const& pattern, bool induced, std::vector<int> order, Graph const& graph);

// A line about a label of the pattern that the graph, which has others, lacks; empty where there is none.
std::string lacking_label(Pattern const& pattern, Graph const& graph);

// The same for a query. Throws InputError for a label that the graph lacks, too, unless the query allows it.
MarkedPlan marked_plan_of(MatchQuery const& query, std::vector<int> const& order, Graph const& graph);

} // namespace cerrado
