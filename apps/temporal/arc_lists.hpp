// Arcs on a device, with the lists that walks and sums read: out of each vertex, into it, and from each vertex to each other.
#pragma once

#include "temporal/temporal.hpp"

#include <cerrado/graph/arcs.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cerrado::temporal {

class ResidentArcs {
public:
    // Copies the arcs to the device of the options.
    ResidentArcs(Arcs const& arcs, RunOptions const& options);

    // Runs a step of the making of lists: keys(into) fills the keys, which begins() reads when they are sorted. Both return
    // false if the run was stopped.
    struct Steps {
        std::function<bool(ArcKeys const&)> keys;
        std::function<bool(EdgeKeys const&)> edge_keys;
        std::function<bool(Begins const&)> begins;
    };
    // Both sort the arcs. They return false if a step did. The second one needs the first.
    bool make_lists(Steps const& steps);
    bool make_edges(Steps const& steps); // once

    Resident const& resident() const { return resident_; }
    ArcArrays const& arrays() const { return arrays_; }
    EdgeArrays const& edges() const { return edges_; }
    double most_triples() const; // a bound on the triples of arcs with a common end

private:
    using Numbers = ResidentArray<std::uint32_t>;
    using Offsets = ResidentArray<std::uint64_t>;

    Resident resident_; // holds no graph
    Numbers source_, target_;
    ResidentArray<std::int64_t> time_;
    std::optional<Offsets> out_begin_, in_begin_, edge_begin_, edge_keys_;
    std::optional<Numbers> out_, in_, by_target_, target_at_;
    ArcArrays arrays_;
    EdgeArrays edges_;
    bool has_edges_ = false;
};

} // namespace cerrado::temporal
