// Reads and writes compressed graphs.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/detail/cgz/block.hpp>
#include <cerrado/graph/detail/cgz/layout.hpp>
#include <cerrado/graph/detail/order/order.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

// Makes a graph from the bytes of a .cgz.

struct Reading {
    int threads = 0; // 0: one per hardware thread
    bool columns = true;
    // If it is set, it is called for each damage, and the rest is read. Otherwise a damage throws.
    std::function<void(std::string const&)> damage = {};
};

// The graph is the same for any number of threads. Throws InputError "path: ...", which names a damaged block and its
// vertices. Memory: 32 bytes for each edge, besides the graph.
Graph read_compressed(std::string_view bytes, std::string const& path, Reading const& reading = {});

// Makes the bytes of a .cgz from a graph.

// The data that is written. `lists` belong to reorder(graph, order), or to the graph itself if the order is empty. For
// an oriented graph they are the lists of the undirected one.
struct Written {
    Graph const& graph;
    VertexOrder const& order;
    GroupedLists const& lists;
};

// Divides the vertices into the blocks of a file. References stay within a block.
std::vector<BlockRange> block_ranges(GroupedLists const& lists);

// The bytes are the same for any team. `effort` is zstd's, 1 to 3. Memory: the file's bytes.
std::string compressed_bytes(Written const& what, int effort, Team& team);

} // namespace cerrado::detail::cgz
