// Sends the graph of a run in several processes from the process that reads it to the others, which need no file.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/ranks.hpp>

#include <cstddef>
#include <functional>

namespace cerrado {

struct BroadcastOptions {
    std::size_t piece_bytes = std::size_t{1} << 20; // bytes that are sent at once; at most 64 MiB
    int pieces_on_the_way = 4;                      // pieces sent to a rank that it has not yet confirmed
};

// All ranks must call it. Rank 0 calls read(), and sends the graph to the others in pieces. Returns: on each rank the
// graph, with its original ids, directions, labels, names, and the report of how it was read. Rank 0 returns when the
// others have the graph. A process that is alone only calls read(). Memory: beside the graph, rank 0 holds the pieces
// that are on the way, once for all ranks. Another rank holds the graph and its pieces that are on the way. On rank 0
// it throws what read() throws. Then the others throw InputError or Error with the same message, when rank 0 calls
// Ranks::finish(). Throws Error if a rank has ended, or lacks the memory for the graph.
Graph broadcast(Ranks& ranks, std::function<Graph()> const& read, BroadcastOptions const& options = {});

} // namespace cerrado
