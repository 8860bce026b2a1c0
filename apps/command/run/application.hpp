// What the command line needs from an application: what it counts, how it is called, and which functions count it.
#pragma once

#include <cerrado/apps/bound_application.hpp>
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

// How many vertices the subgraphs have, from `first` to `last`.
struct Sizes {
    int first = 0;
    int last = 0;
    bool is_one() const { return first == last; }
};
inline constexpr int largest_there_is = std::numeric_limits<int>::max(); // for Sizes::last: all sizes from `first` on

using CountsByPattern =
    std::map<std::string, WideCount>; // graph6 -> count; an application without patterns has the one key ""

using Look = std::function<void()>;

// Changes the records of a list, k ids each, before they are written. Several threads do it at once. Empty: the ids of
// each record ascend.
struct ListOrder {
    std::function<void(std::span<std::uint32_t>)> narrow;
    std::function<void(std::span<OriginalId>)> wide;
};

// What an application is asked for that looks for a pattern.
struct PatternQuery {
    std::string text; // as it was given
    Pattern pattern;
    bool is_file = false; // `text` is the file that has the pattern
    bool induced = false;
    std::vector<int> order{};    // empty: chosen
    bool is_one_of_many = false; // a label that the graph lacks means no match, and is no error
};

// What is known about the pattern before the run.
struct MatchedPattern {
    std::string text; // as it was given
    bool is_file = false;
    std::string graph6; // canonical; empty if the pattern asks more than its edges
    std::string name;   // or empty
    WideCount automorphisms = 1;
    std::vector<int> orbits;        // for each vertex the least one of its orbit
    std::vector<int> orbit_columns; // of counts by orbit: the least vertex of each orbit, without anti-vertices
    std::vector<int> order;         // in which vertices are found
    int walked = 0;                 // how many of these are walked to; the others are counted
    std::vector<std::pair<int, int>> restrictions; // the number of the second must exceed that of the first
    std::function<std::vector<double>()> predict;  // traversals of 1 vertex, 2 and so on; empty: the graph is not known
    std::string plan;                              // for a person: a line for each vertex
};

// One subcommand. Plain data and plain functions, so that the command line itself compiles as C++.
struct Application {
    std::string name;
    std::string alias;                 // another name by which the command line calls it, or empty
    std::string summary;               // one line, for `cerrado --help`
    std::string examples;              // the foot of `cerrado NAME --help`
    std::string semantics;             // what exactly is counted
    std::string subgraph = "subgraph"; // one of these
    std::string largest; // what the field calls the size of the largest of them; empty if nobody asks for that
    int k_min = 3;
    int k_max = 3;
    bool has_patterns = false;
    PatternKind pattern_kind = PatternKind::undirected; // which kind of patterns it counts by
    bool has_sizes = false;                             // one run can count subgraphs of several sizes
    bool has_orders = false; // some of its forms run on the oriented graph, so it has orders to choose from
    std::vector<Algorithm> algorithms = {Algorithm::fast, Algorithm::paper};
    Algorithm usual = Algorithm::fast; // what `auto` is
    std::string algorithms_help = "auto, or fast: the quickest form; paper: the published algorithm line by line";
    // The application of one pattern, if it looks for patterns. The members below are then the pattern's. Throws
    // InputError.
    std::function<Application(PatternQuery const&)> of_pattern;
    std::function<Application(bool induced)> of_all; // the same for every pattern of k vertices
    std::function<Application()> of_directed;        // the same for the patterns of a directed graph
    std::optional<MatchedPattern> pattern;
    // Throws InputError, which says what the pattern asks for and the graph lacks. Empty: nothing to check.
    std::function<void(Graph const&)> check_graph;
    // The same application for that graph, with an order of the pattern's vertices if they are walked to. May be empty.
    std::function<Application(Graph const&, Algorithm)> for_graph;
    // Throws InputError for sizes that the algorithm does not count.
    std::function<BoundApplication(Sizes sizes, Algorithm algorithm)> bind;
    // The same for --list. Every subgraph goes to StoreInput::batch_sink or narrow_sink. Empty: it cannot list.
    std::function<BoundApplication(int k, Algorithm algorithm)> bind_list;
    ListOrder list_order;
    // The same for --exists. RunResult::count is 1 if there is a subgraph, else 0. Empty: it has no such question.
    std::function<BoundApplication(Algorithm algorithm)> bind_exists;
    // The same for --per-vertex, --per-edge and --per-orbit, with the local counts of an output. Empty: it has none.
    std::function<BoundApplication(int k, Algorithm algorithm, bool per_edge)> bind_local;
    // The serial answer for the subgraphs of these roots of the prepared graph. For a pattern it is the number of
    // mappings that take the first vertex to one of the roots; mappings_of_match() of them make a match. It calls
    // `look` all the while, and ends with what that throws.
    std::function<CountsByPattern(Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look)>
        verify;
    std::function<LocalCounts(Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look)>
        verify_local;                                                   // the same for local counts, of the mappings
    std::function<WideCount(std::string const& key)> mappings_of_match; // for the pattern of that count
};

// Throws InputError: "--algorithm NAME " and why not.
[[noreturn]] void refuse(Algorithm algorithm, std::string_view because);
std::vector<std::string> algorithm_names(Application const& application);
// Throws InputError if the application has no algorithm of that name.
Algorithm algorithm_of(Application const& application, std::string const& name);

} // namespace cerrado::command
