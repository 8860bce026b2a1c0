// Motifs in coloured graphs for a plain C++ program, on the GPU where one is there: connected sets of vertices that can be
// given the colours of a motif, one each.
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

// An entry for each vertex of a match: its colour, or nothing where any will do.
using ColouredMotif = std::vector<std::optional<Colour>>;
// Entries apart by commas: a colour, `*` for any, `c^m` for m times c. Throws InputError, also for none or more than 30.
ColouredMotif parse_coloured_motif(std::string const& text);
// The same by the labels of a graph: `hi^2,officer,*`. Throws InputError, too, for a label that no vertex bears.
ColouredMotif parse_labelled_motif(std::string const& text, Graph const& graph);

// Of each vertex of a graph its colours, which may be none.
using VertexColours = std::vector<std::vector<Colour>>;
// Lines `id colour[,colour...]`; # begins a comment. Ids that the graph lacks are passed over; `note` is called with how
// many, and with a header that was passed. Throws InputError with the line that is wrong: an id that was there before, a
// colour that is no number; and where the graph has none of the ids.
VertexColours read_colours(std::string const& file, Graph const& graph,
                           std::function<void(std::string const&)> const& note = {});
VertexColours colours_of_labels(
    Graph const& graph); // as parse_labelled_motif() numbers them; see <cerrado/graph/marks.hpp>
VertexColours colours_modulo(Graph const& graph, std::uint64_t modulus); // of the original id
// Colour 0 on the first k vertices of a depth-first search from a vertex chosen by the seed, 1 elsewhere. Throws InputError
// where the search from there finds fewer.
VertexColours planted_colours(Graph const& graph, int k, std::uint64_t seed);
// A file's name, `mod:M`, or `plant:k=20,seed=1`.
VertexColours colours_of(std::string const& text, Graph const& graph,
                         std::function<void(std::string const&)> const& note = {});

struct SieveQuery {
    ColouredMotif motif;
    VertexColours colours;
    // Runs are repeated until a vertex of a match is missed with at most this probability; or so often, where repeat is not
    // 0.
    double error = 1e-9;
    int repeat = 0;
    std::uint64_t seed = 1;
    // CUDA devices by their number, see list_devices(), that share the points of each run. Empty: the one that runs
    // use.
    std::vector<int> devices;
    bool oracle = false; // whether there is a match is all that is asked: the first run that says so is the last
};

struct SieveResult : RunResult {                 // its count is the number of vertices in `support`
    std::vector<VertexId> support;               // vertices that are in a match, ascending positions in the graph
    std::vector<std::vector<std::uint8_t>> sums; // of each run what was left at each vertex of the graph: Q
    VertexId sieved = 0; // vertices that were left when those were dropped that cannot be in a match
    int runs = 0;        // that were done
    int planned = 0;
    double miss = 1; // the probability that a vertex of a match is not in `support`, at most
};

// Times a run that misses with probability (2k - 1) / 254 is repeated so that all of them miss with at most `error`.
int sieve_runs(int k, double error);

// A graph with its colours and motif, and what its file claims of the matches.
struct SieveProblem {
    Graph graph;
    SieveQuery query;                                // its motif and colours
    std::optional<std::vector<VertexId>> only_match; // there is this one alone; ascending
    std::optional<std::uint64_t> match_count;        // there are so many
};
// Lines `p motif n m`, then `e vertex vertex`, `n vertex colour`, `k colours` and `t unique vertices` or `t count
// matches`; vertices are 1 to n. Packed or not; `-` is standard input. Throws InputError with the line that
// is wrong, Error when the system cannot read it.
SieveProblem read_sieve_problem(std::string const& path);

// All that is in `support` is in a match. Throws InputError for a query or options that do not fit each other or the
// graph, Error for what the machine lacks.
SieveResult sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// What sieve() would take.
struct SievePlan {
    VertexId sieved = 0;     // vertices that are left when those are dropped that cannot be in a match
    std::uint64_t edges = 0; // among them
    int runs = 0;
    std::uint64_t points = 0;         // 2^k, of a run
    std::uint64_t layers = 0;         // that these are cut into
    std::uint64_t layers_at_once = 0; // on a device
    double products = 0;              // over edges, of a run
    std::uint64_t bytes = 0;          // on a device, the graph included
    DeviceKind device = DeviceKind::host;
    int devices = 1;
};
// Throws as sieve() does, where memory does not hold it, too. Costs what preparing the graph on the host does.
SievePlan plan_sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// One match: k vertices, ascending; none where the sieve finds none. A stopped search has Status::deadline or interrupted.
struct SievedMatch : RunResult {
    std::vector<VertexId> vertices;
};
SievedMatch find_sieved_match(Graph const& graph, SieveQuery const& query, RunOptions const& options = {});

// Hands every match to a sink of RunOptions, once, by original ids: sieves, and walks on what is left. A match is missed
// with at most k times the query's error.
SieveResult list_sieved_matches(Graph const& graph, SieveQuery const& query, RunOptions const& options);

} // namespace cerrado
