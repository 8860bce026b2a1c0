// Makes the plan of a pattern, and its text for a person.
#pragma once

#include "isomorphism/marks.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

struct MatchQuery;

// Returns: the order in which vertices are found. As many vertices as possible are counted together and come last, such
// that the others have the most edges among them. The first vertex is the one with the most neighbours. Each next
// vertex is adjacent to the most vertices before it; of several, it has the most neighbours; then it is the least.
// Anti-vertices are left out.
std::vector<int> matching_order(Pattern const& pattern, bool induced);

// Returns: the order that takes the least work in a graph, as random walks predict, among orders that begin with any
// edge of the pattern. The same graph always gives the same order. `meaning`: see MarkedPattern, which throws the same.
// Cost: if there is a choice, some thousand walks, which take a few milliseconds.
std::vector<int> matching_order(Pattern const& pattern, bool induced, Graph const& graph,
                                LabelMeaning const* meaning = nullptr);

// Predicts by random walks the number of traversals of one vertex, of two and so on, up to the number of vertices that
// the walk finds.
std::vector<double> predicted_traversals(Pattern const& pattern, bool induced, std::vector<int> const& order,
                                         Graph const& graph);

// Predicts by random walks the work of a walk: see PlanCost.
double predicted_work(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph,
                      LabelMeaning const* meaning = nullptr);
// Predicts the work of a walk that meets each match, and counts no vertices together.
double predicted_work_to_each(MatchQuery const& query, std::vector<int> const& order, Graph const& graph);

// Makes a plan. `order` has the vertices of the pattern's core, each but the first adjacent to an earlier one. If it is
// empty, matching_order() gives it. The longest end of the order is counted together in which the pattern has no
// condition on any two vertices, and which has at most MatchingPlan::max_kinds kinds of vertices. Alike vertices are of
// one kind. `induced`: two vertices are not adjacent if the pattern says nothing about them. The plan ignores arcs and
// labels, but does not count vertices of such patterns together. Throws InputError for an invalid order, and if the
// walk would have to find more than 15 vertices.
MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order = {});

// The same, but nothing if the walk would have to find too many vertices.
std::optional<MatchingPlan> plan_if_short(Pattern const& pattern, bool induced, std::vector<int> const& order);

// The conditions of a pattern on arcs and labels, and the bits of a graph that meet them.
class MarkedPattern {
public:
    // `meaning`: what the pattern's labels mean; null: those of the graph. A label that the graph lacks has no matches.
    // Throws InputError if the pattern has labels and the graph has none, and likewise for arcs; and if the pattern has too
    // many different conditions. The pattern must outlive the object.
    MarkedPattern(Pattern const& pattern, bool induced, Graph const& graph, LabelMeaning const* meaning = nullptr)
        : MarkedPattern(pattern, induced, needs_of(pattern, induced), graph, meaning) {}
    // The same for needs that say more than the pattern.
    MarkedPattern(Pattern const& pattern, bool induced, PatternNeeds needs, Graph const& graph,
                  LabelMeaning const* meaning);

    // Makes a plan that points into the bits. If two vertices are joined by an arc of the pattern and `induced` is true,
    // they have no other arc between them. `symmetry`: the automorphisms of the matches; nothing: those of the pattern.
    // `asks_more`: whether there are more conditions on the vertex at a position, so that its list serves no other.
    MarkedPlan plan(std::vector<int> order, std::optional<SymmetryBreaking> const& symmetry = {},
                    std::vector<bool> const& asks_more = {}) const;
    std::shared_ptr<MarkBits const> const& bits() const { return bits_; }
    PatternNeeds const& needs() const { return needs_; }

private:
    Pattern const& pattern_;
    bool const induced_;
    PatternNeeds needs_;
    std::shared_ptr<MarkBits const> bits_;
};

// Returns: a line about a label that the pattern has but the graph, which has other labels, lacks. It is empty if there
// is no such label.
std::string lacking_label(Pattern const& pattern, Graph const& graph);

// Makes the plan of a query. Throws as MarkedPattern does, and InputError for a label that the graph lacks, unless the
// query allows it.
MarkedWalk marked_plan_of(MatchQuery const& query, std::vector<int> const& order, Graph const& graph);
// Throws InputError if the pattern is not connected, or has arcs or labels that the graph lacks.
void require_marks(MatchQuery const& query, Graph const& graph);

// Parts that plans with and without arcs and labels share.

// Returns: the positions in the order, before position `end`, of the vertices of a set.
MatchingPlan::Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end);

inline bool includes(MatchingPlan::Positions all, MatchingPlan::Positions some) { return (some & ~all) == 0; }

// Returns: the order, or matching_order() if it is empty. Throws InputError if the order is invalid, or the pattern is
// not connected.
std::vector<int> checked_order(Pattern const& pattern, bool induced, std::vector<int> order);

// Returns: whether the later vertex has all conditions of the earlier one, apart from adjacency and bounds.
using MayServe = std::function<bool(int earlier, int later)>;

// Returns: whether the vertices in `tails` can be counted together: the pattern has no condition on any two of them,
// and they are of few kinds.
bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails);

// Throws InputError if the search would have to find more than `most` vertices one by one.
void require_few(int vertices, int most);

// Returns: the number of ways to exchange alike vertices that are counted together.
WideCount exchanges_of(MatchingPlan const& plan);

// Makes a plan. `together` is the number of vertices at the end of the order that are counted together. `symmetry`: the
// automorphisms of the matches; nothing: those of the pattern.
MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve, std::optional<SymmetryBreaking> const& symmetry = {});

// Returns: the plan for a person, with a line for each vertex that the walk finds, and for each number that is counted.
// `order`: the vertices of the pattern in the order in which the plan finds them.
std::string plan_text(MatchingPlan const& plan, Pattern const& pattern, std::vector<int> const& order);

} // namespace cerrado
