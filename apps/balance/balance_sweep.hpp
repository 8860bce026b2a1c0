// A sweep runs one application on one graph with every combination of load-balancing settings.
#pragma once

#include "balance/balance_table.hpp"
#include "command/options/inputs.hpp"
#include "command/run/application.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/policy.hpp>

#include <chrono>

namespace cerrado::command {

struct SweepRequest {
    std::string application;
    std::string graph;
    GraphMarksRequest marks;
    int k = 0;
    std::string algorithm = "fast";
    std::string device = "auto";
    std::string mechanisms = "none,stop,share";
    std::string policies = "dumato";
    std::string thresholds; // this and the next two may be empty: see take_recorded() and take_measured()
    std::string donations;
    std::string poll;
    std::string workers = "0";
    int repeat = 3;
    std::string csv;
};

// One combination. Without a mechanism it has no policy and no settings.
struct SweepPoint {
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy;
    PolicySettings settings;
    int workers = 0; // CUDA warps or host threads; 0: the device's default
};

// Takes settings that were not given from the rows of `work`, if these rows agree. So a sweep goes on as
// it began, whatever is measured the next time.
void take_recorded(SweepRequest& request, SweepTable const& table, SweepWork const& work);

// Takes settings that are still not given from what balance_defaults() measures.
void take_measured(SweepRequest& request, DeviceKind device);

// Every combination once, and `none` once per worker count. Requires: nothing in the request is empty. Throws
// InputError for what cannot be read.
std::vector<SweepPoint> sweep_points(SweepRequest const& request);

// Runs what the table does not hold yet. The repetitions are outermost, so that a drift of the machine meets all points
// alike. Progress goes to standard error, a summary to standard output. Returns: partial if it was interrupted. Throws
// Error if counts disagree.
ExitCode run_sweep(Application const& application, SweepRequest const& request);

} // namespace cerrado::command
