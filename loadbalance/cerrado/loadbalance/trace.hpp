// Traces of runs: writing, reading, replaying, and the cost of each job.
#pragma once

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/run/result.hpp>

#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// The content of a trace: the run that made it, every look of the balancer, and the end of the run.
// docs/load_balancing.md describes the file.

inline constexpr int trace_version = 2;

struct TraceHeader {
    std::string application;
    std::string graph; // path or generator spec of the graph
    int k = 0;
    std::string algorithm;
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy; // the name by which replay finds the policy; "never" if nothing was balanced
    PolicySettings settings;
    double poll_seconds = 0;
    std::uint32_t workers = 0; // the writer takes it from the first look
    std::string device;
};

// One look, with the states of all workers as the policy saw them.
struct TraceLook {
    double seconds = 0;
    std::uint64_t skipped = 0; // looks since the last one that were written without states or not at all
    std::uint64_t queued_jobs = 0;
    std::uint64_t shared_jobs = 0;
    std::uint64_t donated = 0; // number of traversals since the run began
    // Seconds that a round of `stop` took, for the look in the midst of it: see BalanceObservation.
    double stop_seconds = 0;
    std::vector<WorkerState> workers;
    Decision decision;

    // valid as long as this look is
    WorkerStates states() const { return {workers, queued_jobs, shared_jobs, seconds}; }
};

struct TraceEnd {
    double seconds = 0;        // of the enumeration
    std::string status;        // the same as in the record of the run
    std::uint64_t thinned = 0; // looks in which a state changed, but whose states were left out to keep the trace small
};

// TraceReader returns the looks of a trace that have states, one after the other.

class TraceReader {
public:
    // Throws InputError (file:line, what was expected) if the file is no trace, or of another version.
    explicit TraceReader(std::string path);

    TraceHeader const& header() const { return header_; }

    // Goes to the next look with states, and counts the brief ones on the way. Returns: false after the last. Throws
    // InputError for a damaged line. A last line that was cut off is left out, with a note.
    bool next();
    TraceLook const& look() const { return look_; } // valid after next() was true, until it is called again

    std::optional<TraceEnd> const& end() const {
        return end_;
        // valid after next() was false; none: the run did not end by itself
    }
    // number of looks of the balancer so far, with the brief ones and those left out
    std::uint64_t looks() const { return looks_; }
    std::string const& note() const { return note_; } // remarks for the user about the file, or empty

private:
    struct Line; // parsed

    void read_header();
    bool read_line(std::string& line);
    [[noreturn]] void refuse(std::string const& what) const;
    bool take_line(std::string const& text);
    void take_look(Line const& line);
    void take_states(Line const& line);

    std::string path_;
    std::ifstream file_;
    std::uint64_t line_number_ = 0;
    TraceHeader header_;
    TraceLook look_;
    std::optional<TraceEnd> end_;
    std::uint64_t looks_ = 0;
    std::uint64_t since_states_ = 0; // looks since the last one with states
    std::string note_;
};

// TraceWriter writes the history of a run while it runs.
//
//   TraceWriter trace("run.trace", header);
//   options.balance.observe = std::ref(trace);
//   auto const result = run(app, graph, options);
//   trace.finish(result.seconds.run, result.status);

// Lines reach the file within a twentieth of a second. So the trace of a killed run can be read up to the last of them.
// A look that decides to rebalance is written with the states of all workers, whatever their number. Other looks are
// left out if nothing changed. After `dense_bytes` are written, looks with states are at least 1 ms apart, and this
// distance doubles with every further `dense_bytes`. The looks between are brief: they have the number of active
// workers and the lengths of the queues, but no states. They are thinned out in the same way, from 0.1 ms on. So a
// trace grows with the logarithm of the time, apart from looks that rebalance. The writer counts what it leaves out.
class TraceWriter {
public:
    // Creates the file. Throws Error if it cannot. dense_bytes = 0: no looks are left out.
    TraceWriter(std::string path, TraceHeader header, std::size_t dense_bytes = std::size_t{1} << 20);
    ~TraceWriter();
    TraceWriter(TraceWriter const&) = delete;
    TraceWriter& operator=(TraceWriter const&) = delete;

    // Never throws, since finish() reports a full disk. Requires: one thread at a time.
    void operator()(BalanceObservation const& observation) noexcept;

    // Writes the last line. Throws Error if some of the trace could not be written.
    void finish(double seconds, Status status);

private:
    class File;

    // The least distance between lines of one kind, unless a line must be written.
    struct Pace {
        double first;        // least distance in seconds once the first bytes are written
        double distance = 0; // the present least distance
        std::size_t bytes = 0;
        double last = 0; // the time of the last line

        bool due(double seconds) const { return seconds - last >= distance; }
        void count(double seconds, std::size_t line_bytes, std::size_t dense_bytes);
    };

    void take(BalanceObservation const& observation);
    bool changed(WorkerStates const& states) const;
    bool summary_changed(WorkerStates const& states) const;
    void write_header(std::size_t workers);
    void write_states(BalanceObservation const& observation);
    void write_brief(BalanceObservation const& observation);
    void begin_line(BalanceObservation const& observation);

    std::unique_ptr<File> file_;
    TraceHeader header_;
    std::size_t dense_bytes_;
    bool begun_ = false;
    bool first_look_ = true;
    std::vector<WorkerState> last_; // the states as last written
    std::size_t last_active_ = 0;   // as last written in any line
    std::uint64_t last_queued_ = 0;
    std::uint64_t last_shared_ = 0;
    Pace states_pace_{1e-3};
    Pace brief_pace_{1e-4};
    std::uint64_t skipped_ = 0; // number of looks since the last line
    std::uint64_t thinned_ = 0;
};

// The time of each job of a run, for simulations.

struct JobCosts {
    std::string application;
    std::string graph; // path or generator spec of the graph
    int k = 0;
    std::string algorithm;
    std::string device;
    std::uint32_t workers = 0; // of the device
    double seconds = 0;        // seconds that the enumeration took
    // Nanoseconds of each job. The job that was predicted to be the heaviest is first. There is a list for each run of
    // the command.
    std::vector<std::vector<std::uint64_t>> runs;

    std::uint64_t jobs() const;
    double worker_seconds() const;
};

// The file is one JSON object; docs/load_balancing.md describes it. Throws Error if it cannot be written.
void write_job_costs(std::string const& path, JobCosts const& costs);

// Throws InputError if the file is no such object, or of another version.
JobCosts read_job_costs(std::string const& path);

// Replay: the decisions of a policy on the states that a run recorded. It judges each look as it was. It cannot know
// the states that would have followed after another decision.

// A look at which the two decisions differ.
struct ReplayDifference {
    double seconds = 0;
    std::size_t active = 0;
    std::size_t workers = 0;
    Decision recorded;
    Decision replayed;
};

struct ReplayReport {
    std::uint64_t looks = 0;   // looks with states in the trace, which are judged
    std::uint64_t skipped = 0; // looks without states in the trace, which are not judged
    std::uint64_t recorded_rebalances = 0;
    std::uint64_t replayed_rebalances = 0;
    std::uint64_t common_rebalances = 0;  // both decisions rebalance, with any donations
    std::uint64_t recorded_donations = 0; // traversals asked for
    std::uint64_t replayed_donations = 0;
    // looks at which the two decisions differ: to rebalance or not, or in a donation
    std::uint64_t different = 0;
    std::vector<ReplayDifference> differences; // the first looks at which they differ
};

// Reads the trace to its end. O(looks * the policy's own time).
ReplayReport replay(TraceReader& trace, Policy const& policy, std::size_t most_differences = 20);

} // namespace cerrado
