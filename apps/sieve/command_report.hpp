// What `cerrado sieve` was asked, and how what it found is told and checked.
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
    SieveQuery query;                  // but for its colours and motif
    RunOptions options;
    ListRequest list; // of all matches
    std::string json, per_vertex;
    ProgressMode progress = ProgressMode::automatic;
    bool first = false;
    bool verify = false;
    bool estimate = false;

    bool reads_problem() const {
        return colours.empty() && marks.labels.empty() && motif.empty();
    } // the file has all of it
};

// What came out, whichever way it was asked for.
struct Found {
    SieveResult sieved;             // but for --first
    std::optional<SievedMatch> one; // of --first
    bool counts_matches = false;    // `sieved` has their number
    RunResult const& run() const { return one ? static_cast<RunResult const&>(*one) : sieved; }
};

std::string sieve_plan(SieveRequest const& request, SieveProblem const& problem, SievePlan const& plan);
std::string sieve_table(SieveRequest const& request, SieveProblem const& problem, Found const& found);
std::string sieve_json(SieveRequest const& request, SieveProblem const& problem, Found const& found,
                       Stages const& stages);
std::string sieve_csv(SieveProblem const& problem,
                      SieveResult const& result); // of each vertex whether it is in a match

// The runs' misses aside, what was found is what walking finds. `options`: their interrupt, and what is left of the
// deadline. Returns: partial where one of them ended it. Throws Error where something else is found.
ExitCode verify_sieve(SieveProblem const& problem, Found const& found, RunOptions const& options);
// Likewise what the file claims. Requires: a complete run.
void check_claim(SieveProblem const& problem, Found const& found);

} // namespace cerrado::command
