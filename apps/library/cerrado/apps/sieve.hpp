// Motifs in coloured graphs for a plain C++ program, on the GPU if there is one. A match is a connected set of vertices
// that can be given the colours of a motif, one each.
//
//   cerrado::SieveQuery query;
//   query.motif = cerrado::parse_coloured_motif("0^2,1,*");
//   query.colours = cerrado::read_colours("colours.txt", graph);
//   for (cerrado::VertexId v : cerrado::sieve(graph, query).support) ...
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

using Colour = std::uint64_t;

inline constexpr int max_sieved_vertices = 30;

// A motif: an entry for each vertex of a match, with its colour, or nothing if any colour will do.
using ColouredMotif = std::vector<std::optional<Colour>>;
// Reads entries between commas: a colour, `*` for any colour, `c^m` for m times c. Throws InputError for other text,
// and for no entry or more than 30.
ColouredMotif parse_coloured_motif(std::string const& text);
// Reads a motif of the labels of a graph: `hi^2,officer,*`. Throws InputError as parse_coloured_motif() does, and for a
// label that no vertex has.
ColouredMotif parse_labelled_motif(std::string const& text, Graph const& graph);

// The colours of each vertex of a graph. A vertex may have none.
using VertexColours = std::vector<std::vector<Colour>>;
// Reads lines `id colour[,colour...]`; # begins a comment. Ids that the graph lacks are skipped. `note` is called with
// their number, and with a header that was skipped. Throws InputError with the number of the line if an id comes twice
// or a colour is not a number. Also throws InputError if the graph has none of the ids.
VertexColours read_colours(std::string const& file, Graph const& graph,
                           std::function<void(std::string const&)> const& note = {});
VertexColours colours_of_labels(
    Graph const& graph); // as parse_labelled_motif() numbers them; see <cerrado/graph/marks.hpp>
VertexColours colours_modulo(Graph const& graph, std::uint64_t modulus); // original id modulo `modulus`
// Returns: colour 0 for the first k vertices of a depth-first search from a vertex that the seed chooses, and colour 1
// for the others. Throws InputError if the search finds fewer than k.
VertexColours planted_colours(Graph const& graph, int k, std::uint64_t seed);
// Returns: the colours that a text names: a file, `mod:M`, or `plant:k=20,seed=1`.
VertexColours colours_of(std::string const& text, Graph const& graph,
                         std::function<void(std::string const&)> const& note = {});

struct SieveQuery {
    ColouredMotif motif;
    VertexColours colours;
    // The bound of the probability that a vertex of a match is missed. It decides the number of runs, unless `repeat`
    // sets that number.
    double error = 1e-9;
    int repeat = 0;
    std::uint64_t seed = 1;
    bool oracle = false; // only whether there is a match is asked: the first run that finds one is the last
};
std::string semantics_of(SieveQuery const& query); // the things that are sought, exactly

struct SieveResult : RunResult {                 // its count is the number of vertices in `support`
    std::vector<VertexId> support;               // vertices that are in a match: positions in the graph, ascending
    std::vector<std::vector<std::uint8_t>> sums; // for each run the sum Q of each vertex of the graph
    VertexId sieved = 0; // number of vertices that the sieve took, without those that cannot be in a match
    int runs = 0;        // number of runs done
    int planned = 0;
    double miss = 1; // bound of the probability that `support` lacks a given vertex of a match
};

// How often a run is repeated so that all miss with at most `error`: a run misses with probability (2k - 1) / 254. 8,
// 12 and 15 times for 10, 20 and 30 vertices and 1e-9.
int sieve_runs(int k, double error);

// A graph with its colours and motif, and the claims of its file about the matches.
struct SieveProblem {
    Graph graph;
    SieveQuery query;                                // its motif and colours
    std::optional<std::vector<VertexId>> only_match; // the only match; ascending
    std::optional<std::uint64_t> match_count;        // the number of matches
};
// Reads lines `p motif n m`, then `e vertex vertex`, `n vertex colour`, `k colours` and `t unique vertices` or `t count
// matches`. Vertices are 1 to n. The file may be packed; `-` is standard input. Throws InputError with the number of
// a wrong line, and Error if the system cannot read the file.
SieveProblem read_sieve_problem(std::string const& path);

// Finds the vertices that are in a match. A polynomial over a field of 256 elements is evaluated at 2^k points with
// random factors: O(2^k k^2 m) for each run, whatever the number of matches. A vertex that it finds is in a match. The
// sums depend on the seed alone. RunOptions::devices and ranks, all of one kind, share the points. A stopped sieve has
// what its whole runs found; a checkpoint keeps the runs that are done. Throws InputError for a query or options that
// do not fit each other or the graph, Error for what the machine lacks.
SieveResult sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// The needs of sieve().
struct SievePlan {
    VertexId sieved = 0;     // number of vertices, without those that cannot be in a match
    std::uint64_t edges = 0; // number of edges among them
    int runs = 0;
    std::uint64_t points = 0;         // points of a run, 2^k
    std::uint64_t layers = 0;         // number of layers into which the points are cut
    std::uint64_t layers_at_once = 0; // layers on a device at the same time
    double products = 0;              // products over edges in a run
    std::uint64_t bytes = 0;          // memory of a device, the graph included
    DeviceKind device = DeviceKind::host;
    int devices = 1;
};
// Returns: the memory and work that sieve() would take. It prepares the graph on the host, which costs time. Throws as
// sieve() does, also if memory does not hold it.
SievePlan plan_sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// One match: k vertices, ascending. It is empty if the sieve finds none. A stopped search has Status::deadline or
// interrupted.
struct SievedMatch : RunResult {
    std::vector<VertexId> vertices;
};
// Finds one match. It drops vertices for as long as a run says that a match stays: those that it did not find in one,
// then random halves. All runs are needed to say that there is none.
SievedMatch find_sieved_match(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// Hands every match once to a sink of RunOptions, by original ids. It sieves first, and then searches the remaining
// vertices. It misses a match with a probability of at most k times the query's error.
SieveResult list_sieved_matches(Graph const& graph, SieveQuery const& query, RunOptions const& options);

} // namespace cerrado
