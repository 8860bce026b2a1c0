// What a trace holds: who made it, every look of the balancer, and how the run ended. docs/load_balancing.md describes
// the file.
#pragma once

#include <cerrado/loadbalance/policy.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado {

inline constexpr int trace_version = 2;

struct TraceHeader {
    std::string application;
    std::string graph; // where it came from
    int k = 0;
    std::string algorithm;
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy; // the name that replay looks for; "never" if nothing was balanced
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
    std::uint64_t donated = 0; // traversals since the run began
    double stop_seconds = 0;   // how long a round of `stop` took, for the look in the midst of it: see
                               // BalanceObservation
    std::vector<WorkerState> workers;
    Decision decision;

    WorkerStates states() const { return {workers, queued_jobs, shared_jobs, seconds}; } // valid while this look is
};

struct TraceEnd {
    double seconds = 0;        // of the enumeration
    std::string status;        // as in the record of the run
    std::uint64_t thinned = 0; // looks in which a state changed, but whose states were left out to keep the trace small
};

} // namespace cerrado
