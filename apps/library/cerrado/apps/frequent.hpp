// Frequent subgraphs of one graph for a plain C++ program, on the GPU if there is one.
//
//   for (auto const& found : cerrado::mine_frequent(graph, {.support = 300}).patterns)
//       std::cout << cerrado::format_pattern(found.pattern) << ": " << found.support << "\n";
//
// An embedding takes the vertices of a pattern to different vertices of the graph, such that labels, edges, directions
// and labels of edges are kept; other edges may be there. The domain of a pattern's vertex is the set of its images over
// all embeddings, so vertices of one orbit have one domain. The support is the size of the smallest domain. A pattern is
// frequent if its support is that asked for, or more. A larger pattern has no larger support.
// Source: Bringmann and Nijssen, PAKDD 2008 (minimum image based support).
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// Vertices without a label, in a graph with labels, are in no pattern; and likewise for edges.
struct FrequentQuery {
    std::uint64_t support = 0; // the least one, from 1 to the number of vertices
    int max_edges = 0;         // of a pattern; 0: any number
    int max_vertices = 0;      // of a pattern, from 2 to 15; 0: 15
    bool induced = false;      // no edge of the graph joins images of vertices that no edge of the pattern joins
    bool closed = false;       // only patterns of which none larger has the same support
    bool maximal = false;      // only patterns of which none larger is frequent
    std::uint64_t top = 0;     // only so many, those of the greatest support; 0: all
    bool domains = false;      // also the vertices of each domain
    // By vertex: the number of the graph that it belongs to, if `graph` has several side by side. The support of a pattern
    // is then the number of graphs that have it, as for gSpan, and a least support is at most their number.
    std::vector<std::uint32_t> graph_of{};
    std::function<void(std::string const&)> note{}; // called with remarks for a person; may be empty
};
std::string semantics_of(FrequentQuery const& query);

struct FrequentPattern {
    Pattern pattern{1};
    int edges = 0; // or arcs
    std::uint64_t support = 0;
    std::vector<int> orbits;                      // by vertex: the least vertex of its orbit
    std::vector<std::uint64_t> domain_sizes;      // by vertex
    std::vector<std::vector<OriginalId>> domains; // by vertex, ascending, if they are asked for; only of the least
                                                  // vertex of an orbit
};

// The patterns of one size: of so many edges, or of so many vertices if the query is induced.
struct FrequentLevel {
    int size = 0;
    std::uint64_t candidates = 0, frequent = 0;
};

// A run that is stopped has the patterns of whole levels.
struct FrequentResult : RunResult {
    std::vector<FrequentPattern> patterns; // by edges, then by support, the greatest first
    std::vector<FrequentLevel> levels;
};

// Mines the frequent connected patterns of one edge or more. Throws InputError for a query that does not fit the graph.
FrequentResult mine_frequent(GraphOrResident const& graph, FrequentQuery const& query, RunOptions const& options = {});

struct SupportQuery {
    Pattern pattern;
    bool induced = false;
    std::uint64_t at_least = 0;            // not 0: only whether the support is this or more
    bool domains = false;                  // also the vertices of each domain
    std::vector<std::uint32_t> graph_of{}; // as in FrequentQuery
};

struct SupportResult : RunResult {
    std::optional<FrequentPattern> found; // nothing if the run was stopped, or only asked whether
    std::optional<bool> is_at_least;      // the answer if the query has at_least
};

// Returns: the support of one pattern. Throws InputError for an anti-vertex, and as mine_frequent().
SupportResult support_of(GraphOrResident const& graph, SupportQuery const& query, RunOptions const& options = {});

// Returns: the needs of the run in a few lines for a person.
std::string estimate_frequent(Graph const& graph, FrequentQuery const& query, RunOptions const& options = {});

} // namespace cerrado
