// Counts per vertex and edge as files or on standard output.
#pragma once

#include "command/options/local_options.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado::command {

// Returns: what the run counted per vertex and orbit, or else per vertex and edge; empty if it counted neither.
LocalCounts const& local_counts_of(RunResult const& result);

// Writes what was asked for, each file whole or not at all. CSV: a header `vertex,count`, `source,target,count` or
// `vertex,orbit0,orbit2`, and a line for each row. Binary: a header of 16 bytes (`CERVERT`, `CEREDGE` or `CERORBI` and
// a byte 1; the version 1 and k, 32 bits each), then for each row the ids, 64 bits each, and the counts, 128 bits,
// little-endian. CSV has `names` instead of ids, unless they are null. `orbits` are the columns of counts.by_orbit.
// Throws Error, or ReaderGone if standard output was closed.
void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames names);

} // namespace cerrado::command
