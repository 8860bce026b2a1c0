// A sample of a run's jobs, which is run to predict the time of all of them.
#pragma once

#include <cerrado/traversal/detail/job.hpp>

#include <span>
#include <vector>

namespace cerrado {

// The jobs number first, first + stride and so on, below end, where job 0 is the heaviest. The sample runs only one of
// `parts` parts of each of these jobs.
struct SampledJobs {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t end = ~std::uint64_t{0};
    std::uint32_t parts = 1;

    // Returns: the number of these jobs if there are `all` jobs in total.
    std::uint64_t count(std::uint64_t all) const {
        std::uint64_t const last = all < end ? all : end;
        return first < last ? (last - first + stride - 1) / stride : 0;
    }
};

// The times of a sample's run.
struct JobSample {
    // The times of one SampledJobs.
    struct Group {
        std::uint64_t jobs = 0;
        double seconds = 0;    // seconds that workers would spend on all parts of these jobs
        double begun = 0;      // the part of `seconds` before the first extension; known if parts are run
        bool is_whole = false; // false if the run was ended early
    };
    std::vector<Group> groups;
    double seconds = 0; // seconds of the search
    int workers = 0;
    std::uint64_t all_jobs = 0;
    VertexId longest_list = 0; // known for an oriented graph
    double list_cubes = 0;     // the sum of the cubes of the lists' lengths, in the graph as it is read
};

// The jobs that a sample runs. A part of a job does only a share of the job's search, but it does all of the work
// before the search: each part makes its root's matrix anew. So if parts are run, each job is also run without
// extensions, to measure that work.
class SampleRun {
public:
    explicit SampleRun(std::span<SampledJobs const> wanted) : wanted_(wanted) {}

    // Takes the sample's jobs out of `all` jobs. copy(which, into) copies the jobs of a group.
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
    JobTimes& times() { return times_; } // the place where workers note times
    std::vector<JobSample::Group> measured() const;

private:
    struct Added {
        std::uint64_t jobs;
        std::uint32_t parts;
        std::uint32_t group; // its first group; if parts are run, the next group is its second
    };
    void end_group() { times_.groups[groups_++].end = jobs_.size(); }

    std::span<SampledJobs const> wanted_;
    std::vector<Job> jobs_;
    std::vector<Added> added_;
    std::uint32_t groups_ = 0;
    JobTimes times_;
};

} // namespace cerrado
