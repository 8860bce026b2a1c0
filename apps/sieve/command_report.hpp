// What `cerrado sieve` was asked, and how its answer is told and checked.
#pragma once

#include "command/options/graph_argument.hpp"
#include "command/options/list_options.hpp"
#include "command/run/progress.hpp"
#include "command/run/stages.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/core/error.hpp>

#include <optional>
#include <string>

namespace cerrado::command {

struct SieveRequest {
    std::string graph, colours, motif; // as typed; the last two may be in the graph's file
    GraphMarksRequest marks;           // names, labels
    SieveQuery query;                  // without its colours and motif
    RunOptions options;
    ListRequest list; // for all matches
    std::string json, per_vertex;
    ProgressMode progress = ProgressMode::automatic;
    bool first = false;
    bool verify = false;
    bool estimate = false;

    bool reads_problem() const {
        return colours.empty() && marks.labels.empty() && motif.empty();
    } // the file has all of it
};

// What was found, in any of the ways to ask.
struct Found {
    SieveResult sieved;             // unless --first was asked
    std::optional<SievedMatch> one; // for --first
    bool counts_matches = false;    // `sieved` has their number
    RunResult const& run() const { return one ? static_cast<RunResult const&>(*one) : sieved; }
};

std::string sieve_plan(SieveRequest const& request, SieveProblem const& problem, SievePlan const& plan);
std::string sieve_table(SieveRequest const& request, SieveProblem const& problem, Found const& found);
std::string sieve_json(SieveRequest const& request, SieveProblem const& problem, Found const& found,
                       Stages const& stages);
std::string sieve_csv(SieveProblem const& problem,
                      SieveResult const& result); // says for each vertex whether it is in a match

// Walks to all matches and compares: apart from the runs' misses, both find the same. `options` have their interrupt,
// and what is left of the deadline. Returns: partial if one of them ended it. Throws Error if the walk finds something
// else.
ExitCode verify_sieve(SieveProblem const& problem, Found const& found, RunOptions const& options);
// Compares with what the file claims. Requires: a complete run.
void check_claim(SieveProblem const& problem, Found const& found);

} // namespace cerrado::command
