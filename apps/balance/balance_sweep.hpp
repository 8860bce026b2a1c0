// A sweep: one application on one graph, with every combination of load-balancing settings.
#pragma once

#include "balance/balance_table.hpp"
#include "command/options/graph_argument.hpp"
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
    std::string thresholds; // empty, as the next two: see take_recorded() and take_measured()
    std::string donations;
    std::string poll;
    std::string workers = "0";
    int repeat = 3;
    std::string csv;
};

// One combination. Without a mechanism there is no policy and there are no settings.
struct SweepPoint {
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy;
    PolicySettings settings;
    int workers = 0; // CUDA warps or host threads; 0: the device's default
};

// What was not given is as in the rows that begin like `work`, where they agree on it: so a sweep goes on as it began,
// whatever is measured the next time.
void take_recorded(SweepRequest& request, SweepTable const& table, SweepRow const& work);

// What is still not given is what balance_defaults() measures.
void take_measured(SweepRequest& request, DeviceKind device);

// Every combination once, `none` once per worker count; nothing is left empty in the request. Throws InputError for
// what cannot be read.
std::vector<SweepPoint> sweep_points(SweepRequest const& request);

// Runs what the table does not hold yet, the repetitions outermost so that a drift of the machine meets all points
// alike. Progress goes to standard error, a summary to standard output. partial when it was interrupted. Throws Error
// when counts disagree.
ExitCode run_sweep(Application const& application, SweepRequest const& request);

} // namespace cerrado::command
