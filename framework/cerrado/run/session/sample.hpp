// Some of a run's jobs, run to find out how long all of them would take.
#pragma once

#include <cerrado/traversal/job.hpp>
#include <cerrado/traversal/job_times.hpp>

#include <span>
#include <vector>

namespace cerrado {

// Jobs from the heaviest on: first, first + stride and so on, below end. Of each one part in `parts` is run.
struct SampledJobs {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t end = ~std::uint64_t{0};
    std::uint32_t parts = 1;

    // Of so many jobs in all.
    std::uint64_t count(std::uint64_t all) const {
        std::uint64_t const last = all < end ? all : end;
        return first < last ? (last - first + stride - 1) / stride : 0;
    }
};

// What running a sample took.
struct JobSample {
    // Of each SampledJobs.
    struct Group {
        std::uint64_t jobs = 0;
        double seconds = 0;    // that workers would spend on these jobs, all parts of them
        double begun = 0;      // of these, before the first extension; known where parts are run
        bool is_whole = false; // false: it was ended early
    };
    std::vector<Group> groups;
    double seconds = 0; // of the search
    int workers = 0;
    std::uint64_t all_jobs = 0;
    VertexId longest_list = 0; // of an oriented graph
    double list_cubes = 0;     // of the graph as it is read: the cubes of the lists' lengths, added up
};

// The jobs that a sample runs. A part of a job takes its share of the search, and all of what comes before: each part
// makes the matrix of its root anew. So where parts are run, each job is run without extensions, too.
class SampleRun {
public:
    explicit SampleRun(std::span<SampledJobs const> wanted) : wanted_(wanted) {}

    // Of so many jobs in all; copy(which, into) copies those of a group.
    template <class Copy> void take_from(std::uint64_t all, Copy const& copy) {
        for (SampledJobs const& which : wanted_) {
            std::vector<Job> taken(which.count(all));
            if (!taken.empty()) copy(which, std::span<Job>(taken));
            add(taken, which.parts);
        }
    }

    // `jobs`: all of a group, in order. No more than JobTimes has groups for, or half of those where parts are run.
    void add(std::span<Job const> jobs, std::uint32_t parts);

    std::vector<Job> const& jobs() const { return jobs_; }
    JobTimes& times() { return times_; } // where workers note them
    std::vector<JobSample::Group> measured() const;

private:
    struct Added {
        std::uint64_t jobs;
        std::uint32_t parts;
        std::uint32_t group; // its first; that of parts has another
    };
    void end_group() { times_.groups[groups_++].end = jobs_.size(); }

    std::span<SampledJobs const> wanted_;
    std::vector<Job> jobs_;
    std::vector<Added> added_;
    std::uint32_t groups_ = 0;
    JobTimes times_;
};

} // namespace cerrado
