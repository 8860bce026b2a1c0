// Counts of matches without a walk. Some patterns have a formula. The matches of others are a sum over other patterns.
#pragma once

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/run/resident.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

enum class Formula {
    four_cycles,
    five_cycles,
    diamonds,
    houses,
    butterflies,
    tailed_triangles,
    five_paths,
    tailed_cycles,
    gems,
    cliques // of 3 vertices or more; the clique application counts them by pivots
};

// Returns: the formula of the query. There is none if the pattern has no formula or has conditions besides its edges,
// if the query gives an order or asks for a walk, and for induced matches of a pattern that is not a clique.
std::optional<Formula> formula_of(MatchQuery const& query);

std::string_view describe(Formula formula); // a line for a person

// Returns: the number of copies of the pattern, of 3 to 5 vertices, whether or not other edges join their vertices.
WideCount copies_of(Pattern const& pattern, GraphletCounts const& counts);

// Returns: the number of pairs of neighbours of one vertex, which the passes over graphlets take one by one.
double wedges_of(Graph const& graph);

// Makes a form of sums the form of a formula. The count of a partial run is 0, since the run may not have met the terms
// that must be subtracted.
BoundApplication as_formula(BoundApplication const& sums);

// The matches of a pattern with forbidden edges, as a signed sum of matches of patterns without: the matches that may
// have the forbidden edges, less those that have one of them, and so on.
//
// By inclusion and exclusion the number of mappings is the sum, over all sets of forbidden edges, of (-1)^|set| times
// the number of mappings of the pattern with the edges of the set added.

struct SumTerm {
    Pattern pattern; // has no conditions besides its edges
    int coefficient = 0;
    std::vector<int> order{}; // for a walk; empty: chosen at the run, or a formula counts the term
};
using SignedSum = std::vector<SumTerm>;

// Returns: a term for each pattern that results. The first term is the pattern without its forbidden edges. It is the
// only term if nothing is forbidden and graphlets give the pattern. There is no sum if the pattern forbids nothing and
// has too many vertices for graphlets, if it forbids more than 6 edges, if it has anti-vertices, arcs or labels, and if
// the query gives an order or asks for a walk.
std::optional<SignedSum> signed_sum_of(MatchQuery const& query);

// Returns: whether random walks predict that the terms together take far less work than a walk in that order. It is
// false if the walk is short. Terms that a walk counts get orders for the graph, unless graphlets give them.
bool is_cheaper(SignedSum& sum, MatchQuery const& query, std::vector<int> const& order, Graph const& graph);

std::string describe(SignedSum const& sum, Pattern const& pattern); // in matches; a line for a person

// Runs the parts one after the other on a resident graph. The result is the sum of each count times its factor, over
// the divisor. The count of a partial run is 0.
struct CountedPart {
    BoundApplication bound;
    std::int64_t factor = 1;
};
BoundApplication bind_parts(std::vector<CountedPart> const& parts, WideCount divisor);
// Adds the count times the factor, modulo 2^128. Throws InputError if that alone is more than 128 bits hold.
void add_mappings(WideCount& sum, WideCount count, std::int64_t factor);
BoundApplication bind_sum(SignedSum const& sum, Pattern const& pattern);

// Counts of the matches of a pattern at each vertex, by the orbit that the vertex has in them.

// Returns: whether the passes over graphlets give these counts. The pattern must have 3 to 5 vertices, neither arcs nor
// labels, and must forbid all edges that it lacks, or none. Requires: as_meant() made the query.
bool has_roles(MatchQuery const& query);

// Returns: the column of count_graphlet_orbits() for a vertex of a connected pattern of 3 to 5 vertices.
std::size_t role_column(int k, std::uint64_t adjacency, int vertex);

// Runs `walk`, whose output is PerOrbit, or the passes if these are predicted to take less work. The passes belong to
// no root, so a run with given roots or a checkpoint walks.
BoundApplication by_roles_where_cheaper(BoundApplication walk, MatchQuery const& query);

} // namespace cerrado
