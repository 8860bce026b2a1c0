// A graph as the bytes of a .cgz.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/cgz/block.hpp>
#include <cerrado/graph/order/order.hpp>

#include <string>

namespace cerrado::detail::cgz {

// What is written: `lists` are those of reorder(graph, order), or of the graph itself where the order is empty; of an
// oriented graph, those of the undirected one.
struct Written {
    Graph const& graph;
    VertexOrder const& order;
    GroupedLists const& lists;
};

// The blocks of a file; references stay within.
std::vector<BlockRange> block_ranges(GroupedLists const& lists);

// The same bytes whatever the team. `effort`: of zstd, 1 to 3. Memory: the file's bytes.
std::string compressed_bytes(Written const& what, int effort, Team& team);

} // namespace cerrado::detail::cgz
