// Records of a command: the question, the graph, the result and the time. They are written as JSON, as CSV, or as text
// for a person.
#pragma once

#include "command/options/application.hpp"
#include "command/options/run_options.hpp"
#include "command/output/json.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

// The time of each stage of a command.

// The stages of the process in seconds. RunResult::seconds has the stages of the run.
struct Stages {
    double start = 0;                // the time before the graph is read, and the wait for the device after it
    double load = 0;                 // reading the graph
    std::optional<double> broadcast; // part of `load`: sending the graph to other processes, if there are any
    double tables = 0;               // part of `prepare`: transition tables
    double choice = 0;               // part of `prepare`: choosing the order in which a pattern's vertices are found
    bool in_parts = false;           // true if the run has checkpoints
};

// Returns: the seconds of the process until now, by stage. If a run has several parts, `search` is the time of all
// parts. Time that belongs to no other member belongs to `output`.
Json seconds_json(Stages const& stages, Seconds const& run);

// The graph's part of a record.

// Returns: `source`, the sizes, the labels and directions, and `read_as`. The member `read_as` tells how the graph's
// file was read; it is null for a generated graph.
Json graph_json(Graph const& graph);
Json program_json(); // the command line as a shell reads it, the version, and the present time
// The first line of every table: "COMMAND of FILE: 34 vertices, 78 edges, largest degree 17, directed\n".
std::string head_of_table(std::string_view application, Graph const& graph);

// The members that every record has, whatever the command counted.

// The parts of a record that each command has of its own.
struct RecordParts {
    std::string application;
    Json parameters;
    std::string semantics;         // the exact meaning of the count
    Json answer = Json::object();  // an object: the members with the result
    Json further = Json::object(); // an object: members about files, load balancing and the like
};

// Returns: the record as JSON: the question, the graph, the result and the conditions. Its `seconds` end when this
// function is called.
std::string record_text(RecordParts const& parts, Graph const& graph, RunResult const& result, Stages const& stages);

// The record of a run: the question, the result and the conditions. It is written as JSON, as CSV, or as a table for a
// person.

// A row has no name and no drawing. The printer makes them, because there are 261,080 patterns of 9 vertices and a
// table shows few of them.
struct PatternRow {
    std::uint64_t adjacency = 0; // canonical; the arcs of a directed pattern
    WideCount count = 0;
};

// The options --patterns and --draw.
struct PatternChoice {
    std::size_t most = 30; // rows of the table
    bool all = false;      // every output has all patterns, also those that do not occur
    bool draw = false;     // draws the table's patterns, however large they are
    bool by_option = true; // true if the command has these options
};

// The run for one pattern.
struct MatchedRun {
    MatchedPattern pattern;
    RunResult result;
};

struct Record {
    std::string application;
    std::string semantics;
    std::string subgraph; // the word for one counted subgraph
    std::string largest;  // the words for the size of the largest subgraph; empty if the table does not show it
    std::vector<OwnOption> own_options;
    Graph graph;
    Parameters parameters;
    RunResult result;
    std::optional<BalanceChoice> balance; // set if work was moved between workers
    std::optional<ListRequest> list;      // set if subgraphs were listed
    std::optional<LocalRequest> local;    // set if counts per vertex or edge were written
    bool exists = false;                  // the user only asked whether there is a match
    std::vector<MatchedRun> matches;      // for an application that looks for patterns
    std::vector<PatternRow>
        patterns; // every connected pattern of k vertices, in the catalogue's order; empty if none are counted
    PatternKind pattern_kind = PatternKind::undirected;
    PatternChoice shown;
};

Json parameters_json(Parameters const& parameters);
RecordParts parts_of(Record const& record);
std::string to_csv(Record const& record);
std::string to_table(Record const& record);

bool has_sizes(Record const& record); // true if subgraphs of several sizes were counted

// Returns: the largest k with a subgraph, if the run searched all sizes and all roots are done; else nothing.
std::optional<int> largest_size(Record const& record);
std::optional<bool> is_there(RunResult const& result); // true if there is a subgraph; nothing if this is not known
std::string exists_text(std::optional<bool> exists);   // for CSV; empty if it is not known
char const* count_key(RunResult const& result);        // for JSON: "count", or "count_at_least" if the run ended early
Json number_json(WideCount number);                    // a number, or its digits as a string if it exceeds 64 bits
std::string count_digits(RunResult const& result);     // the exact count, even if it exceeds 128 bits

// The choice of a record's patterns, and their text.

// Reads --patterns: a number of rows or "all". Empty: the default. Throws InputError.
PatternChoice choose_patterns(std::string const& text, bool draw);

// Returns: the patterns that occur, in the catalogue's order. With --patterns all, it has the other patterns, too.
std::vector<PatternRow> listed_patterns(Record const& record);

// Returns: as many patterns as are asked for, the most frequent first. Patterns that do not occur are included if all
// patterns fit, or with --patterns all.
std::vector<PatternRow> most_frequent_patterns(Record const& record);

std::size_t patterns_met(Record const& record);

std::string patterns_json(Record const& record); // the array
std::string patterns_csv(Record const& record,
                         std::string const& the_run); // lines that end with `the_run`
std::string pattern_table(Record const& record);      // for a person

} // namespace cerrado::command
