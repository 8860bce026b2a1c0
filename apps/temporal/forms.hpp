// The compiled jobs of temporal motifs. forms.cpp compiles each once.
#pragma once

#include "temporal/patterns.hpp"
#include "temporal/walk.hpp"

#include <cerrado/apps/temporal.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cerrado::temporal {

// The walks for a pattern, of which one is chosen, and the labels that they ask for.
struct PatternWalks {
    std::vector<WalkPlan> plans;
    LabelFits labels;
};

// The sums of which tables of motifs are made: [graph][delta][sum]. Those of shares are added up.
struct MotifSums {
    bool are_wide = false; // else those of stars are modulo 2^64
    std::vector<WideCount> of;
};
std::vector<MotifTable> tables_of(MotifSums const& sums); // [graph][delta]

// Arcs on a device, and the runs over them. The seconds and the device of each go into a result. If a run is stopped, a function
// returns false, and the status of the result says why.
class ArcRuns {
public:
    ArcRuns(Arcs const& arcs, RunOptions const& options, RunResult& result);
    ~ArcRuns();

    // Counts to come are of a share of the work. Not for random graphs.
    void take_share(WorkShare share);
    void report_to(std::function<void(Progress const&)> progress); // of each run

    // Runs on random graphs, instead of the given one: make() makes those of the numbers from `first` on, at most as many as
    // graphs() says. All deltas to come are at most `delta`.
    void take_random(TemporalRandom const& random, std::int64_t delta);
    bool make(std::uint32_t first, std::uint32_t count);
    std::uint32_t graphs() const; // that a run counts; 1 without random ones

    // Appends the sums.
    bool count_motifs(std::span<std::int64_t const> deltas, Ties ties, MotifSums& sums);

    // Finds what is within delta of each arc, which walks read.
    bool set_times(std::int64_t delta, Ties ties);
    // Takes one of the walks of each pattern: that of the choice. An empty choice becomes what a sample finds to be the shortest.
    bool choose(std::vector<PatternWalks> const& patterns, std::vector<std::int64_t>& choice);
    // Adds the counts [graph][pattern]; if the run is stopped, they are lower bounds.
    bool count(std::vector<WideCount>& counts);
    bool count_at(TemporalPer per, std::vector<WideCount>& counts); // [vertex or rank][pattern]
    // Lists the matches of one pattern.
    bool list(std::optional<std::uint64_t> limit, std::function<void(std::span<WalkRow const>)> const& visit);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cerrado::temporal
