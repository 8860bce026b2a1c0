// Network motifs: the patterns that are more frequent in a graph than in random graphs which keep some of its
// properties.
//
//   cerrado::Discovery const found = cerrado::discover(graph, {.k = 3, .directed = true});
//   for (auto const& row : found.classes) if (row.is_motif) ...
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/random_graph.hpp>

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// The numbers that are compared: counts, or concentrations, which are counts divided by the sum over all classes.
enum class DiscoveryStatistic { count, concentration };
inline constexpr WordFor<DiscoveryStatistic> discovery_statistic_words[] = {
    {"count", DiscoveryStatistic::count},
    {"concentration", DiscoveryStatistic::concentration},
};

struct DiscoveryQuery {
    int k = 3;             // vertices of the patterns: 3 to 9
    bool directed = false; // counts directed patterns, in a directed graph
    // Patterns of k vertices. Only these have rows, even if they do not occur. Empty: all patterns that occur.
    std::vector<Pattern> patterns{};
    bool edge_induced = false; // counts all subgraphs of these patterns, whether or not other edges join their vertices
    int random_graphs = 1000;
    // Empty: `mutual` if `directed` is set, else `degree`.
    std::optional<NullModel> model{};
    std::optional<double> switches{}; // attempts for each edge; empty: usual_switches() of the model
    std::uint64_t seed = 1;
    // Patterns differ by the labels of vertices (`labels`), of edges (`edge_labels`), or of both. The null model keeps
    // the labels, unless they are free: see RandomGraphQuery.
    bool labels = false, edge_labels = false, free_labels = false;
    // A sample: the probability that a traversal takes a vertex, for each of its k vertices (RAND-ESU, Wernicke 2006).
    // Counts are estimates then, without bias. Empty: all subgraphs are counted.
    std::vector<double> sample{};
    double theta = 2;        // a motif is at least this many standard deviations above the mean,
    WideCount min_count = 0; // has at least this count in the graph,
    double min_excess = 0;   // and exceeds the mean by at least this share of it
    DiscoveryStatistic statistic = DiscoveryStatistic::count;
    bool keep_counts = true; // Discovery::random: 16 bytes for each random graph and class
    // A null model of one's own, instead of `model`. Several threads call it at the same time. It gets the number of the
    // graph, from 0, and returns one with as many vertices that is directed if the given one is.
    std::function<Graph(Graph const& graph, std::uint32_t number)> random_graph{};
};
std::string semantics_of(DiscoveryQuery const& query); // the things that are counted, exactly

// One pattern. All are of induced subgraphs, unless the query says edge_induced. f is its count in the graph, or its
// concentration; f' is that in a random graph; r is how many random graphs there are. No p is taken of z, since counts
// of subgraphs are not normally distributed (Fodor, Brand, Stones, Buckle 2020).
struct ClassStatistics {
    PatternInfo pattern;
    // The class in the TransitionTable. For directed patterns of 6 vertices or more it is `canonical`, for given
    // patterns their place. With labels and in samples the number has no meaning.
    PatternWord class_number = 0;
    PatternWord canonical = 0; // the adjacency, or the arcs, of the pattern's representative
    // The labels of its vertices, and of pattern.edges. Empty if they are not asked for. "" stands for no label.
    std::vector<std::string> labels{}, edge_labels{};
    WideCount count = 0;         // in the graph; in a sample the rounded estimate
    double value = 0;            // f
    std::optional<double> error; // standard error of f in a sample
    double mean = 0;             // mean of f'
    double deviation = 0;        // standard deviation of f', with divisor r - 1
    std::optional<double> z;     // (f - mean) / deviation; empty if all f' are the same
    double skew = 0;             // skewness of f'; 0 if all f' are the same
    double p_over = 1;           // (1 + random graphs with f' >= f) / (r + 1)
    double p_under = 1;          // the same with f' <= f
    // p_over adjusted for the number of rows. q_over is adjusted by Benjamini and Hochberg: among the rows with q_over
    // up to a bound, the expected share of false ones is at most that bound. p_of_all is adjusted by Westfall and
    // Young: (1 + random graphs whose largest z of all classes is z or more) / (r + 1). It bounds the probability of
    // any false row, and allows for the dependence between the counts of classes.
    double q_over = 1;
    std::optional<double> p_of_all; // empty without z
    std::optional<double> profile;  // z divided by the length of the vector of all z (Milo et al. 2004)
    // deviation > 0, f - mean >= theta deviations and >= min_excess times the mean, and count >= min_count
    bool is_motif = false;
};

// RunResult::count is the number of subgraphs in the graph; in a sample it is an estimate. The status tells whether all
// random graphs were counted.
struct Discovery : RunResult {
    std::vector<ClassStatistics>
        classes; // classes of the graph or of a random graph; empty if fewer than 2 random graphs were counted
    NullModel model = NullModel::degree;
    bool has_own_model = false;                 // true: DiscoveryQuery::random_graph was given
    double switches = 0;                        // attempts for each edge of a random graph
    int counted = 0;                            // number of random graphs counted
    std::uint64_t steps = 0, taken = 0;         // attempts and changes of Cerrado's models, over all random graphs
    int far = 0;                                // number of random graphs that the model `triads` did not bring near
    std::vector<std::vector<WideCount>> random; // f' by random graph and row, if kept
    std::vector<std::uint32_t> numbers;         // the numbers of these graphs, ascending
};

// Returns: the pattern of a row. count_matches() with `induced` gives the count of the row. `directed`: as in the
// query. A vertex or edge without a label may have any label, or must have `no_label` if that is given.
Pattern pattern_of(ClassStatistics const& row, bool directed, std::string const& no_label = {});

// Returns: the query with which random_graph() makes the random graph of this number in a search. `model` is
// Discovery::model.
RandomGraphQuery random_graph_query(DiscoveryQuery const& query, NullModel model, std::uint32_t number);

// Counts the patterns of the graph and of random graphs, and compares them. The options are those of the counts; the
// host's threads share the random graphs. The deadline is for all together. Progress is of random graphs. A checkpoint
// keeps the random graphs that are counted; a search with the same model, switches, seed and k goes on from it, and may
// ask for more of them. RunOptions::devices and ranks share the random graphs. Part I of N counts the I-th of N equal parts of them, and
// compares nothing; the checkpoints of all parts are merged.
// Throws InputError as count_motifs() and random_graph() do, for fewer than 2 random graphs, for a theta or min_excess
// that is negative, for the model `triads` and 3 vertices, for patterns that are not of k vertices, not connected,
// given twice, say more than their edges, or have not the labels that are asked for, for edge_induced without patterns
// or with labels, for a concentration with patterns, for labels that the graph has not or that make codes of more than
// 62 bits, for a sample that has not k probabilities above 0, for roots, for a graph with directions unless `directed`
// is set, for a null model of one's own that gives another number of vertices, and for a checkpoint of another search.
Discovery discover(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options = {});

} // namespace cerrado
