// The data of one run for every backend: the numbered graph and the jobs. A Monitor decides when the run ends.
#pragma once

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/detail/session/sample.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/traversal/detail/context.hpp>

#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace cerrado {

class DevicePreparation;
class Resident;
class RunRules;
struct WorkLeft;

// The graph as traversals read it (reordered, and oriented if the application asks for it) and its jobs, if the host
// made them.
struct PreparedByHost {
    Graph graph;
    std::shared_ptr<std::vector<Job> const> jobs; // null if jobs are numbers
};
// The same data if the device made it; the device keeps it.
struct PreparedByDevice {
    std::shared_ptr<DevicePreparation> preparation;
    Graph copy; // for readers on the host; else empty
};
// The same data if it was there before the run; see Resident.
struct ResidentOnDevice {
    GraphRef graph;
    Job const* jobs;
    std::uint64_t bytes;               // bytes of both, and of the memory in which they were prepared
    std::shared_ptr<void const> owner; // owner of that memory
    Graph copy;                        // for readers on the host; else empty
};

struct RunSession final : Session {
    RunOptions options;
    Graph given; // the graph before it was numbered
    std::variant<PreparedByHost, PreparedByDevice, ResidentOnDevice> prepared;
    GraphOrder order = GraphOrder::automatic; // the graph's order, if this run prepared it
    std::uint64_t job_count = 0;              // jobs of one layer in one round
    std::uint64_t whole_job_count = 0;        // includes jobs that are not in the sample
    SampleRun* sample = nullptr;              // a sample of a Resident's jobs; null: all jobs are run
    std::optional<int> round;                 // if set, this part of a run has only this round
    JobRanges dealt;                          // the jobs of its first round, if the rest is done or done elsewhere
    int job_workers = 0;                      // the number of workers that jobs were cut for
    PredictedWork work;                       // predicted work of a layer, if progress is asked for
    WorkLeft const* left = nullptr;           // work that an earlier part left, too
    Resident const* resident_graph = nullptr; // the graph of the run, or that beside its numbers, if it is resident

    DeviceKind device() const override { return options.device; }
    bool launches_again() const override;
    OutputInputs const& inputs() const override { return options.inputs; }

    std::uint64_t jobs_of_round() const { return job_count * static_cast<std::uint64_t>(needs.layers); }
    int first_round() const { return round.value_or(0); }
    int end_round() const { return round ? *round + 1 : needs.rounds; }
    std::uint64_t jobs_of_first_round() const { return dealt.are_all() ? jobs_of_round() : dealt.count(); }
    std::uint64_t jobs_given() const { // in all rounds of this part
        std::uint64_t const later = static_cast<std::uint64_t>(end_round() - first_round()) - 1;
        return jobs_of_first_round() + later * jobs_of_round();
    }
    bool is_dealt(int of_round) const { return of_round == first_round() && !dealt.are_all(); }
    std::uint64_t tickets(int of_round) const { return is_dealt(of_round) ? dealt.tickets() : jobs_of_round(); }

    Graph const& graph() const override {
        if (auto const* const host = std::get_if<PreparedByHost>(&prepared)) return host->graph;
        if (auto const* const device = std::get_if<PreparedByDevice>(&prepared)) return device->copy;
        return std::get<ResidentOnDevice>(prepared).copy;
    }
    std::span<Job const> jobs() const { // empty unless the host made them
        auto const* const host = std::get_if<PreparedByHost>(&prepared);
        return host != nullptr && host->jobs ? std::span<Job const>(*host->jobs) : std::span<Job const>();
    }
    DevicePreparation* on_device() const {
        auto const* const device = std::get_if<PreparedByDevice>(&prepared);
        return device != nullptr ? device->preparation.get() : nullptr;
    }
    ResidentOnDevice const* resident() const { return std::get_if<ResidentOnDevice>(&prepared); }
};

// Returns: the last change before a session that does one round of a run, which another part has begun; see RunContext.
inline Count changes_before(RunSession const& session) {
    return session.needs.until_unchanged ? static_cast<Count>(session.first_round()) : 0;
}

// Returns: whether workers publish their activity, for a mechanism or an observer.
inline bool balances(RunOptions const& options) {
    return options.balance.mechanism != BalanceMechanism::none || static_cast<bool>(options.balance.observe);
}

