// The lines of a table of edges of any layout, read cell by cell: ids in quotation marks, ids that are names, other columns than
// the first two. EdgeLineReader is quicker where the layout is plain.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/io/edges/edge_lines.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>
#include <cerrado/graph/names.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

struct TablePart {
    ListedPart list;
    NameTable names;                 // where ids are names, by which those of the list are ranks in it
    bool are_further_numbers = true; // what is behind the ends is numbers, with a fraction or not
};

// By parts of the text. Throws InputError "path:line: ..." for the first line that is wrong.
std::vector<TablePart> list_table(std::string_view text, std::string const& path, TableLayout const& layout,
                                  ReadOptions const& options, Team& team);

} // namespace cerrado::detail
