// Some of a run's jobs, run to find out how long all of them would take.
#pragma once

#include <cerrado/traversal/job.hpp>

#include <span>
#include <vector>

namespace cerrado {

// Jobs from the heaviest on: first, first + stride and so on, below end. One of `parts` parts of each job is run.
struct SampledJobs {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t end = ~std::uint64_t{0};
    std::uint32_t parts = 1;

    // Returns: how many jobs these are if there are `all` in total.
    std::uint64_t count(std::uint64_t all) const {
        std::uint64_t const last = all < end ? all : end;
        return first < last ? (last - first + stride - 1) / stride : 0;
    }
};

// The times of a sample's run.
struct JobSample {
    // One for each SampledJobs.
    struct Group {
        std::uint64_t jobs = 0;
        double seconds = 0;    // that workers would spend on all parts of these jobs
        double begun = 0;      // those of them before the first extension; known if parts are run
        bool is_whole = false; // false: it was ended early
    };
    std::vector<Group> groups;
    double seconds = 0; // of the search
    int workers = 0;
    std::uint64_t all_jobs = 0;
    VertexId longest_list = 0; // of an oriented graph
    double list_cubes = 0;     // the sum of the cubes of the lists' lengths, in the graph as it is read
};

// The jobs that a sample runs. A part of a job takes its share of the search, but all of the work before: each part
// makes its root's matrix anew. So if parts are run, each job is also run without extensions.
class SampleRun {
public:
    explicit SampleRun(std::span<SampledJobs const> wanted) : wanted_(wanted) {}

    // Takes its jobs out of `all` jobs. copy(which, into) copies those of a group.
    template <class Copy> void take_from(std::uint64_t all, Copy const& copy) {
        for (SampledJobs const& which : wanted_) {
            std::vector<Job> taken(which.count(all));
            if (!taken.empty()) copy(which, std::span<Job>(taken));
            add(taken, which.parts);
        }
    }

    // `jobs` are all jobs of a group, in order. There are at most as many groups as in JobTimes, or half of them if
    // parts are run.
    void add(std::span<Job const> jobs, std::uint32_t parts);

    std::vector<Job> const& jobs() const { return jobs_; }
    JobTimes& times() { return times_; } // where workers note them
    std::vector<JobSample::Group> measured() const;

private:
    struct Added {
        std::uint64_t jobs;
        std::uint32_t parts;
        std::uint32_t group; // the first group; if parts are run, the next is the second
    };
    void end_group() { times_.groups[groups_++].end = jobs_.size(); }

    std::span<SampledJobs const> wanted_;
    std::vector<Job> jobs_;
    std::vector<Added> added_;
    std::uint32_t groups_ = 0;
    JobTimes times_;
};

} // namespace cerrado
