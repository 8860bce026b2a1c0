// Columns of a table: its cells as texts, the types of the columns, and the rows that belong to edges and vertices.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/read_options.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// A cell that is empty or a word such as NA is missing, unless it is in quotation marks.
struct TableCell {
    std::string_view text{};
    bool is_quoted = false;
    bool is_missing = true;
};

// The rows of a part of a table, column by column. The text of the table must outlive them.
class TableRows {
public:
    // `left_out`: the columns of the table that are not kept.
    // `text_bytes`: all rows come from a text of this size, or 0.
    explicit TableRows(std::vector<bool> left_out, std::size_t text_bytes = 0)
        : left_out_(std::move(left_out)),
          text_bytes_(text_bytes) {}

    void add(LineCells const& cells, std::string_view line);
    void repeat_last(); // Requires: there is a row.

    // Fills a cell of a row that need not be a line. The text is copied. `line`: null, or a place in its line.
    void set(std::size_t column, std::size_t row, std::string_view text, bool is_quoted, char const* line = nullptr);
    void resize(std::size_t rows) { lines_.resize(rows); }

    std::size_t size() const { return lines_.size(); }
    std::size_t columns() const { return columns_.size(); }         // of the widest row
    char const* line(std::size_t row) const { return lines_[row]; } // a place in it; null: the row is no line
    TableCell cell(std::size_t column, std::size_t row) const {
        bool const is_there = column < columns_.size() && row < columns_[column].size();
        if (!is_there) return {};
        auto const& [text, size, is_quoted, is_missing] = columns_[column][row];
        return {{text, size}, is_quoted, is_missing};
    }

private:
    // A cell in as few bytes as possible, for there may be many.
    struct Kept {
        char const* text = nullptr;
        std::uint32_t size = 0;
        bool is_quoted = false;
        bool is_missing = true;
    };

    void reserve(std::size_t line_bytes);

    std::vector<bool> left_out_;
    std::size_t text_bytes_;
    std::size_t expected_rows_ = 0;
    std::vector<std::vector<Kept>> columns_; // one that ends early has only missing cells from there on
    std::vector<char const*> lines_;
    std::deque<std::string> copies_; // the texts of cells that are not as the line has them
};

// A table whose rows were read in parts.
struct TableText {
    std::string_view text;
    std::string const& path;
    std::vector<std::string> header;
    std::vector<bool> left_out; // columns
    std::vector<TableRows> parts;
    bool has_arc_times = false; // refuses times of which only some have an offset from UTC
};

// Returns: a column for each one of the table that is not left out, with a cell for each row, in the order of the parts.
// A column without a name, or with that of another, is called "column3" by its number from 1. Its type is a given one,
// or the narrowest that all its cells fit. Calls remark() for a column of texts whose cells are nearly all numbers.
// Throws InputError "path:line: ..." for a cell that does not fit a given type.
std::vector<Column> columns_of(TableText const& table, ColumnTypes const& types, Team& team,
                               std::function<void(std::string const&)> const& remark);

// Returns: whether it has texts, and all of them would be read as values of another type.
bool looks_like_another_type(Column const& column);

// The lines of a table of edges that are none, and the ids that are not as they are written.
struct EdgeTable {
    bool begins_with_sizes = false; // the first line has the sizes of the graph
    OriginalId right = 0;           // is added to the ids of targets, in a bipartite graph
};

// Returns: the graph of the table with a row for each line that has two ends of the graph, and the further columns.
// Requires: the table was read as this graph, by the same layout and options. Throws InputError "path:line: ..." if the
// cells of a line cannot be told apart.
Graph with_table_columns(Graph graph, std::string_view text, std::string const& path, TableLayout const& layout,
                         EdgeTable const& table, ReadOptions const& options, ReadReport& report, Team& team);

} // namespace cerrado::detail
