// The jobs of a run, their order, ranges of them, and what is left of them.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/traversal/detail/job.hpp>

#include <optional>
#include <span>
#include <vector>

namespace cerrado {

// The initial traversals of a run, heaviest first.

// The number of pieces into which each worker's fair share of the predicted work is cut. With more pieces workers end
// closer together, but each slice of a root computes the root's data anew.
inline constexpr int usual_pieces = 4;

struct JobPlan {
    int root_size = 1;    // 1: vertices; 2: edges source < target in the graph's numbering
    int levels_below = 0; // levels whose extensions are taken one by one; 0: a job cannot be sliced
    int workers = 1;      // the number of workers that share the work
    std::optional<std::vector<VertexId>> roots; // only jobs whose source is one of these vertices of the numbered graph
    std::uint32_t least_extensions = 0;         // jobs with fewer extensions are left out, because they find nothing
    std::uint32_t most_parts = 1;               // the most parts into which an extension can be divided; see Job
    ListPart lists = ListPart::above;           // the part of a list that counts as extensions

    friend bool operator==(JobPlan const&, JobPlan const&) = default;
};

// Returns: the jobs. A job estimated heavier than a piece of a worker's fair share is cut into slices of its
// extensions. It takes O(jobs) steps, which the team shares. The result is the same for any team.
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan, Team& team);
std::vector<Job> make_jobs(Graph const& graph, JobPlan const& plan);

// Returns: for each number of extensions, the slices of a job with so many extensions. `jobs`: for each number of
// extensions, the number of such jobs.
std::vector<std::uint32_t> slices_by_extensions(std::vector<std::size_t> const& jobs, JobPlan const& plan);

// The distribution of a run's predicted work over its jobs, from the heaviest to the lightest, with the weights of
// slices_by_extensions(). It is known if a job's weight depends on one list of the graph. Else all jobs count alike.
class PredictedWork {
public:
    PredictedWork() = default; // all jobs count alike
    // `lists`: for each length, the number of lists in the graph that the run reads.
    PredictedWork(std::span<VertexId const> lists, bool oriented, JobPlan const& plan);

    // Returns: the share of the work in the first `jobs` of `all` jobs. If `jobs` exceeds `all`, the jobs repeat.
    double share(std::uint64_t jobs, std::uint64_t all) const;

private:
    struct Alike {
        std::uint64_t jobs; // the number of jobs up to this point
        double work;        // the work of these jobs
    };
    std::vector<Alike> alike_;
};

// The jobs of a round that a run or a part of a run does: all jobs, or some ranges of them.

class JobRanges {
public:
    JobRanges() = default; // all jobs
    // Requires: no job is in two ranges.
    explicit JobRanges(std::vector<JobRange> ranges);

    bool are_all() const { return are_all_; }
    std::vector<JobRange> const& ranges() const { return ranges_; } // empty if they are all jobs
    std::uint64_t count() const;                                    // the number of jobs; 0 if they are all jobs

    // Workers read these: ranges of at most 2^shift jobs.
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

// Cuts jobs into shares, by weight. The jobs are cut into small pieces that are dealt in turns, so that each share has
// heavy and light jobs. Returns: for each weight, the jobs of its share. Requires: there is a weight, and all are above
// 0.
std::vector<std::vector<JobRange>> deal_jobs(std::vector<JobRange> const& jobs, std::vector<double> const& weights);

// The undone work of a run that was ended. Any device, worker or width can go on with it. It has the jobs that were not
// begun, and records of traversals with their open range of extensions, in the form of donated traversals.
struct WorkLeft {
    JobRanges jobs;          // jobs of a round that were not begun
    std::uint32_t words = 0; // words of a record
    std::vector<std::uint32_t> records;

    std::uint64_t count() const { return words == 0 ? 0 : records.size() / words; } // the number of records
};

} // namespace cerrado
