// Columns: the attributes of a graph's vertices and edges. A graph from a file has them as `graph.columns`.
//
// The lists of a graph are simple. The lines of its file need not be: they may have parallel edges and loops. So the
// attributes of edges belong to rows, one for each line. An entry of the lists leads to the rows of the arc to the
// neighbour, or of the edge if the graph is undirected.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cerrado {

enum class ColumnType : std::uint8_t { integer, real, boolean, text, time };
std::string_view to_string(ColumnType type); // "int64", "double", "bool", "text", "time", as --types takes them

struct Time { // in microseconds since 1970-01-01T00:00:00 UTC
    std::int64_t microseconds = 0;
    friend auto operator<=>(Time, Time) = default; // NOLINT(modernize-use-nullptr): not ours
};
using Cell = std::variant<std::monostate, std::int64_t, double, bool, std::string, Time>; // monostate: a missing value

// A column has a cell for each vertex, or for each row. Only the vector of its type is filled.
struct Column {
    static constexpr std::int64_t no_whole = INT64_MIN; // a missing integer, boolean or time
    static constexpr std::uint32_t no_word = ~std::uint32_t{0};

    std::string name;
    ColumnType type = ColumnType::integer;
    std::vector<std::int64_t> whole{}; // integers, booleans as 0 and 1, times in microseconds
    std::vector<double> real{};        // NaN: missing
    std::vector<std::uint32_t> text{}; // places in `words`
    std::vector<std::string> words{};  // of a column of texts: ascending by bytes, each once

    std::size_t size() const;
    bool is_missing(std::size_t i) const;
    Cell operator[](std::size_t i) const;
};

// Returns: the column of these cells. All that are not missing must be of one type; integers and reals are reals.
// Throws InputError if they are not, or if an integer is INT64_MIN.
Column column_of(std::string name, std::span<Cell const> cells);

struct GraphColumns {
    static constexpr std::uint32_t no_row = ~std::uint32_t{0};

    std::vector<Column> of_vertices; // a cell for each vertex
    std::vector<Column> of_rows;     // a cell for each row
    std::uint32_t rows = 0;
    // For each entry of the lists, the first row of the arc to the neighbour (of the edge, if the graph is undirected), or
    // no_row. Parallel rows follow each other, in the order of the file. Empty: the graph has no rows.
    std::vector<std::uint32_t> first_row;
    std::vector<std::uint32_t> first_loop; // for each vertex, the first row of its loops, or no_row; empty: no loops
    std::vector<std::uint8_t> goes_on;     // for each row, 1 if the next one is parallel to it; empty: none is
    bool has_parallel = false;             // edges, not loops
    // For each row, its place among the lines of its file, without header and comments, or among the rows as they were given to
    // with_rows(). The rows of a part of a graph keep theirs. Empty: each row is at its own place.
    std::vector<std::uint32_t> line;

    std::uint32_t line_of(std::uint32_t row) const { return line.empty() ? row : line[row]; }
    Column const* vertex_column(std::string_view name) const; // null: there is none
    Column const* row_column(std::string_view name) const;

    // Calls visit(row) for the parallel rows from `first` on. `first` may be no_row.
    template <class Visit> void for_each_row(std::uint32_t first, Visit const& visit) const {
        for (std::uint32_t row = first; row != no_row; row = !goes_on.empty() && goes_on[row] != 0 ? row + 1 : no_row)
            visit(row);
    }
};

// Returns: the graph with a column of its vertices, in place of one of the same name. Throws InputError unless it has a
// cell for each vertex.
Graph with_vertex_column(Graph graph, Column column);

// Returns: the graph with these rows, in place of those that it has. A row belongs to the edge, or to the arc, between
// its ends. Rows may be parallel, and loops. The graph has them in the order of the entries of its lists, loops last.
// Throws InputError unless each column has a cell for each row, and if the
// graph has no edge for a row.
Graph with_rows(Graph graph, std::span<Edge const> edges, std::vector<Column> columns);

// Returns: the columns of these vertices of `graph`, which are those of `part`, and of the rows between them. Null if the
// graph has none.
std::shared_ptr<GraphColumns const> columns_in_order(Graph const& graph, Graph const& part,
                                                     std::span<VertexId const> vertices);

// Returns: the time that the text says: "2024-01-15", "2024-01-15T10:30:00", with a blank for the T, a fraction, and Z or
// an offset such as +02:00. Without these it is UTC. Nothing for another text.
std::optional<Time> parse_time(std::string_view text);
std::string format_time(Time time); // "2024-01-15T10:30:00", with a fraction of 6 digits if there is one

// How cells of text become values.
struct ColumnTypes {
    // "weight:double" gives a column a type; without, the type is found from the whole column.
    std::vector<std::pair<std::string, ColumnType>> given{};
};
// Reads "weight:double,kind:text". Throws InputError that names the types.
ColumnTypes parse_column_types(std::string_view text);
// Throws InputError, which names the columns, if one of these types is for a column that the graph has not, or that has
// another type in its file.
void require_columns(Graph const& graph, ColumnTypes const& types);

// Returns: the graph with the columns of a table of its vertices: CSV or TSV with a header, packed or not. A line has the
// original id of a vertex, or its name if the graph has names, in the first column, or in the column `id`. A vertex that
// only the file has gets into the graph, without an edge. One that the file does not name has missing values. Calls
// note() with remarks for a person, such as the number of these vertices. Throws InputError "path:line: ..." for a vertex
// that comes twice, a cell that is not of its column's type, a missing column `id`, and if no line names a vertex.
Graph read_vertex_columns(Graph graph, std::string const& path, std::string const& id = {},
                          ColumnTypes const& types = {}, std::function<void(std::string const&)> const& note = {});

} // namespace cerrado
