// Load balancing as the runtime sees it: how jobs are cut, what workers publish, what a decision says, and which
// mechanism carries it out. Policies, traces and their laboratory live in loadbalance/; a policy needs no device.
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
    bool active = false;      // it holds a traversal
    std::uint32_t weight = 0; // what it could give away: extensions not yet consumed at its shallowest open level
};

// A snapshot of all workers.
struct WorkerStates {
    std::span<WorkerState const> workers;
    std::uint64_t queued_jobs = 0; // initial traversals not yet handed out
    std::uint64_t shared_jobs = 0; // donated traversals that nobody has taken yet
    double seconds = 0;            // since the enumeration began; with several devices, since all had come to its jobs

    std::size_t active() const;
    std::size_t idle() const { return workers.size() - active(); }
    double idle_share() const {
        return workers.empty() ? 0.0 : static_cast<double>(idle()) / static_cast<double>(workers.size());
    }
};

// `worker` shall give away up to `count` ranges of its shallowest open extensions. Each range is half of what is open
// there.
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

// none: jobs are handed out heaviest first, heavy ones in slices, and nothing more happens. stop: workers stop at
// control, the CPU plans donations, the device executes them, and the enumeration goes on. share: nobody stops; workers
// push extensions on request to a queue on the device, from which idle workers take them.
enum class BalanceMechanism { none, stop, share };

// One look of the balancer thread at the run.
struct BalanceObservation {
    WorkerStates const& states;
    Decision const& decision;
    double stop_seconds = 0;   // the time of this round of `stop`; 0 without one
    std::uint64_t donated = 0; // traversals donated since the run began
    std::size_t device = 0;    // which of RunOptions::devices: the states are of its workers
};

inline constexpr int most_pieces = 1024;

// How the jobs of a run are dealt among several devices. hand_over: at once, heavy and light ones to all; a device that
// is done gets a part of what another has left. guided: a device gets a part of what is left, smaller and smaller ones.
// The others deal once and move nothing: round_robin in turns, chunked in turns of 64 jobs, even the first part of the
// jobs to the first device, and so on.
enum class DealPolicy { hand_over, guided, round_robin, chunked, even };
std::string to_string(DealPolicy policy);
std::vector<std::string> deal_policy_names();
DealPolicy parse_deal_policy(std::string const& name); // throws InputError

struct BalanceOptions {
    // The least number of pieces into which each worker's share of the predicted work is cut. A root heavier than a
    // piece becomes several jobs. With more pieces workers end closer together, but each piece computes its root's data
    // anew, which costs most in short runs. At most most_pieces; 0: 4.
    int pieces = 0;

    BalanceMechanism mechanism = BalanceMechanism::none;
    bool automatic = true; // if the mechanism is none, the application takes `share` where that is known to pay
    std::function<Decision(WorkerStates const&)> decide; // a pure function; empty: never
    std::chrono::microseconds poll{100};                 // between two looks
    bool serves_unasked = true; // share: a worker at a long job gives to idle ones before it is asked
    // Called for every look, and for one at a time if there are several devices. May be empty.
    std::function<void(BalanceObservation const&)> observe;

    DealPolicy deal = DealPolicy::hand_over; // among devices and processes
    // Called when a run has ended, with how long each of its jobs took its worker, in nanoseconds, from the job that was
    // predicted to be the heaviest on. For runs on one device, of one round, that balance nothing; may be empty.
    std::function<void(std::span<std::uint64_t const>)> observe_jobs;
};

} // namespace cerrado
