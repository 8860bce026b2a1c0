// Makes a plan of a pattern, and shows it to a person.
#pragma once

#include <cerrado/pattern/marked_plan.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <string>
#include <vector>

namespace cerrado {

struct MatchQuery;

// The order in which vertices are found. Those that are counted together come last: as many as possible, and such that
// the others have the most edges. Among the others the one with the most neighbours is first. Then always comes one
// that is adjacent to most of those before it, among these the one with the most neighbours, then the least.
// Anti-vertices are left out.
std::vector<int> matching_order(Pattern const& pattern, bool induced);

// The order that takes the least work in a graph, among orders that begin with any edge of the pattern. Random walks
// predict it. The same graph always gives the same order. Throws as make_marked_plan(). Cost: if there is a choice,
// some thousand walks, which take a millisecond or a few.
std::vector<int> matching_order(Pattern const& pattern, bool induced, Graph const& graph);

// Predicts by random walks how many traversals of one vertex, two and so on a walk meets, up to the vertices that are
// walked to.
std::vector<double> predicted_traversals(Pattern const& pattern, bool induced, std::vector<int> const& order,
                                         Graph const& graph);

// Predicts by random walks the work of a walk: see PlanCost.
double predicted_work(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph);
// The same of a walk that meets each match, and counts none of its vertices together.
double predicted_work_to_each(MatchQuery const& query, std::vector<int> const& order, Graph const& graph);

// `order` has the vertices of the pattern's core, each but the first adjacent to one before it. Empty:
// matching_order(). Vertices at its end are counted together, if no two of them are adjacent and nothing else is asked
// of pairs of them. It takes as many as are of MatchingPlan::max_kinds kinds. Alike vertices are of one kind.
// `induced`: two vertices are not adjacent if the pattern says nothing about them. The plan ignores arcs and labels,
// but does not count vertices of such patterns together. Throws InputError for an order that is none, or if more than
// 15 vertices are walked to.
MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order = {});

// Does the same with the pattern's arcs and labels, for that graph. The plan does not know where the graph's lie.
// `induced`: two vertices that an arc of the pattern joins have no other arc between them. Nothing bears a label that
// the graph lacks. Throws InputError if the graph has no labels or directions at all.
MarkedPlan make_marked_plan(Pattern const& pattern, bool induced, std::vector<int> order, Graph const& graph);

// A line about a label that the pattern has and the graph, which has others, lacks. Empty if there is none.
std::string lacking_label(Pattern const& pattern, Graph const& graph);

// Does the same for a query. Throws InputError for a label that the graph lacks, too, unless the query allows it.
MarkedPlan marked_plan_of(MatchQuery const& query, std::vector<int> const& order, Graph const& graph);

// What plans with and without arcs and labels have in common.

// The positions in the order of the vertices of a set that stand before position `end`.
MatchingPlan::Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end);

inline bool includes(MatchingPlan::Positions all, MatchingPlan::Positions some) { return (some & ~all) == 0; }

// The order, or matching_order() if it is empty. Throws InputError if it is no order, or the pattern is not connected.
std::vector<int> checked_order(Pattern const& pattern, bool induced, std::vector<int> order);

// Whether a later vertex is asked all that the earlier one is asked, apart from adjacency and bounds.
using MayServe = std::function<bool(int earlier, int later)>;

// Whether no two vertices in `tails` are adjacent, nothing else is asked of two of them, and they are of few kinds.
bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails);

// Throws InputError if more than `most` vertices of a match would be found one after the other.
void require_few(int vertices, int most);

// In how many ways alike vertices that are counted together can be exchanged.
WideCount exchanges_of(MatchingPlan const& plan);

// `together` is the number of vertices at the end of the order that are counted together.
MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve);

// The plan for a person: a line for each vertex that is walked to, and for what is counted. `order`: the vertices of
// the pattern as the plan finds them.
std::string plan_text(MatchingPlan const& plan, Pattern const& pattern, std::vector<int> const& order);

} // namespace cerrado
