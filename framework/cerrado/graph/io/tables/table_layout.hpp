// How a table of edges is laid out, as its first lines tell: what separates its columns, which of them are read, and
// which lines come before the edges.
#pragma once

#include <cerrado/graph/io/direction.hpp>
#include <cerrado/graph/io/tables/line_cells.hpp>
#include <cerrado/graph/read_options.hpp>
#include <cerrado/graph/read_report.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

inline constexpr std::string_view table_comments = "#%/";

struct TableLayout {
    Separation separation = Separation::runs(between_numbers);
    bool names = false;
    std::size_t source = 0, target = 1; // columns, from 0
    std::optional<std::size_t> label;   // of edges; nothing: the label is what follows the target
    std::optional<std::size_t> type;    // Gephi's column: Directed or Undirected
    std::vector<std::string> header;    // its cells, if the table has one
    bool header_is_line = false;        // it is the first line that is no comment
    bool header_is_sure = false;        // it stands above numbers, and is source and target or another such pair in
                                        // their order
    std::string header_line;            // the header as the file has it
    bool are_given = false;             // an option gave the columns
    bool separation_is_given = false;   // an option gave the separation
    bool is_quoted = false;             // some cells are in quotation marks
    std::size_t columns = 0;            // of the lines that were looked at; 0: lines differ
    bool are_ids = true;                // all cells that were looked at are whole numbers
    SaidDirection said;

    std::size_t last_column() const;
    // Whether EdgeLineReader can read its lines: two numbers and more.
    bool is_plain() const {
        return !names && source == 0 && target == 1 && !is_quoted && !type && !separation_is_given;
    }
    std::string name_of(std::size_t column) const { return column < header.size() ? header[column] : std::string(); }
};

// Looks only at the first lines. Throws InputError for options that do not fit the table.
TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options);

// Whether the text is a whole number that can be an id.
bool is_id(std::string_view text);

// Tells a person what the layout says.
void report_layout(TableLayout const& layout, ReadReport& report);

} // namespace cerrado::detail
