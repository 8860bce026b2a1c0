// Several runs that together make a larger one, with one checkpoint: a file keeps the sum of the runs that are done, and
// the checkpoint of the one that is under way. Each of them may be several runs again.
#pragma once

#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado {

class SeveralRuns {
public:
    // `asked`: the checkpoint of the larger run, which may be off. Throws InputError if the file cannot be read.
    SeveralRuns(CheckpointOptions asked, int runs);

    int first() const { return first_; }                    // the first run that the file does not say is done
    RunResult const& finished() const { return finished_; } // the sum of those before it, as given to options_of()

    // Returns: the checkpoint options of a run. `finished`: the sum of those before it.
    CheckpointOptions options_of(int run, RunResult const& finished) const;

private:
    CheckpointOptions const asked_;
    int const runs_;
    int first_ = 0;
    RunResult finished_;
};

} // namespace cerrado
