// All commands run in one way, which is here: clock, Ctrl-C, progress, the work itself, and a check of its result.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "library/time_left.hpp"

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

// Means to end a serial program, which knows no deadlines.

// Conditions that end a run early.
struct Until {
    std::atomic<bool> const* interrupt = nullptr;
    double deadline_seconds = 0; // from now on; 0: no deadline

    RunOptions in(RunOptions options) const {
        options.interrupt = interrupt;
        options.deadline_seconds = deadline_seconds;
        return options;
    }
};

// It is thrown through the serial program.
struct StoppedBy {
    char const* what;
};

// Call it at every step. Throws StoppedBy at the deadline and after Ctrl-C.
class StopLook {
public:
    explicit StopLook(Until const& until) : interrupt_(*until.interrupt), time_(until.deadline_seconds) {}

    void operator()() {
        constexpr std::uint64_t looks_apart = 1 << 10; // the clock takes longer than a step
        if (looks_++ % looks_apart == 0) now();
    }

    void now() const {
        if (interrupt_) throw StoppedBy{"Ctrl-C"};
        if (time_.is_over()) throw StoppedBy{"the deadline"};
    }

    double seconds_left() const { return time_.seconds(); }

private:
    std::atomic<bool> const& interrupt_;
    TimeLeft time_;
    std::uint64_t looks_ = 0;
};

// --verify: a result is compared with that of the application's serial program, step by step.

// A comparison in steps. Several steps can be taken at once.
class Check {
public:
    virtual ~Check() = default;
    virtual std::size_t steps() const = 0;
    // Compares these steps. It calls `look` all the while, and throws what `look` throws. Throws Error if the two
    // programs differ.
    virtual void compare(std::size_t first, std::size_t count, StopLook& look) = 0;
    // Called when all steps were compared; it may compare their sums.
    virtual void compare_whole() {}
    // Returns: true if each call has a high cost that does not depend on its number of steps. Then this number grows
    // fast.
    virtual bool has_dear_steps() const { return false; }
    // Returns: a phrase for this many compared steps, such as "3 of 5 roots agree with the serial program".
    virtual std::string agreement(std::size_t done) const = 0;
};

struct Verdict {
    std::string line;
    bool is_whole = true; // all steps were compared
};

// Compares until all steps are done or `until` ends it. Returns: the verdict on the steps that were compared. Throws
// Error if the two programs differ. `progress` may be empty.
Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress);

// Returns: distinct vertices in ascending order. A seed gives the same vertices on every machine. If `count` is not
// less than the number of vertices, these are all vertices.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

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

// --verify: all roots, or a number of roots that a seed draws.
struct VerifyRequest {
    std::optional<std::uint64_t> roots; // none: all
    std::uint64_t seed = 1;
};

// Reads "all" or a positive number. Throws InputError for other words.
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
