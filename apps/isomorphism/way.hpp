// Decides how the matches of a pattern are counted, for the library and for the texts of the command line.
#pragma once

#include "isomorphism/formula/formula.hpp"
#include "isomorphism/parts/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// Returns: the query with a pattern of the same meaning and without redundant conditions, since these could make two
// images of a match differ.
MatchQuery as_meant(MatchQuery query);

// The way of a count: a formula if it is set, else a signed sum, else parts, else a walk.
struct MatchWay {
    std::optional<Formula> formula;
    std::optional<SignedSum> sum;
    std::optional<PartsPlan> parts;
    std::vector<int> order; // of a walk: the query's order, or one that suits the graph
    double walk = 0;        // if there are parts: entries of lists that take as long as a walk; 0: not known

    bool is_walk() const { return !formula && !sum && !parts; }
};

// Returns: the likely way, without a graph. Throws InputError for an invalid order, and if a formula is asked for but
// there is none.
MatchWay way_of(MatchQuery const& query);
// Returns: a formula if there is one, else a sum if it takes far less work than the walk or if a formula is asked for,
// else a walk. Also throws as marked_plan_of().
MatchWay way_of(MatchQuery const& query, Graph const& graph);

std::string describe(MatchWay const& way, Pattern const& pattern); // a line for a person; empty: a walk

// Returns: what a plan of parts asks about the graph, which it refers to.
GraphOutline outline_for_parts(Graph const& graph);

// Returns: the graph without the given vertices whose bit of `subset` is set.
Graph without(Graph const& graph, std::span<VertexId const> vertices, std::size_t subset);

// Returns: a bound of the number of mappings: those of a spanning tree, in which vertices may fall together. The pattern has
// up to 16 vertices and no anti-vertices. O(vertices of the pattern x edges).
double most_mappings(Graph const& graph, MatchQuery const& query, int threads);

// The count is 1 if there is a match through the query's vertices, else 0.
BoundApplication bind_existence_through(MatchQuery const& query);
BoundApplication bind_way(MatchQuery const& query, MatchWay const& way);

// Returns: bind_matches(), which takes the known way of the graph if the options of the run allow it. Requires:
// as_meant() made the query.
BoundApplication bind_known_way(MatchQuery const& query, std::optional<MatchWay> const& known);

} // namespace cerrado
