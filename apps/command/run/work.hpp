// What a command does with a graph, and the one way in which every command is run.
#pragma once

#include "command/check/check.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "command/run/progress.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

// --verify: every step, or so many of them drawn with a seed.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // none: all
    std::uint64_t seed = 1;
};

// "all" or a positive number; throws InputError.
VerifyRequest parse_verify(std::string const& text, std::uint64_t seed);

// An output of a command beside its record, its rows and its table.
struct ExtraOutput {
    bool to_standard_output = false;
    std::function<void()> write;
};

// Writes files before standard output, all of them whatever happens to one, and then throws what happened first.
void write_outputs(std::vector<ExtraOutput> const& outputs);

// Makes the comparisons of a result with the serial program, one after the other as each may hold a graph; beside each what its
// verdict is about: "house: ", or nothing.
using Checks = std::vector<std::pair<std::string, std::function<std::unique_ptr<Check>()>>>;

// A graph that was read, and what is to be done with it. After run() the others say what came of it.
class Work {
public:
    virtual ~Work() = default;
    virtual Graph const& graph() const = 0;
    // Prints what is asked for instead of a run: for --explain, or for --estimate.
    virtual void print_plan(bool explain) = 0;
    virtual void run(Until const& until, ProgressReport& progress) = 0; // throws as the application does
    virtual RunResult const& result() const = 0;
    virtual RecordParts record() const = 0;
    virtual std::string rows() const = 0;  // CSV
    virtual std::string table() const = 0; // for a person
    virtual std::vector<ExtraOutput> extra_outputs() const { return {}; }
    // What is said beneath the table, of what could not be written, say; or nothing.
    virtual std::string remark() const { return {}; }
    virtual Checks checks(VerifyRequest const& request) = 0; // of a complete run; they refer to the work
    // Called last, after a complete run that was not found wrong. Throws Error.
    virtual void conclude() {}
};

// What the plumbing has to know of a command.
struct WorkRequest {
    OutputRequest output;
    OutputTargets targets;  // all of them
    double deadline = 0;    // from the begin of the process; 0: none
    std::uint64_t seed = 1; // of the roots that --verify=ROOTS draws
};

// Opens the work, which reads the graph and says in `stages` how long that took; runs it, writes what came out, and verifies it.
// Requires: the targets were checked. Returns: done, or partial; everything else is an exception. A failure to write one output
// keeps no other from being written.
ExitCode run_work(WorkRequest const& request, std::function<std::unique_ptr<Work>(Stages& stages)> const& open);

} // namespace cerrado::command
