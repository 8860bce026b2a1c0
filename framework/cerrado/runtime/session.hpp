// What every backend needs of one run: the graph as its roots are numbered, and the jobs. And when a run ends.
#pragma once

#include <cerrado/engine/plan.hpp>
#include <cerrado/runtime/jobs.hpp>
#include <cerrado/runtime/options.hpp>
#include <cerrado/runtime/result.hpp>

#include <chrono>
#include <memory>
#include <variant>

namespace cerrado {

class DevicePreparation;
class RunRules;

// The graph as the traversals read it (reordered, and oriented where the application asks for it) and its jobs: made by
// the host,
struct PreparedByHost {
    Graph graph;
    std::vector<Job> jobs;
};
// or by the device, which keeps them.
struct PreparedByDevice {
    std::shared_ptr<DevicePreparation> preparation;
    Graph copy; // for those who ask on the host; else empty
};

struct Session {
    RunOptions options;
    TraversalNeeds needs;
    std::variant<PreparedByHost, PreparedByDevice> prepared;
    GraphShape shape;
    GraphOrder order = GraphOrder::automatic; // in which it is, where this run put it there
    int levels = 0;                           // vertices of a traversal, at most
    std::uint64_t job_count = 0;
    bool narrow_ids = false; // where subgraphs are handed over: all original ids have 32 bits

    Graph const& graph() const { // empty where the device alone has it
        auto const* const host = std::get_if<PreparedByHost>(&prepared);
        return host != nullptr ? host->graph : std::get<PreparedByDevice>(prepared).copy;
    }
    std::vector<Job> const& jobs() const { return std::get<PreparedByHost>(prepared).jobs; } // that the host has made
    DevicePreparation* on_device() const {
        auto const* const device = std::get_if<PreparedByDevice>(&prepared);
        return device != nullptr ? device->preparation.get() : nullptr;
    }
};

// Whether workers publish their activity: for a mechanism, or for an observer.
inline bool balances(RunOptions const& options) {
    return options.balance.mechanism != BalanceMechanism::none || static_cast<bool>(options.balance.observe);
}

// Numbers and orients the graph, checks what was asked for against it, and makes the jobs: on the device where that is
// quicker. With options.roots the graph is taken as prepared already; roots are numbers in it.
// Requires: the session has its options and needs. Throws InputError.
void open_session(Session& session, Graph const& graph, RunRules const& rules);

// Returns: whether all original ids have 32 bits.
bool ids_are_narrow(Graph const& graph);

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

// Watches a run from the thread that called run(). It shows progress, and says when to stop handing out jobs.
class Monitor {
public:
    Monitor(RunOptions const& options, std::uint64_t roots_given) : options_(options), given_(roots_given) {}

    // Requires: it is called a few times a second or more often. Returns: true from the moment the run should stop.
    bool poll(std::uint64_t roots_done, std::uint64_t delivered = 0);
    // Notes that there is more to deliver than the limit allows.
    void pass_limit() { past_limit_ = true; }
    Status status(std::uint64_t roots_done) const;

private:
    RunOptions const& options_;
    std::uint64_t given_;
    Stopwatch watch_;
    double last_report_ = 0;
    Status reason_ = Status::complete;
    bool past_limit_ = false;
};

// What the workers report once all have ended.
struct Outcome {
    std::uint64_t roots_done = 0;
    std::uint64_t donated_done = 0;
};

// Fills in roots and status. Throws Error when a completed run left roots or donated traversals undone.
void conclude(RunResult& result, Session const& session, Outcome const& outcome, Monitor const& monitor);

} // namespace cerrado
