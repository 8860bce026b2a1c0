// The parts of columns.cpp that readers of files use.
#pragma once

#include <cerrado/graph/columns.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

class Team;

namespace detail {

// Returns: the cells of these rows of a column, in this order, and a missing one for each GraphColumns::no_row. Only the
// words that some cell has are kept. O(rows + words).
Column picked(Column const& column, std::span<std::uint32_t const> rows, Team& team);

// Returns: the two ends of each row, in the order of the rows. O(n + m + rows).
std::vector<Edge> ends_of_rows(Graph const& graph);

// Returns: the rows, by ascending lines. O(rows + lines).
std::vector<std::uint32_t> rows_by_line(GraphColumns const& columns);

// The same as with_vertex_column() for several columns.
Graph with_vertex_columns(Graph graph, std::vector<Column> columns);

// A graph with further vertices, which have no edge. Their attributes and labels are missing. The vertices ascend by
// their ids, unless those of the graph did not; then the further ones come last.
struct MoreVertices {
    Graph graph;
    std::vector<std::uint32_t> before; // for each vertex, its number in the smaller graph, or GraphColumns::no_row
};
// `ids` and `names` ascend, and no vertex has them. The latter is for graphs with names. Throws InputError if there are
// too many for 32 bits. O(n + m).
MoreVertices with_more_vertices(Graph const& graph, std::span<OriginalId const> ids, Team& team);
MoreVertices with_more_vertices(Graph const& graph, std::span<std::string const> names, Team& team);

void require_row_count(std::size_t rows); // throws InputError if a graph cannot number so many
// The same as the public function, with the threads of a team. `lines`: for each row, GraphColumns::line; empty: its own
// place.
Graph with_rows(Graph graph, std::span<Edge const> edges, std::vector<Column> columns, Team& team,
                std::vector<std::uint32_t> lines = {});

} // namespace detail
} // namespace cerrado
