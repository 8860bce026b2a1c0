// The jobs of a round that a run, or a part of one, has: all, or some ranges of them.
#pragma once

#include <cerrado/traversal/job.hpp>

#include <vector>

namespace cerrado {

class JobRanges {
public:
    JobRanges() = default; // all jobs
    // Requires: no job is in two ranges.
    explicit JobRanges(std::vector<JobRange> ranges);

    bool are_all() const { return are_all_; }
    std::vector<JobRange> const& ranges() const { return ranges_; } // none where they are all
    std::uint64_t count() const;                                    // of the jobs; 0 where they are all

    // What workers read: ranges of at most 2^shift jobs.
    std::uint32_t shift() const { return shift_; }
    std::uint64_t tickets() const { return ranges_.size() << shift_; }
    DealtJobs dealt(JobRange const* at) const { return are_all_ ? DealtJobs{} : DealtJobs{at, shift_}; }

    // Returns: the jobs whose tickets are `next` or more. `all`: the jobs of the round.
    JobRanges from_ticket(std::uint64_t next, std::uint64_t all) const;

private:
    bool are_all_ = true;
    std::uint32_t shift_ = 0;
    std::vector<JobRange> ranges_;
};

// Cuts jobs into shares, by weight. A share has every so many-th piece, so that heavy and light jobs are in all.
// Returns: for each weight, its jobs. Requires: at least one weight, all above 0.
std::vector<std::vector<JobRange>> deal_jobs(std::vector<JobRange> const& jobs, std::vector<double> const& weights);

} // namespace cerrado
