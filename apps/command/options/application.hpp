// The command line knows an application as this data: its name, the subgraphs that it counts, and functions to count.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/command.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/pattern/pattern.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

// The numbers of vertices that the subgraphs have, from `first` to `last`.
struct Sizes {
    int first = 0;
    int last = 0;
    bool is_one() const { return first == last; }
};
inline constexpr int largest_there_is = std::numeric_limits<int>::max(); // as Sizes::last: all sizes from `first` on

// The sizes as they were given.
struct SizeRequest {
    std::optional<int> k, min_k, max_k;
    bool all = false;
};

// Functions that change the records of a list, of k ids each, before they are written. Several threads call them at
// once. If they are empty, the ids of each record ascend.
struct ListOrder {
    std::function<void(std::span<std::uint32_t>)> narrow;
    std::function<void(std::span<OriginalId>)> wide;
};

// Returns: the text that ends a line of a list, for the ids of the line. Several threads call it at once.
using LineEnd = std::function<std::string_view(std::span<OriginalId const> ids)>;

// The result that a run is asked for.
struct Asked {
    // count: the number of subgraphs, by pattern or by size. list: every subgraph goes to StoreInput::batch_sink or
    // narrow_sink. existence: RunResult::count is 1 if there is a subgraph, else 0. The others are local counts: for a
    // pattern, per_vertex also counts by orbit.
    enum class Output { count, list, existence, per_vertex, per_edge };

    Sizes sizes;
    Algorithm algorithm = Algorithm::fast;
    Output output = Output::count;
    std::vector<OriginalId> through{}; // vertices that all subgraphs have

    bool is_local() const { return output == Output::per_vertex || output == Output::per_edge; }
};

// A pattern that an application is asked to look for.
struct PatternQuery {
    std::string text; // as it was given
    Pattern pattern;
    bool is_file = false; // `text` is the file that has the pattern
    bool induced = false;
    std::vector<int> order{};    // empty: the program chooses it
    bool is_one_of_many = false; // then a label that the graph lacks is no error: there is no match
};

// The matches with these labels.
struct LabelledMatches {
    std::vector<std::string> labels; // empty text: none
    WideCount count = 0;
};

// A number that a count is the sum of, times its factor.
struct CountedTerm {
    std::string graph6;
    std::string factor;
    std::vector<int> heads; // vertices whose images were walked to
    WideCount count = 0;
    double seconds = 0;
};

// A pattern as it is known before the run.
struct MatchedPattern {
    std::string text; // as it was given
    bool is_file = false;
    std::string graph6; // canonical; empty if the pattern asks for more than its edges
    std::string name;   // empty if it has none
    WideCount automorphisms = 1;
    std::vector<int> orbits;        // the least vertex of the orbit of each vertex
    std::vector<int> orbit_columns; // for counts by orbit: the least vertex of each orbit, without anti-vertices
    std::vector<int> order;         // the order in which vertices are found
    int walked = 0;                 // the number of vertices that are walked to; the others are counted
    std::vector<std::pair<int, int>> restrictions; // in a match the second has the higher number
    std::function<std::vector<double>()> predict;  // traversals of 1, 2, ... vertices; empty if the graph is unknown
    std::string plan;                              // for a person, a line for each vertex
    std::vector<int> discovered;                   // vertices whose labels are discovered
    // Returns: the matches by the labels of these vertices, the largest count first.
    std::function<std::vector<LabelledMatches>(RunResult const& result)> by_labels;
    // Returns: the terms of a count by parts; else none.
    std::function<std::vector<CountedTerm>(RunResult const& result)> terms;
};

// One subcommand. Plain data and plain functions, so that the command line itself compiles as C++.
struct Application {
    std::string name;
    std::string alias;                 // another name by which the command line calls it, or empty
    std::string summary;               // one line, for `cerrado --help`
    std::string examples;              // the foot of `cerrado NAME --help`
    std::string semantics;             // an exact definition of the subgraphs that are counted
    std::string subgraph = "subgraph"; // the word for one of them
    std::string largest; // the field's term for the size of the largest of them; empty if nobody asks for that
    int k_min = 3;
    int k_max = 3;
    bool has_patterns = false;
    PatternKind pattern_kind = PatternKind::undirected; // the kind of its patterns
    bool has_sizes = false;                             // one run can count subgraphs of several sizes
    bool has_orders = false; // some forms run on the oriented graph, whose order can be chosen
    std::vector<Algorithm> algorithms = {Algorithm::fast, Algorithm::paper};
    Algorithm usual = Algorithm::fast; // the algorithm that `auto` stands for
    std::string algorithms_help =
        "Algorithm of the run; auto, fast: the quickest form; paper: the published algorithm, line by line";
    // Returns: the application of one pattern. Its members below belong to the pattern. Empty: it looks for no
    // patterns. Throws InputError.
    std::function<Application(PatternQuery const&)> of_pattern;
    std::function<Application(bool induced)> of_all; // the same for all patterns of k vertices
    std::function<Application()> of_directed;        // the same for patterns of a directed graph
    // Returns: the application that the own options ask for, when they are read. Throws InputError for sizes that it does
    // not take. May be empty.
    std::function<Application(SizeRequest const&)> as_asked;
    std::optional<Sizes>
        sizes; // of all its subgraphs: lists and counts per vertex have them, too. Else one size has these
    std::optional<MatchedPattern> pattern;
    // Returns: the same application for this graph. If the pattern's vertices are walked to, it has an order of them.
    // Throws InputError if the graph lacks something that the pattern asks for. May be empty.
    std::function<Application(Graph const& graph, Asked const& asked)> for_graph;
    // Throws InputError for sizes that the algorithm cannot count.
    std::function<BoundApplication(Asked const& asked)> bind;
    std::vector<OwnOption> own_options;
    std::function<void(Graph const& graph, RunResult const& result)> conclude; // called after a run; may be empty
    // Returns: estimates of the counts; one, or one for each pattern. May be empty.
    std::function<Approximation(Graph const& graph, Asked const& asked, Precision const& precision,
                                RunOptions const& options)>
        approximate;
    bool estimates = false;   // it has --approximate
    bool has_through = false; // it has --through
    bool lists = false;       // it has --list
    bool locates = false;     // it has --per-vertex, and --per-edge or --per-orbit
    ListOrder list_order;
    std::function<LineEnd(Graph const& graph, int k)> line_end; // for the ends of a list's lines; may be empty
    SerialProgram serial;                                       // of --verify
};

// Returns: the values of those own options that change the counts, as text such as ", --missing 2".
std::string own_values(Application const& application);
// Throws InputError. Its message is "--algorithm NAME " and the reason.
[[noreturn]] void refuse(Algorithm algorithm, std::string_view because);
std::vector<std::string> algorithm_names(Application const& application);
// Throws InputError if the application has no algorithm of that name.
Algorithm algorithm_of(Application const& application, std::string const& name);
// Throws InputError if a size is out of the range of the application.
void check_range(Application const& application, Sizes sizes);

} // namespace cerrado::command
