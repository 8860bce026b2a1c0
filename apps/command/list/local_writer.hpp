// Counts per vertex and edge as files or on standard output.
#pragma once

#include "command/options/run_options.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/output/local_counts.hpp>
#include <cerrado/run/result.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cerrado::command {

// A vertex or an edge, and its numbers.
struct CountRow {
    std::array<OriginalId, 2> ids{};
    std::size_t id_count = 1;
    std::span<WideCount const> counts;
};

struct CountTable {
    std::string header; // of a CSV file
    std::string magic;  // of a binary file: 7 letters
    int k = 0;
    VertexNames names; // CSV has them instead of ids, unless they are null
    std::size_t rows = 0;
    std::function<CountRow(std::size_t)> row; // its counts are valid until the next call
};

// Writes the file whole or not at all. CSV: the header, and a line for each row. Binary: a header of 16 bytes (the magic
// and a byte 1; the version 1 and k, 32 bits each), then for each row the ids, 64 bits each, and the counts, 128 bits,
// little-endian. An empty target is none. Throws Error, or ReaderGone if standard output was closed.
void write_counts(std::string const& target, LocalFormat format, CountTable const& table);

// Returns: what the run counted per vertex and orbit, or else per vertex and edge; empty if it counted neither.
LocalCounts const& local_counts_of(RunResult const& result);

// Writes what was asked for. The headers are `vertex,count`, `source,target,count` and `vertex,orbit0,orbit2`, the
// magics `CERVERT`, `CEREDGE` and `CERORBI`. `orbits` are the columns of counts.by_orbit. Throws as write_counts() does.
void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames const& names);

} // namespace cerrado::command
