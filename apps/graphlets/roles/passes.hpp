// The passes for roles, one after the other, as long as they are complete.
#pragma once

#include "graphlets/roles/limits.hpp"
#include "graphlets/sums/arrays.hpp"
#include "graphlets/sums/ends_of_sweep.hpp"
#include "library/time_left.hpp"

#include <cerrado/run/run.hpp>

#include <optional>

namespace cerrado::cuts {

// `Result` is a RunResult with more members.
template <class Result> class Passes {
public:
    Passes(Resident const& graph, RunOptions const& options)
        : graph_(graph),
          options_(options),
          time_(options),
          arrays_(graph, 5) {}

    template <class App> bool run(App const& app) {
        add_run(result, cerrado::run(app, graph_, time_.in(options_)));
        return result.status == Status::complete;
    }

    // What all roles need to know of the graph. Returns: the matrices, or nothing if a pass was stopped. They are valid
    // as long as this object. Throws InputError if they are too large.
    std::optional<Matrices> find_matrices(VertexId least_end, ArrayRef<Around> around = {}) {
        if (!run(Cuts{3, true, first_end(graph_, least_end), arrays_.known(), around})) return std::nullopt;
        std::uint64_t const words = arrays_.words();
        require_room_for_roles(words);
        bits_ = graph_.array<Count>(words);
        Matrices const matrices{arrays_.known(), bits_->ref(), 0, words};
        return run(matrices) ? std::optional(matrices) : std::nullopt;
    }

    std::vector<std::uint32_t> triangles() const { return arrays_.triangles(); }

    Result result;

private:
    Resident const& graph_;
    RunOptions const& options_;
    TimeLeft const time_;
    Arrays const arrays_;
    std::optional<ResidentArray<Count>> bits_;
};

} // namespace cerrado::cuts
