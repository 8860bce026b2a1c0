// Simulates the time of a run on other devices. The dealer of runs on several devices deals recorded jobs, in simulated
// time. A device has a number of workers. Each worker takes the next job when it has done its last one.
#pragma once

#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/run/balance.hpp>

namespace cerrado {

struct SimulatedDevices {
    int devices = 1;
    std::uint32_t workers = 1; // of each
    DealPolicy deal = DealPolicy::hand_over;
    double slowness = 1; // every other device takes this many times as long for a job
    // speed of a worker while the others of its device are idle; it is 1 beside all of them
    double speed_alone = 1;
    double start_seconds = 0.001; // seconds until a device that got a share works on it
    // seconds until a device that was asked for work has stopped, and the dealer has its work
    double stop_seconds = 0.001;
    double look_seconds = 0.002; // seconds between two looks of the dealer while a device waits
    bool divides = true;         // a job under way that is handed over can be divided; else it goes on as one job
};

struct SimulatedRun {
    double seconds = 0;
    double undivided_seconds = 0; // seconds of the run if no job under way can be divided
    double even_seconds = 0;      // seconds if all workers were busy to the end; no run is shorter
    double heaviest_seconds = 0;  // seconds of the heaviest job, on the fastest device
    std::uint64_t shares = 0;     // that devices took
    std::uint64_t asked = 0;      // number of times that a device was asked to leave some of its work to others
    std::uint64_t handed_over = 0;

    // Returns: the part of the workers' time in which they had a job.
    double efficiency() const { return seconds > 0 ? even_seconds / seconds : 1; }
};

// Runs follow each other. Much of a job's work is under its extensions, and can be divided. The trace does not say how
// much, so a run takes from `seconds` to `undivided_seconds`. Throws InputError for settings out of range. O(jobs *
// log(workers)).
SimulatedRun simulate(JobCosts const& costs, SimulatedDevices const& settings);

} // namespace cerrado
