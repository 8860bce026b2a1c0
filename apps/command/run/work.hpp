// The one way in which every command is run: clock, Ctrl-C, progress, the work itself, and a check of its result.
#pragma once

#include "command/options/run_options.hpp"
#include "command/record/record.hpp"
#include "library/time_left.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>
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

// How long the process has run.

// Counts since the program was loaded, before main().
double process_seconds();

// The time left of a deadline that counts from then on, at least 1 ms. 0: there is no deadline.
double seconds_left(double deadline);

// Ctrl-C during a run. The first asks the run to end and keeps what was found. A second, at least a second later, ends
// the program at once.

// Catches SIGINT and SIGTERM while it lives. Only one may live at a time. A program that ends at once removes the files
// that are Unfinished.
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

// Progress on standard error: a bar on a terminal, or one JSON object per line, or nothing.

class ProgressReport {
public:
    explicit ProgressReport(ProgressMode mode);
    ~ProgressReport();
    ProgressReport(ProgressReport const&) = delete;
    ProgressReport& operator=(ProgressReport const&) = delete;

    // Empty if nothing is shown. `lists`: it also shows how many subgraphs were listed, and how many a second.
    std::function<void(Progress const&)> for_roots(bool lists);
    std::function<void(double)> for_share(std::string const& stage); // for the share of a stage that is done

    void clear(); // removes the bar, so that other text can follow

private:
    void show_bar(std::string const& label, double share, std::string const& detail);

    ProgressMode mode_;
    bool bar_ = false;
    bool shown_ = false;
};

// Ends a serial program, which knows nothing of deadlines.

// What ends a run before it is done.
struct Until {
    std::atomic<bool> const* interrupt = nullptr;
    double deadline_seconds = 0; // from now on; 0: none

    RunOptions in(RunOptions options) const {
        options.interrupt = interrupt;
        options.deadline_seconds = deadline_seconds;
        return options;
    }
};

// Thrown through the program.
struct StoppedBy {
    char const* what;
};

// Call it at every step. Throws StoppedBy at the deadline and when it is interrupted.
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

// --verify: a result against the application's serial program, step by step.

// What is compared, in steps that may be taken several at once.
class Check {
public:
    virtual ~Check() = default;
    virtual std::size_t steps() const = 0;
    // Compares these steps. Calls `look` all the while, and ends with what that throws. Throws Error where the two programs differ.
    virtual void compare(std::size_t first, std::size_t count, StopLook& look) = 0;
    // Called when all steps were compared; it may compare their sums.
    virtual void compare_whole() {}
    // Whether a step costs much that is the same for many: then they grow fast.
    virtual bool has_dear_steps() const { return false; }
    // What is said when this many steps were compared: "3 of 5 roots agree with the serial program".
    virtual std::string agreement(std::size_t done) const = 0;
};

struct Verdict {
    std::string line;
    bool is_whole = true; // all was compared
};

// Ends at what `until` says, with what was compared until then. Throws Error where the two programs differ. `progress` may be
// empty.
Verdict run_check(Check& check, Until const& until, std::function<void(double share)> const& progress);

// Distinct vertices, ascending. A seed gives the same vertices on every machine. If `count` is not less than the number
// of vertices, it gives all.
std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed);

// What a command does with a graph, and the one way in which every command is run.

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
