// How long each job of a run took: what a simulation deals again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

struct JobCosts {
    std::string application;
    std::string graph; // where it came from
    int k = 0;
    std::string algorithm;
    std::string device;
    std::uint32_t workers = 0; // of the device
    double seconds = 0;        // that the enumeration took
    // Nanoseconds of each job, from the job that was predicted to be the heaviest on; a list for each run of the command.
    std::vector<std::vector<std::uint64_t>> runs;

    std::uint64_t jobs() const;
    double worker_seconds() const;
};

// The file is one JSON object; docs/load_balancing.md describes it. Throws Error if it cannot be written.
void write_job_costs(std::string const& path, JobCosts const& costs);

// Throws InputError if the file is no such object, or of another version.
JobCosts read_job_costs(std::string const& path);

} // namespace cerrado
