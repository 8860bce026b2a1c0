// Candidates for the same work, each run on growing samples of it until it can be told which would be the first to end.
#pragma once

#include "fastest.hpp"

#include <cerrado/run/session/session.hpp>

#include <vector>

namespace cerrado {

// What is asked of a sample: to be done in this time, unseen.
RunOptions sampling(RunOptions const& options, double seconds);

// What a candidate is run on: the heaviest jobs, as they can take more time than all others, a part of those that follow,
// and a smaller part of the rest. Of a GPU a worker takes a while for a job, and there are thousands of workers: there
// samples are larger, and of each job a part is run.
std::vector<SampledJobs> first_samples(std::uint64_t jobs, DeviceKind device);
void refine(std::vector<SampledJobs>& samples); // four times the jobs

// A candidate on samples.
class Measured {
public:
    bool is_asked() const { return !strata_.empty(); }
    bool is_whole() const;                              // every sample was done in its time
    double sampled_seconds() const { return seconds_; } // of all that was run
    double predicted_seconds() const;
    int pieces() const; // to cut the share of a GPU's worker into; 0: as usual
    std::uint64_t jobs() const;
    VertexId longest_list() const { return longest_list_; }

    // Runs what is not known yet, for so long at most. Returns: the seconds that it took.
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
    // `usual`: the candidate to begin with, by its place; `jobs`: its jobs. All must outlive the race.
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
    int pieces() const; // that each worker's share of the winner is cut into; 0: as usual
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
