// Candidates for the same work run on growing samples of it, until it is clear which would be the first to end.
#pragma once

#include "library/fastest.hpp"

#include <cerrado/core/clock.hpp>

#include <vector>

namespace cerrado {

// The options of a sample: it must be done in this time, and shows nothing.
RunOptions sampling(RunOptions const& options, double seconds);

// The jobs on which a candidate runs: the heaviest, as they can take more time than all others, a part of those that
// follow, and a smaller part of the rest. A worker of a GPU takes a while for a job, and there are thousands of
// workers. So samples on a GPU are larger, and run a part of each job.
std::vector<SampledJobs> first_samples(std::uint64_t jobs, DeviceKind device);
void refine(std::vector<SampledJobs>& samples); // takes four times the jobs

// A candidate on samples.
class Measured {
public:
    bool is_asked() const { return !strata_.empty(); }
    bool is_whole() const;                              // every sample was done in its time
    double sampled_seconds() const { return seconds_; } // of all that ran
    double predicted_seconds() const;
    int pieces() const; // into which a GPU's worker cuts its share; 0: as usual
    std::uint64_t jobs() const;
    VertexId longest_list() const { return longest_list_; }

    // Runs what is not known yet, for at most this long. Returns: the seconds that it took.
    double run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
               std::vector<SampledJobs> const& samples, double limit);

private:
    struct Stratum {
        SampledJobs jobs;
        JobSample::Group found;
    };

    std::vector<Stratum> strata_;
    double seconds_ = 0;
    int workers_ = 1;
    VertexId longest_list_ = 0;
};

class Race {
public:
    // `usual` is the place of the candidate to begin with, `jobs` the number of its jobs. Everything must outlive the
    // race.
    Race(std::vector<Candidate> const& candidates, std::size_t usual, std::uint64_t jobs, Resident const& resident,
         RunOptions const& options)
        : candidates_(candidates),
          usual_(usual),
          jobs_(jobs),
          resident_(resident),
          options_(options),
          measured_(candidates.size()),
          best_(usual) {}

    void run();
    std::size_t winner() const { return best_; }
    int pieces() const; // into which each worker of the winner cuts its share; 0: as usual
    Choice choice() const;

private:
    double seconds_left() const;
    bool is_told_to_end() const;
    void run_all(std::vector<SampledJobs> const& samples, double limit);
    void run_one(std::size_t i, std::vector<SampledJobs> const& samples, double limit);

    std::vector<Candidate> const& candidates_;
    std::size_t const usual_;
    std::uint64_t const jobs_;
    Resident const& resident_;
    RunOptions const& options_;
    std::vector<Measured> measured_;
    std::size_t best_;
    double sampled_ = 0; // seconds of all searches
    Stopwatch watch_;
};

} // namespace cerrado
