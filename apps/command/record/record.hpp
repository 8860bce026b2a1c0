// The record of a run: what was asked, what came out and under which conditions. It is written as JSON, CSV or a table
// for a person.
#pragma once

#include "command/options/run_options.hpp"
#include "command/record/head.hpp"
#include "command/run/application.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

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

} // namespace cerrado::command
