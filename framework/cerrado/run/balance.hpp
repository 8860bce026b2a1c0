// Load balancing as the runtime sees it: the cutting of jobs, the state that workers publish, the decision, and the
// mechanism that carries the decision out. Policies, traces and their laboratory are in loadbalance/; a policy needs no
// device.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

// The state that one worker last published. It is a few control phases old; reading it costs the worker nothing.
struct WorkerState {
    bool active = false; // the worker holds a traversal
    // Extensions it could give away: those left at its shallowest open level. The stages to come of that level count as one; 2 if
    // it has nothing else.
    std::uint32_t weight = 0;
};

// A snapshot of all workers.
struct WorkerStates {
    std::span<WorkerState const> workers;
    std::uint64_t queued_jobs = 0; // initial traversals not yet handed out
    std::uint64_t shared_jobs = 0; // donated traversals that nobody has taken yet
    double seconds = 0;            // since the enumeration began; with several devices, since all of them were ready

    std::size_t active() const;
    std::size_t idle() const { return workers.size() - active(); }
    double idle_share() const {
        return workers.empty() ? 0.0 : static_cast<double>(idle()) / static_cast<double>(workers.size());
    }
};

// Tells `worker` to give away up to `count` ranges of its shallowest open extensions. Each range is half of the
// extensions that are still open there.
struct Donation {
    std::uint32_t worker = 0;
    std::uint32_t count = 0;
    friend bool operator==(Donation const&, Donation const&) = default;
};

struct Decision {
    bool rebalance = false;
    std::string reason; // for the trace: one short sentence
    std::vector<Donation> donations;
};

// none: jobs are handed out heaviest first, heavy jobs in slices, and no work moves later. stop: workers stop at
// control, the CPU plans donations, the device carries them out, and the enumeration goes on. share: no worker stops;
// on request, workers push extensions to a queue on the device, and idle workers take them from it.
enum class BalanceMechanism { none, stop, share };

// One look of the balancer thread at the run.
struct BalanceObservation {
    WorkerStates const& states;
    Decision const& decision;
    double stop_seconds = 0;   // the time of this stop; 0 if nobody stopped
    std::uint64_t donated = 0; // traversals donated since the run began
    std::size_t device = 0;    // index into RunOptions::devices: the states are of that device's workers
};

inline constexpr int most_pieces = 1024;

// The way in which the jobs of a run are dealt among several devices. hand_over: all jobs are dealt at the start, and
// each device gets heavy and light jobs; a device that is done gets a part of the jobs that another device has left.
// guided: each time that a device asks, it gets a share of the remaining jobs; the shares get smaller. The other
// policies deal once and move nothing. round_robin deals single jobs in turns. chunked deals 64 jobs at a time in
// turns. even gives the first device the first part of the jobs, and so on.
enum class DealPolicy { hand_over, guided, round_robin, chunked, even };
std::string to_string(DealPolicy policy);
std::vector<std::string> deal_policy_names();
DealPolicy parse_deal_policy(std::string const& name); // throws InputError

struct BalanceOptions {
    // Each worker's share of the predicted work is cut into at least this many pieces. A root heavier than a piece
    // becomes several jobs. With more pieces workers end closer together, but each piece computes its root's data anew,
    // which costs most in short runs. At most most_pieces; 0 means 4.
    int pieces = 0;

    BalanceMechanism mechanism = BalanceMechanism::none;
    bool automatic = true; // if the mechanism is none, the application takes `share` where that is known to pay
    std::function<Decision(WorkerStates const&)> decide; // a pure function; empty: no work moves
    std::chrono::microseconds poll{100};                 // between two looks
    bool serves_unasked = true; // share: a worker with a long job gives work to idle workers unasked
    // Called for every look. With several devices, one call at a time. May be empty.
    std::function<void(BalanceObservation const&)> observe;

    DealPolicy deal = DealPolicy::hand_over; // the policy among devices and processes
    // Called when a run has ended, with the time of each job in nanoseconds. The job that was predicted to be the
    // heaviest comes first. It requires a run on one device, with one round and without load balancing. May be empty.
    std::function<void(std::span<std::uint64_t const>)> observe_jobs;
};

} // namespace cerrado
