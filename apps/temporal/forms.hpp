// The compiled jobs of temporal motifs. forms.cpp compiles each once.
#pragma once

#include "temporal/arc_lists.hpp"
#include "temporal/walk.hpp"

#include <cerrado/apps/temporal.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace cerrado::temporal {

// Arcs on a device, and the runs over them. The seconds and the device of each go into a result.
class ArcRuns {
public:
    ArcRuns(Arcs const& arcs, RunOptions const& options, RunResult& result);
    ~ArcRuns();

    // Finds what is within delta of each arc. Returns: false if the run was stopped, as do the others.
    bool set_times(std::int64_t delta, Ties ties);
    // Requires: set_times(), as the others do.
    bool add_motifs(MotifTable& table);
    // Returns: the pairs of a first and a second arc that a walk begins with.
    std::optional<WideCount> measure(WalkPlan const& plan);
    // These walk by the plan that was measured last.
    bool count(WideCount& sum);
    bool count_at(TemporalPer per, std::size_t columns, std::size_t column); // into counts()
    std::vector<std::uint64_t> counts() const;
    bool list(std::optional<std::uint64_t> limit, std::function<void(WalkRow const&)> const& visit);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cerrado::temporal
