// Lines on the host, for a thread that takes a whole layer.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/forms.hpp"
#include "sieve/lines.hpp"

namespace cerrado::detail {

// Lines P(1), P(2), ... lie one after the other, at `own` and for the edges' ends. P(s) is the sum over t < s of P(s -
// t) times the sum over edges of factor(e, 0) times P(t) of e.
void pull_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points);

bool multiplies_at_once(); // whether one instruction multiplies many bytes in this field

} // namespace cerrado::detail

namespace cerrado {

// Runs of the sieve on the host that take one layer after the other. Each runs on one thread whose cache holds all its
// lines.

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
