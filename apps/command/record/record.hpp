// Records: what was asked, of which graph, what came out and how long it took; as JSON, as CSV and for a person.
#pragma once

#include "command/options/run_options.hpp"
#include "command/record/json.hpp"
#include "command/run/application.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// Where the time of a command went.

// Parts of the process in seconds. RunResult::seconds has the rest.
struct Stages {
    double start = 0; // from the first moment to the reading of the graph, and the wait for the device after it
    double load = 0;  // reading the graph
    std::optional<double> broadcast; // part of `load`: sending it to other processes; nothing if there are none
    double tables = 0;               // transition tables, part of `prepare`
    double choice = 0;               // part of `prepare`: choosing the order in which a pattern's vertices are found
    bool in_parts = false;           // the run has checkpoints
};

// Returns: what open() reads. start() makes the device ready beside it. If that fails, it fails again in the run, which
// reports it.
Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages);

// The seconds of the process until now. For a run in parts the search has the time of all parts. What belongs to no
// other member belongs to `output`.
Json seconds_json(Stages const& stages, Seconds const& run);

// What a record says about its graph.

// `source`, sizes, what the graph has besides edges, and `read_as`: what its file was taken for, or null for a
// generated graph.
Json graph_json(Graph const& graph);
// The first line of every table: "COMMAND of FILE: 34 vertices, 78 edges, largest degree 17, directed\n".
std::string head_of_table(std::string_view application, Graph const& graph);

// What every record has, whatever the command counted.

// What a command's record has of its own.
struct RecordParts {
    std::string application;
    Json parameters;
    std::string semantics;         // what exactly is counted
    Json answer = Json::object();  // an object: the members that say what came out
    Json further = Json::object(); // an object: members about files, load balancing and the like
};

// The record: what was asked, of which graph, what came out and under which conditions. Its `seconds` go on until it is called.
std::string record_text(RecordParts const& parts, Graph const& graph, RunResult const& result, Stages const& stages);

// The record of a run: what was asked, what came out and under which conditions. It is written as JSON, CSV or a table
// for a person.

// Whoever prints it names and draws it: there are 261,080 patterns of 9 vertices, and a table shows few of them.
struct PatternRow {
    std::uint64_t adjacency = 0; // canonical; the arcs of a directed pattern
    WideCount count = 0;
};

// --patterns and --draw.
struct PatternChoice {
    std::size_t most = 30; // rows of the table
    bool all = false;      // of every output, also those that do not occur
    bool draw = false;     // in the table, however large they are
    bool by_option = true; // whether the command has these options
};

// The run for one pattern.
struct MatchedRun {
    MatchedPattern pattern;
    RunResult result;
};

struct Record {
    std::string application;
    std::string semantics;
    std::string subgraph; // one of what is counted
    std::string largest;  // what the size of the largest is called, if that is of interest
    Graph graph;
    Parameters parameters;
    RunResult result;
    std::optional<BalanceChoice> balance; // only if work was moved between workers
    std::optional<ListRequest> list;      // only if subgraphs were listed
    std::optional<LocalRequest> local;    // only if counts per vertex or edge were written
    bool exists = false;                  // only whether there is a match was asked
    std::vector<MatchedRun> matches;      // of an application that looks for patterns
    std::vector<PatternRow>
        patterns; // every connected pattern of k vertices, in the catalogue's order; empty without patterns
    PatternKind pattern_kind = PatternKind::undirected;
    PatternChoice shown;
};

Json parameters_json(Parameters const& parameters);
RecordParts parts_of(Record const& record);
std::string to_csv(Record const& record);
std::string to_table(Record const& record);

bool has_sizes(Record const& record); // whether subgraphs of several sizes were counted

// The largest k with a subgraph, if the run tells it: all sizes were asked for, and all roots are done.
std::optional<int> largest_size(Record const& record);
std::optional<bool> is_there(RunResult const& result); // whether there is a subgraph; nothing if that is not known
std::string exists_text(std::optional<bool> exists);   // in CSV; empty if it is not known
char const* count_key(RunResult const& result);        // in JSON: "count", or "count_at_least" if the run ended early
std::string count_digits(RunResult const& result);     // exact, even if 128 bits cannot hold it

// The patterns of a record: which of them are written, and how.

inline constexpr int largest_drawn = 6; // vertices of the largest pattern that is drawn unasked

// "0-1 1-2", or "0>1 1>2".
std::string edges_text(PatternKind kind, PatternInfo const& info);

// Reads --patterns: a number of rows or "all". Empty: the default. Throws InputError.
PatternChoice choose_patterns(std::string const& text, bool draw);

// The patterns that occur, in the catalogue's order. With --patterns all, the others too.
std::vector<PatternRow> listed_patterns(Record const& record);

// As many as are asked for, the most frequent first. Patterns that do not occur come only if all patterns have room, or
// with --patterns all.
std::vector<PatternRow> most_frequent_patterns(Record const& record);

std::size_t patterns_met(Record const& record);

std::string patterns_json(Record const& record);                            // the array
std::string patterns_csv(Record const& record, std::string const& the_run); // the lines; `the_run` ends each of them
std::string pattern_table(Record const& record);                            // for a person

} // namespace cerrado::command
