// Candidates for the same work, each run on growing samples of it until it can be told which would be the first to end.
#pragma once

#include "fastest.hpp"

#include <cerrado/runtime/session.hpp>

#include <vector>

namespace cerrado {

// What is asked of a sample: to be done in this time, unseen.
RunOptions sampling(RunOptions const& options, double seconds);

// How long a form takes for some of its jobs, and for all of which they are a part.
class Stratum {
public:
    Stratum() = default;
    Stratum(JobSample const& sample, SampledJobs const& jobs) : sample_(sample), jobs_(jobs) {}

    JobSample const& sample() const { return sample_; }
    std::uint64_t stride() const { return jobs_.stride; }
    // A device that the sample does not fill takes no longer for a larger one.
    double predicted_seconds() const;

private:
    JobSample sample_;
    SampledJobs jobs_;
};

// Of a sample, which has the heaviest jobs, as they can take more time than all others, a part of those that follow,
// and a smaller part of the rest.
struct Strides {
    std::uint64_t middle; // one job of so many
    std::uint64_t rest;

    static Strides first(std::uint64_t jobs, DeviceKind device);
    void refine(); // four times the jobs
};

// A candidate on a sample.
class Measured {
public:
    bool is_asked() const { return asked_; }
    bool is_whole() const; // every part was done in its time
    double sampled_seconds() const;
    double predicted_seconds() const;
    std::uint64_t jobs() const;
    JobSample const& head() const { return head_.sample(); }

    // Runs what is not known yet, for so long at most. Returns: the seconds that it took.
    double run(BoundApplication const& form, Resident const& resident, RunOptions const& options,
               Strides const& strides, double limit);

private:
    bool asked_ = false;
    Stratum head_, middle_, rest_;
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
    Choice choice() const;

private:
    double seconds_left() const;
    bool is_told_to_end() const;
    void run_all(Strides const& strides, double limit);
    void run_one(std::size_t i, Strides const& strides, double limit);

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
