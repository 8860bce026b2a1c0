// Runs of the sieve on the host that take a layer after the other, each on one thread whose cache has all of its lines.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/forms.hpp"

namespace cerrado {

inline constexpr std::uint32_t fewest_points = 64; // that the widest registers hold

struct HostLayers {
    SieveFactors factors; // where the graph lies
    LayerRange range;
    std::uint32_t points;      // of a line: a multiple of fewest_points, no more than there are
    ArrayRef<VertexId> places; // of each vertex, its cell among the totals of a worker
    ArrayRef<Byte> lines;      // of each worker and vertex: P of 1 to k
    ArrayRef<Byte> totals;     // of each worker and vertex: Q, as far as it took points
};

RunResult run_host_layers(HostLayers const& work, Resident const& resident, RunOptions const& options);

} // namespace cerrado
