// Isomorphism counts for a plain C++ program, on the GPU if there is one. The caller needs neither templates nor nvcc.
//
//   auto const houses = cerrado::count_matches(graph, {.pattern = cerrado::parse_pattern("house")});
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace cerrado {

struct MatchQuery {
    Pattern pattern;          // parse_pattern() reads one in many notations
    bool induced = false;     // two vertices are not adjacent if the pattern says nothing about them
    std::vector<int> order{}; // order in which its vertices are found; empty: chosen for the graph
    // walk; formula, which throws InputError if the pattern has none; or fast: a formula if there is one and if no
    // order, no roots and no narrower warps than 32 lanes are asked for, else a walk. A partial run by a formula has
    // count 0.
    Algorithm algorithm = Algorithm::fast;
    bool as_found = false;        // lists any image of a match, in the order of `order`, which must then be given
    bool labels_may_lack = false; // true: a label that the graph lacks has no matches; false: it is refused
};

// RunResult::count is the number of matches. Mappings that differ by an automorphism of the pattern are one match. Two
// patterns with the same conditions have the same automorphisms: in an induced pattern, forbidding an edge that it
// lacks changes nothing.
struct MatchResult : RunResult {
    WideCount automorphisms = 1;
    std::optional<WideCount> mappings{}; // the count times the number of automorphisms; empty if that exceeds 128 bits
};

// Throws InputError for a pattern that is not connected, or that has arcs or labels which the graph lacks (see
// <cerrado/graph/marks.hpp>); for an invalid order; if the count can exceed 128 bits; and for options that do not
// fit the graph. Throws Error if the machine cannot do the run. MatchResult::status tells whether the count covers all
// roots.
MatchResult count_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});

// Returns: an application whose runs count as count_matches() does.
BoundApplication bind_matches(MatchQuery const& query);

// Hands each match to one of the sinks of RunOptions, by the original ids, in the order of the pattern's vertices
// without anti-vertices. It gives the least image of a match: the least id at the first vertex, then the least at the
// second, and so on. A device_sink gets records as with MatchQuery::as_found. RunResult::count is the number of matches
// delivered. No formula does this. With a small StoreInput::limit it finds matches as find_match() finds one.
RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options);
RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options = {});
BoundApplication bind_match_list(MatchQuery const& query);

// A match that was found as soon as possible. A special search on the host looks for it. If that does not end at once,
// a walk or a count runs beside it on the device that was asked for. RunResult::device tells which of them gave the
// answer.
struct FoundMatch : RunResult {         // its count is 1 or 0
    std::optional<bool> exists{};       // empty: the run ended before the answer was known
    std::vector<OriginalId> vertices{}; // one image, in the order of the pattern's vertices without anti-vertices
};
// Finds a match of a pattern of up to 32 vertices. Throws InputError as count_matches() does, but never for the number
// of matches.
FoundMatch find_match(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});
BoundApplication bind_match_exists(MatchQuery const& query); // the count is 1 if there is a match, else 0

// Counts the matches at each vertex. of<PerOrbit>() of the result has these numbers, and its LocalCounts::by_orbit
// splits them by the orbit of the pattern that the vertex has in the match. The columns are the orbits of the pattern's
// vertices without anti-vertices, named by the least vertex of each, ascending: match_orbits() of
// Pattern::meaning(induced). With the algorithm fast, patterns of 3 to 5 vertices are counted by roles as in
// count_graphlet_orbits(), if that is predicted to take less work than a walk. The algorithm formula always takes
// roles, if the pattern has them. A run with an order, roots or a checkpoint walks.
RunResult count_local_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});
BoundApplication bind_local_matches(MatchQuery const& query);
std::vector<int> match_orbits(Pattern const& pattern);

} // namespace cerrado
