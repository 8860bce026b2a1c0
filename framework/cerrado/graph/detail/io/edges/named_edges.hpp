// Edges whose ids are names. The lines of a table are read cell by cell, and the vertices are numbered by their names.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/names.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Reads the lines of a table of edges of any layout, cell by cell: ids in quotation marks, ids that are names, other
// columns than the first two. EdgeLineReader is faster if the layout is plain.

struct TablePart {
    ListedPart list;
    NameTable names;                 // if ids are names: an id in the list is a rank in this table
    bool are_further_numbers = true; // all text after the ends consists of numbers, with a fraction or not
    std::uint64_t headers = 0;       // lines that repeat the header
    std::uint64_t missing = 0;       // lines on which an end is NA, NULL or the like
};

// Reads the text in parts. Throws InputError "path:line: ..." for the first wrong line.
std::vector<TablePart> list_table(std::string_view text, std::string const& path, TableLayout const& layout,
                                  ReadOptions const& options, Team& team);

// Edge lists whose ids are names, see names.hpp. This numbers the vertices of all parts of a table.

struct NumberedNames {
    std::vector<Edge> edges; // in the order of the parts
    VertexNames names;
};

// Each part has a table of its names. Requires: there is a part. O(names log names).
NumberedNames number_names(std::vector<TablePart> parts, TextInput const& input, Team& team);

} // namespace cerrado::detail
