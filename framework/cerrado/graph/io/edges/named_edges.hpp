// Edge lists whose ids are names, see names.hpp. Numbers the vertices of all parts of a table.
#pragma once

#include <cerrado/graph/io/tables/table_lines.hpp>

#include <vector>

namespace cerrado::detail {

struct NumberedNames {
    std::vector<Edge> edges; // in the order of the parts
    VertexNames names;
};

// Each part has a table of its names. Requires: there is a part. O(names log names).
NumberedNames number_names(std::vector<TablePart> parts, TextInput const& input, Team& team);

} // namespace cerrado::detail
