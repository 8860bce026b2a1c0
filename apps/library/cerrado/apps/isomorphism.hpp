// Isomorphism counts for a plain C++ program, on the GPU if there is one. The caller needs neither templates nor nvcc.
//
//   auto const houses = cerrado::count_matches(graph, {.pattern = cerrado::parse_pattern("house")});
#pragma once

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>

#include <cerrado/pattern/pattern.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cerrado {

class LabelMeaning; // made for queries, see <cerrado/apps/query.hpp>

struct MatchQuery {
    Pattern pattern;      // parse_pattern() reads many ways to write one
    bool induced = false; // two vertices are not adjacent if the pattern says nothing about them
    // In which its vertices are found, each adjacent to an earlier one. Empty: the order that takes the least work in
    // the graph, according to random walks into it (Knuth 1975).
    std::vector<int> order{};
    // walk: vertex by vertex. formula: from triangles of edges and paths of two edges, for nine patterns of 4 or 5
    // vertices; from graphlets, for all of up to 5; and as a signed sum over patterns with fewer forbidden edges, if
    // the pattern forbids up to 6. It throws InputError if there is none. fast: by a formula if there is one and no
    // order, roots nor warps of less than 32 lanes are asked for; by graphlets or a sum only if random walks say that
    // it takes less time. parts: as a formula, by a plan for any pattern of 6 to 10 vertices, or of 3 to 10 with arcs or
    // labels, but without labels to discover and anti-vertices, and with up to 15 edges that a match must not have; see
    // <cerrado/apps/parts.hpp>. A walk is taken if that is less work, unless parts are asked for. A partial run by a
    // formula or by parts has the count 0.
    Algorithm algorithm = Algorithm::fast;
    bool as_found = false;        // lists any image of a match, in the order of `order`, which must then be given
    bool labels_may_lack = false; // true: a label that the graph lacks has no matches; false: it is refused
    // Only matches that have all of these vertices. A run for each way in which the pattern's vertices stand for them, up
    // to its automorphisms; no counts at vertices, and no labels to discover.
    std::vector<OriginalId> through{};
    std::shared_ptr<LabelMeaning const> meaning{}; // of the pattern's labels; null: they are those of the graph
};
std::string semantics_of_matches(bool induced, bool mappings = false); // the things that are counted, exactly

// The matches with these labels at the vertices of the pattern that discover them, in their order. Empty text: no
// label. Labels that an automorphism of the pattern exchanges are alike, and have one entry: the least by name.
struct LabelsCount {
    std::vector<std::string> labels;
    WideCount count = 0;
    friend bool operator==(LabelsCount const&, LabelsCount const&) = default;
};
// RunResult::of<ByLabels>() of bind_matches(), if the pattern discovers labels. The largest counts come first, equal
// ones in the order of their labels.
struct ByLabels {
    using Result = std::vector<LabelsCount>;
};

// RunResult::count is the number of matches. Mappings that differ by an automorphism of the pattern are one match. If
// matches are induced, forbidding an edge that the pattern lacks changes nothing. A walk also gives of<ByLength>(): the
// traversals of each length, if it does not count by label.
struct MatchResult : RunResult {
    WideCount automorphisms = 1;
    std::optional<WideCount> mappings{};  // the count times the number of automorphisms; empty if that exceeds 128 bits
    std::vector<LabelsCount> by_labels{}; // if the pattern discovers labels; the sum of the counts is RunResult::count
};

// Counts the matches. A walk follows a plan, which is data: for each vertex, to which earlier ones it is adjacent or
// not, and which of their numbers its own exceeds, so that one image of a match is met. Vertices at the end of the
// order are counted together if no two of them are adjacent and nothing else is asked of two of them. Patterns with
// arcs or labels, and lists, are walked to each vertex. A pattern that discovers labels (Pattern::discover_label(),
// 0:?) has a count for each combination of labels, too, see MatchResult::by_labels. A walk visits at most 15 vertices,
// or 16 if none are counted together. So a pattern of 17 to 32 vertices has a count if its others can be counted
// together, but no lists and no counts by vertex.
// Throws InputError for a pattern that is not connected, or that has arcs or labels which the graph lacks (see
// <cerrado/graph/marks.hpp>); for an invalid order; if the count can exceed 128 bits; and for options that do not
// fit the graph. Throws Error if the machine cannot do the run. MatchResult::status tells whether the count covers all
// roots.
MatchResult count_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});

// Returns: an estimate of the number of matches. It draws mappings of a spanning tree of the pattern and asks for the
// other conditions, so it takes long for a dense pattern that few of them meet. Throws InputError as count_matches(), and
// for an anti-vertex, labels to discover, a pattern of more than 16 vertices, `through`, roots, a checkpoint and several
// devices.
Approximation approximate_matches(GraphOrResident const& graph, MatchQuery const& query, Precision const& asked = {},
                                  RunOptions const& options = {});

// Returns: an application whose runs count as count_matches() does.
BoundApplication bind_matches(MatchQuery const& query);

// Hands each match to one of the sinks of StoreInput, by the original ids, in the order of the pattern's vertices
// without anti-vertices. It gives the least image of a match: the least id at the first vertex, then the least at the
// second, and so on. A device_sink gets records as with MatchQuery::as_found. RunResult::count is the number delivered.
// No formula does this. With a StoreInput::limit below 100000 it finds matches as find_match() finds one.
RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options);
RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options = {});
BoundApplication bind_match_list(MatchQuery const& query);

// The result of find_match(). The count is 1 if there is a match, else 0. RunResult::device and chosen.form ("first":
// the search) say what gave the answer.
struct FoundMatch : RunResult {
    std::optional<bool> exists{};       // nothing: the run ended before it was known
    std::vector<OriginalId> vertices{}; // of one image, in the order of the pattern's vertices without anti-vertices
};
// Finds one match of a pattern of up to 32 vertices as soon as possible. A search on the host looks for any image: it
// goes on with the vertex that has the fewest candidates, and takes its roots in turns, each time with twice the
// budget. If it has not ended after 25 ms, a count or a walk runs beside it on the device that was asked for. So a
// pattern without a match takes little longer than its count. With roots, a checkpoint, balancing or on lockstep the
// walk runs alone. Throws InputError as count_matches() does, but never for the number of matches.
FoundMatch find_match(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});
BoundApplication bind_match_exists(MatchQuery const& query); // the count is 1 if there is a match, else 0

// Counts the matches of each vertex. The result's of<PerOrbit>() says in how many matches the vertex is, and its
// LocalCounts::by_orbit how often it is at each orbit of the pattern. The columns are the orbits of the pattern's
// vertices without anti-vertices, named by the least vertex of each, ascending: match_orbits() of
// Pattern::meaning(induced). With the algorithm fast patterns of 3 to 5 vertices are counted by roles, as
// count_graphlet_orbits() counts them, and those of 6 to 10 by parts, if that is predicted to take less than a walk;
// formula always takes roles, if the pattern has them, and parts a plan of parts. A run with an order, roots or a
// checkpoint walks.
RunResult count_local_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options = {});
BoundApplication bind_local_matches(MatchQuery const& query);
std::vector<int> match_orbits(Pattern const& pattern);

} // namespace cerrado
