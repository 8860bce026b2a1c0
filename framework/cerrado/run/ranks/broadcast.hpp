// The graph of a run in several processes, read by one of them: the others need no file.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/run/ranks/ranks.hpp>

#include <cstddef>
#include <functional>

namespace cerrado {

struct BroadcastOptions {
    std::size_t piece_bytes = std::size_t{1} << 20; // at most 64 MiB: what is sent at once
    int pieces_on_the_way = 4;                      // to a rank that has not said yet that it has them
};

// All ranks call it. Rank 0 calls read(), and sends what that gives to the others, in pieces. Returns: the graph, on each
// rank, with all that belongs to it: original ids, directions, labels, names, and how it was read. Rank 0 returns when
// the others have it. A process that is alone only calls read().
// Memory: rank 0 holds the pieces that are on the way, once for all ranks. Another rank holds the graph and these pieces.
// Throws: on rank 0 what read() throws; on the others InputError or Error with that message, when rank 0 calls
// Ranks::finish(). Throws Error if a rank has ended, or lacks the memory for the graph.
Graph broadcast(Ranks& ranks, std::function<Graph()> const& read, BroadcastOptions const& options = {});

} // namespace cerrado
