// What a run would take on other devices: the dealer of runs on several devices deals recorded jobs, in a time of its
// own. A device is a number of workers. Each takes the next job when it is done with its last.
#pragma once

#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/run/conduct/balance.hpp>

namespace cerrado {

struct SimulatedDevices {
    int devices = 1;
    std::uint32_t workers = 1; // of each
    DealPolicy deal = DealPolicy::hand_over;
    double slowness = 1;          // every other device takes so many times as long for a job
    double speed_alone = 1;       // of a worker while the others of its device are idle; beside all of them it is 1
    double start_seconds = 0.001; // until a device that got a share works on it
    double stop_seconds = 0.001;  // until a device that was asked for work has stopped, and its work is with the dealer
    double look_seconds = 0.002;  // between two looks of the dealer while a device waits
    bool divides = true;          // a job under way that is handed over, at will; else it goes on as one job
};

struct SimulatedRun {
    double seconds = 0;
    double undivided_seconds = 0; // likewise, if no job under way can be divided
    double even_seconds = 0;      // if all workers were busy to the end: no run is shorter
    double heaviest_seconds = 0;  // of the heaviest job, on the quickest device
    std::uint64_t shares = 0;     // that devices took
    std::uint64_t asked = 0;      // how often a device was asked to leave some of its work to others
    std::uint64_t handed_over = 0;

    // The part of the workers' time in which they had a job.
    double efficiency() const { return seconds > 0 ? even_seconds / seconds : 1; }
};

// Runs follow each other. Much of a job's work is under its extensions, and can be divided; how much of it is not known.
// A run takes from `seconds` to `undivided_seconds`. Throws InputError for settings out of range. O(jobs * log(workers)).
SimulatedRun simulate(JobCosts const& costs, SimulatedDevices const& settings);

} // namespace cerrado
