// Makes the bytes of a .cgz of a graph.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/cgz/block.hpp>
#include <cerrado/graph/order/order.hpp>

#include <string>

namespace cerrado::detail::cgz {

// What is written. `lists` belong to reorder(graph, order), or to the graph itself if the order is empty. For an
// oriented graph they are the lists of the undirected one.
struct Written {
    Graph const& graph;
    VertexOrder const& order;
    GroupedLists const& lists;
};

// The blocks of a file. References stay within a block.
std::vector<BlockRange> block_ranges(GroupedLists const& lists);

// The bytes are the same for any team. `effort` is zstd's, 1 to 3. Memory: the file's bytes.
std::string compressed_bytes(Written const& what, int effort, Team& team);

} // namespace cerrado::detail::cgz
