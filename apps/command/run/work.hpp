// All commands run in one way, which is here: clock, Ctrl-C, progress, the work itself, and a check of its result.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "library/verifier.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

// Ctrl-C during a run. The first one asks the run to end and to keep its results. Another one, at least a second later,
// ends the program at once.

// Catches SIGINT and SIGTERM while it lives. Only one guard may live at a time. A program that ends at once removes its
// Unfinished files.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(InterruptGuard const&) = delete;
    InterruptGuard& operator=(InterruptGuard const&) = delete;

    std::atomic<bool> const* flag() const;

private:
    struct sigaction previous_interrupt_ {};
    struct sigaction previous_terminate_ {};
};

// Progress on standard error: a bar on a terminal, one JSON object on each line, or nothing.

class ProgressReport {
public:
    explicit ProgressReport(ProgressMode mode);
    ~ProgressReport();
    ProgressReport(ProgressReport const&) = delete;
    ProgressReport& operator=(ProgressReport const&) = delete;

    // Returns: a function to call, or an empty one if nothing is shown. With `lists` it also shows the number of listed
    // subgraphs, and their rate.
    std::function<void(Progress const&)> for_roots(bool lists);
    std::function<void(double)> for_share(
        std::string const& stage); // the function takes the share of the stage that is done

    void clear(); // removes the bar, so that other text can follow

private:
    void show_bar(std::string const& label, double share, std::string const& detail);

    ProgressMode mode_;
    bool bar_ = false;
    bool shown_ = false;
};

// The graph of a command.

// Returns: the graph that open() reads. Meanwhile start() makes the device ready on another thread. A failure of
// start() is ignored, because the run fails in the same way and reports it.
Graph load_beside(std::function<void()> const& start, std::function<Graph()> const& open, Stages& stages);

// Reads the graph as open_graph_argument() does, beside start() with the options of these parameters. The first process
// reads it and sends it to the others. With --read-each every process reads it, and an InputError is thrown unless all
// have the same graph. `stages` gets the time of the sending.
Graph load_graph(std::string const& graph, GraphMarksRequest const& marks, Parameters const& parameters, Stages& stages,
                 std::function<void(RunOptions const&)> const& start = start_devices);

// The work of a command on a graph, and the function that runs it.

// Reads --verify: "all" or a positive number. Throws InputError for other words.
VerifyRequest parse_verify(std::string const& text, std::uint64_t seed);

// Any output of a command except its record, its rows and its table.
struct ExtraOutput {
    bool to_standard_output = false;
    std::function<void()> write;
};

// Writes files before standard output. If one output fails, it writes the others before it throws the first exception.
void write_outputs(std::vector<ExtraOutput> const& outputs);

// Pairs of a subject, such as "house: " or "", and a function that makes the check of its result by the serial program.
// Each check may hold a graph, so they are made one after the other.
using Checks = std::vector<std::pair<std::string, std::function<std::unique_ptr<Check>()>>>;

// The work of a command on a graph that was read. After run() other members give the results.
class Work {
public:
    virtual ~Work() = default;
    virtual Graph const& graph() const = 0;
    // Prints the text of --explain, or that of --estimate, instead of a run.
    virtual void print_plan(bool explain) = 0;
    virtual void run(Until const& until, ProgressReport& progress) = 0; // throws as the application does
    virtual RunResult const& result() const = 0;
    virtual RecordParts record() const = 0;
    virtual std::string rows() const = 0;  // CSV
    virtual std::string table() const = 0; // for a person
    virtual std::vector<ExtraOutput> extra_outputs() const { return {}; }
    // Returns: a remark below the table, for example about files that could not be written, or "".
    virtual std::string remark() const { return {}; }
    virtual Checks checks(VerifyRequest const& request) = 0; // for a complete run; they refer to the work
    // It is called last, after a complete run in which no error was found. Throws Error.
    virtual void conclude() {}
};

// The facts that run_work() needs of a command.
struct WorkRequest {
    OutputRequest output;
    OutputTargets targets;  // all targets of the command
    double deadline = 0;    // from the start of the process; 0: no deadline
    std::uint64_t seed = 1; // of the roots that --verify=ROOTS draws
};

// Opens the work, which reads the graph and notes the time of that in `stages`; then runs it, writes its results, and
// verifies them. Requires: the targets were checked. Returns: done, or partial; any other end is an exception. If one
// output cannot be written, the others are written.
ExitCode run_work(WorkRequest const& request, std::function<std::unique_ptr<Work>(Stages& stages)> const& open);

} // namespace cerrado::command