// Returns: whether workers note the times of jobs.
inline bool notes_jobs(RunSession const& session) {
    return session.sample != nullptr || static_cast<bool>(session.options.balance.observe_jobs);
}

// Returns: whether workers save the work that they leave.
inline bool saves_work(RunOptions const& options) {
    return options.balance.mechanism == BalanceMechanism::stop || options.checkpoint.on() || options.member != nullptr;
}

// Returns: whether workers check within their jobs whether the run must end, because it may have to end before all jobs
// are done.
inline bool can_end_early(RunSession const& session) {
    RunOptions const& options = session.options;
    return options.interrupt != nullptr || options.deadline_seconds > 0 || options.checkpoint.on() ||
           session.needs.ends_run;
}

// Returns: the interval between looks, see RunContext. A look at a word of the device takes about a microsecond.
inline std::uint32_t look_interval(RunSession const& session) {
    if (balances(session.options)) return balance_interval;
    return can_end_early(session) ? end_interval : 0;
}

// Returns: whether workers are launched with a shared state that outlives a launch.
inline bool shares_state(RunOptions const& options) { return balances(options) || saves_work(options); }

inline bool RunSession::launches_again() const { return shares_state(options) || needs.rounds > 1; }

// The input of a run: a graph, a resident graph, or jobs that are numbers, alone or with a resident graph that they may
// read. It refers to them and does not own them. It is one type for all, so that a run is compiled once for an
// application.
struct RunInput {
    RunInput(Graph const& given) : graph(&given) {}
    RunInput(Resident const& given) : resident(&given) {}
    RunInput(std::uint64_t count) : numbers(count) {}
    RunInput(std::uint64_t count, Resident const& beside) : resident(&beside), numbers(count) {}

    Graph const* graph = nullptr;
    Resident const* resident = nullptr;
    std::optional<std::uint64_t> numbers;
};

// Numbers and orients a graph, checks the options against it, and makes the jobs, on the device if that is quicker.
// Requires: the session has its options and needs. Throws InputError.
void open_session(RunSession& session, RunInput const& input, RunRules const& rules);

// Throws InputError if a number of the options has no meaning: it is negative or not a number.
void check_numbers(RunOptions const& options);

// Returns: whether all original ids have 32 bits.
bool ids_are_narrow(Graph const& graph);

// Watches a run from the thread that called run(). It shows progress, and decides when to stop handing out jobs.
class Monitor {
public:
    Monitor(RunOptions const& options, std::uint64_t roots_given) : options_(options), given_(roots_given) {}

    // Requires: it is called at least a few times a second. Returns: true from the moment the run should stop. `share`:
    // the done share of the predicted work.
    bool poll(std::uint64_t roots_done, std::uint64_t delivered, double share);
    // Call it if there are more subgraphs to deliver than the limit allows.
    void pass_limit() { past_limit_ = true; }
    void end(std::uint64_t delivered) { delivered_ = delivered; } // call it when all are delivered
    std::uint64_t delivered() const { return delivered_; }
    // `all_done`: every job was done, together with all work donated from it.
    Status status(bool all_done) const;

private:
    RunOptions const& options_;
    std::uint64_t given_;
    Stopwatch watch_;
    double last_report_ = 0;
    Status reason_ = Status::complete;
    bool past_limit_ = false;
    std::uint64_t delivered_ = 0;
};

// The reports of the workers when all have ended.
struct Outcome {
    std::uint64_t roots_done = 0;
    std::uint64_t donated_done = 0;
    Count fault = 0;       // see traversal/detail/fault.hpp
    Count last_change = 0; // see RunContext
    Count added_jobs = 0;
};

// Throws InputError if a worker met a fault.
void check_fault(Outcome const& outcome, RunSession const& session);

// Sets roots and status of the result. If a round changed nothing and ended the run, only the jobs of the rounds up to
// it count. Throws InputError if a worker met a fault, and Error if roots or donated traversals are undone although
// nobody ended the run.
void conclude(RunResult& result, RunSession const& session, Outcome const& outcome, Monitor const& monitor);

} // namespace cerrado
