// Counts per vertex and edge as files or on standard output.
#pragma once

#include "command/options/local_options.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado::command {

// Writes what was asked for, each file whole or not at all. CSV: `vertex,count`, `source,target,count` or `vertex,orbit0,
// orbit2`, a header and a row each. Binary: a header of 16 bytes (`CERVERT`, `CEREDGE` or `CERORBI` and a byte 1; the
// version 1 and k, 32 bits each), then of each row the ids, 64 bits each, and the counts, 128 bits, little-endian.
// CSV has `names` in the place of ids, where they are not null. `orbits`: the columns of counts.by_orbit. Throws Error, or ReaderGone where standard output was closed.
void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames names);

} // namespace cerrado::command
