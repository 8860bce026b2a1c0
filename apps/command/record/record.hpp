// The record of a run: what was asked, what came out and under which conditions; as JSON, CSV or a table for a person.
#pragma once

#include "command/options/balance_options.hpp"
#include "command/options/list_options.hpp"
#include "command/options/local_options.hpp"
#include "command/record/head.hpp"
#include "command/run/application.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

struct Parameters {
    int k = 0; // 0: several sizes
    Sizes sizes;
    Algorithm algorithm = Algorithm::fast;
    std::string device = "auto";
    int threads = 0;
    int workers = 0;
    int warp_width = 0; // 0: the device's own
    int pieces = 0;     // 0: as the algorithm chooses
    std::string order = "auto";
    std::uint64_t seed = 1;
    double deadline = 0;
};

// Named and drawn by whoever prints it: of 9 vertices there are 261,080 patterns, and a table shows few of them.
struct PatternRow {
    std::uint64_t adjacency = 0; // canonical; of a directed pattern its arcs
    WideCount count = 0;
};

// --patterns and --draw.
struct PatternChoice {
    std::size_t most = 30; // rows of the table
    bool all = false;      // of every output, those that do not occur included
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
    Graph graph;
    Parameters parameters;
    RunResult result;
    std::optional<BalanceChoice> balance; // only when work was moved between workers
    std::optional<ListRequest> list;      // only when subgraphs were listed
    std::optional<LocalRequest> local;    // only when counts per vertex or edge were written
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

// The largest k with a clique, where the run says it: all sizes were asked for, and all roots done.
std::optional<int> clique_number(Record const& record);
std::optional<bool> is_there(RunResult const& result); // whether there is a subgraph; nothing where that is not known
char const* count_key(RunResult const& result);        // in JSON: "count", or "count_at_least" of what was ended early
std::string count_digits(RunResult const& result);     // exact, where 128 bits do not hold it too

} // namespace cerrado::command
