// Operations on lines on the host, for a thread that takes a whole layer.
#pragma once

#include "sieve/factors.hpp"
#include "sieve/forms.hpp"
#include "sieve/lines.hpp"

namespace cerrado::detail {

// Makes the line P(s) of a vertex. Its lines P(1), P(2), ... lie one after the other at `own`, and so do the lines of
// its neighbours. P(s) is the sum over t < s of P(s - t) times the sum over edges e of factor(e, 0) times P(t) of the
// neighbour.
void pull_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points);

bool multiplies_at_once(); // true if the processor multiplies many bytes in this field with one instruction

} // namespace cerrado::detail

namespace cerrado {

// Runs of the sieve on the host, layer by layer. A thread takes a whole layer, so that the thread's cache holds the
// layer's lines.

inline constexpr std::uint32_t fewest_points = 64; // the widest registers hold this many

struct HostLayers {
    SieveFactors factors; // the factors, in the same memory as the graph
    LayerRange range;
    std::uint32_t points;      // points of a line: a multiple of fewest_points, at most all points
    ArrayRef<VertexId> places; // the cell of each vertex among the totals of a worker
    ArrayRef<Byte> lines;      // for each worker and vertex: P(1) to P(k)
    ArrayRef<Byte> totals;     // for each worker and vertex: Q over the worker's points
};

RunResult run_host_layers(HostLayers const& work, Resident const& resident, RunOptions const& options);

} // namespace cerrado
