// What `cerrado sieve` was asked, and how its answer is told and checked.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/sieve.hpp>
#include <cerrado/core/error.hpp>

#include <memory>
#include <optional>
#include <string>

namespace cerrado::command {

struct SieveRequest {
    std::string graph, colours, motif; // as typed; the last two may be in the graph's file
    GraphMarksRequest marks;           // names, labels
    SieveQuery query;                  // without its colours and motif
    Parameters parameters;             // device, threads and deadline
    ListRequest list;                  // for all matches
    OutputRequest output;
    std::string per_vertex;
    bool first = false;

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
    std::optional<bool> exists() const { // nothing: it is not known
        if (one ? !one->vertices.empty() : !sieved.support.empty()) return true;
        return run().status == Status::complete ? std::optional(false) : std::nullopt;
    }
};

std::string sieve_plan(SieveRequest const& request, SieveProblem const& problem, SievePlan const& plan);
std::string sieve_table(SieveRequest const& request, SieveProblem const& problem, Found const& found);
RecordParts sieve_record(SieveRequest const& request, SieveProblem const& problem, Found const& found);
std::string sieve_rows(SieveRequest const& request, SieveProblem const& problem, Found const& found); // CSV: the answer
// CSV: says for each vertex whether it is in a match.
std::string vertices_in_matches(SieveProblem const& problem, SieveResult const& result);

// Walks to all matches and compares: apart from the runs' misses, both find the same. It refers to both arguments.
std::unique_ptr<Check> sieve_check(SieveProblem const& problem, Found const& found);
// Throws Error if something else was found than the file claims. Requires: a complete run.
void check_claim(SieveProblem const& problem, Found const& found);

} // namespace cerrado::command
