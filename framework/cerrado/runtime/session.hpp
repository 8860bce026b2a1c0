// What every backend needs of one run: the graph as its roots are numbered, the jobs, and the totals they come to.
#pragma once

#include <cerrado/runtime/jobs.hpp>
#include <cerrado/runtime/local_counts.hpp>
#include <cerrado/runtime/options.hpp>
#include <cerrado/runtime/plan.hpp>
#include <cerrado/runtime/result.hpp>

#include <chrono>
#include <memory>

namespace cerrado {

class DevicePreparation;

struct Session {
    Graph graph; // what the traversals read: reordered, and oriented where the application asks for it
    GraphShape shape;
    std::shared_ptr<DevicePreparation>
        on_device; // where it has the graph and the jobs; `graph` is there for those who ask on the host
    GraphOrder order = GraphOrder::automatic; // in which it is, where this run put it there
    TraversalNeeds needs;
    std::vector<Job> jobs; // empty where the device has them
    std::uint64_t job_count = 0;
    RunOptions options;
    bool narrow_ids = false; // where subgraphs are stored: all original ids have 32 bits

    std::uint32_t classes() const { return total_classes(needs, shape, options.patterns); }
    std::uint64_t local_edges() const { return needs.local_edges ? shape.entries : 0; }
};

// Whether workers publish their activity: for a mechanism, or for an observer.
inline bool balances(RunOptions const& options) {
    return options.balance.mechanism != BalanceMechanism::none || static_cast<bool>(options.balance.observe);
}

// Local counts as workers see them: `vertices` and `edges` have room for low and high words, `binomials` is of the session's sizes.
LocalRef local_ref(Session const& session, Count* vertices, Count* edges, WideCount const* binomials);

// Device memory of the counts per vertex and edge, and of the table they are made with; 0 without them.
std::uint64_t local_bytes(Session const& session);

// Numbers and orients the graph, checks what was asked for against it, and makes the jobs: on the device where that is quicker. The options
// and needs are there. With options.roots the graph is taken as prepared already: roots are numbers in it. Throws InputError.
void open_session(Session& session, Graph const& graph);

// Whether all original ids have 32 bits.
bool ids_are_narrow(Graph const& graph);

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

// Watches a run from the thread that called run(): shows progress, and says when to stop handing out jobs.
class Monitor {
public:
    Monitor(RunOptions const& options, std::uint64_t roots_given) : options_(options), given_(roots_given) {}

    // Call a few times a second or more often. True from the moment the run should stop.
    bool poll(std::uint64_t roots_done, std::uint64_t delivered = 0);
    // There is more to deliver than the limit allows.
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

// What the workers report after all have ended.
struct Outcome {
    std::vector<WideCount> totals; // per class
    std::uint64_t roots_done = 0;
    std::uint64_t donated_done = 0;
    std::uint64_t too_deep = 0;
    LocalCells local;
};

// Fills counts, roots and status; throws Error when a completed run left roots or donated traversals undone.
void conclude(RunResult& result, Session const& session, Outcome const& outcome, Monitor const& monitor);

// How many banks of partial totals to keep, and what a worker may add to its bank between two spills.
std::uint32_t bank_count(std::uint32_t classes, int workers);
Count bank_budget(std::uint32_t banks, int workers);

} // namespace cerrado
