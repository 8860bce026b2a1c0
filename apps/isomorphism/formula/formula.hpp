// Matches that need no walk: a formula counts those of some patterns, sums of other matches those of others.
#pragma once

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
    cliques // of 3 vertices or more: their own application counts them, by pivots
};

// Returns: nothing for a pattern that has no formula, or says more than its edges, for a given order, for a walk, and
// for induced matches, unless the pattern is a clique.
std::optional<Formula> formula_of(MatchQuery const& query);

std::string_view describe(Formula formula); // a line for a person

// Makes runs that sum something up runs of a formula. The count of a partial run is 0, since it may not have met what
// must be subtracted.
BoundApplication as_formula(BoundApplication const& sums);

// Matches with vertices that must not be adjacent, as a sum of matches that do not ask for it: those of the pattern
// without what it forbids, less those that have a forbidden edge, and so on.
//
// For mappings inclusion and exclusion gives the sum, over all sets of the forbidden edges, of (-1)^|set| times the
// mappings of the pattern with these edges besides.

struct SumTerm {
    Pattern pattern; // says no more than its edges
    int coefficient = 0;
    std::vector<int> order{}; // in which a walk finds its vertices; empty: chosen when it runs, or a formula counts it
};
using SignedSum = std::vector<SumTerm>;

// A term for each pattern that results. The pattern without what it forbids is first: it is the only one if nothing is
// forbidden and graphlets give it. Nothing if it has more vertices and forbids nothing; if it forbids more than 6 edges;
// if it has anti-vertices, arcs or labels; for a given order, and for a walk.
std::optional<SignedSum> signed_sum_of(MatchQuery const& query);

// Whether random walks say that the terms together take far less than a walk in that order. No if the walk is short.
// Terms that are walked get orders for the graph, unless graphlets give them.
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

// How often each vertex is at each orbit of a pattern.

// Whether passes give it for the pattern, whose meaning it is: it has 3 to 5 vertices, and neither arcs nor labels, and
// forbids all edges that it lacks, or none.
bool has_roles(MatchQuery const& query);

// A run does as `walk`, which gives PerOrbit, or takes the passes if they are predicted to take less. They belong to no
// root, so a run with roots or a checkpoint walks.
BoundApplication by_roles_where_cheaper(BoundApplication walk, MatchQuery const& query);

} // namespace cerrado
