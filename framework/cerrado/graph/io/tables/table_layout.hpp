// How a table of edges is laid out, which its first lines tell: what separates its columns, which of them are read, and which
// lines come before the edges.
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
    std::optional<std::size_t> label;   // of edges; nothing: what is behind the target
    std::optional<std::size_t> type;    // Gephi's: Directed or Undirected
    std::vector<std::string> header;    // its cells, where the table has one
    bool header_is_line = false;        // it is the first line that is no comment
    bool header_is_sure = false;        // above numbers, and is source and target or another such pair in their order
    std::string header_line;            // as it stands there
    bool are_given = false;             // the columns were, by an option
    bool separation_is_given = false;   // likewise
    bool is_quoted = false;             // there are cells in quotation marks
    std::size_t columns = 0;            // of the lines that were looked at; 0: they differ
    bool are_ids = true;                // all cells that were looked at are whole numbers
    SaidDirection said;

    std::size_t last_column() const;
    // Whether its lines are what EdgeLineReader reads: two numbers and more.
    bool is_plain() const {
        return !names && source == 0 && target == 1 && !is_quoted && !type && !separation_is_given;
    }
    std::string name_of(std::size_t column) const { return column < header.size() ? header[column] : std::string(); }
};

// Looks at the first lines alone. Throws InputError for options that do not fit the table.
TableLayout survey_table(std::string_view text, std::string const& path, ReadOptions const& options);

// Whether the text is a whole number as an id is.
bool is_id(std::string_view text);

// What the layout says to a person.
void report_layout(TableLayout const& layout, ReadReport& report);

} // namespace cerrado::detail
