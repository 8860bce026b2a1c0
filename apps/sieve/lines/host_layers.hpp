// Runs of the sieve on the host that take one layer after the other. Each runs on one thread whose cache holds all its
// lines.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/forms.hpp"

namespace cerrado {

inline constexpr std::uint32_t fewest_points = 64; // the widest registers hold this many

struct HostLayers {
    SieveFactors factors; // where the graph lies
    LayerRange range;
    std::uint32_t points;      // of a line: a multiple of fewest_points, at most all points
    ArrayRef<VertexId> places; // for each vertex its cell among the totals of a worker
    ArrayRef<Byte> lines;      // for each worker and vertex: P of 1 to k
    ArrayRef<Byte> totals;     // for each worker and vertex: Q over the points that it took
};

RunResult run_host_layers(HostLayers const& work, Resident const& resident, RunOptions const& options);

} // namespace cerrado
