// Tables that do not tell the columns of the edges' ends, and whose first two columns are most likely not these.
#pragma once

#include <cerrado/graph/io/tables/table_layout.hpp>

#include <string>
#include <string_view>

namespace cerrado::detail {

// Looks at the first lines, by their layout. Throws InputError, with the option to give, for a header that begins with
// the number of a row, for arrows between names, for the kind of an edge between its ends, and for lists of neighbours
// after names.
void refuse_doubtful_columns(std::string_view text, std::string const& path, TableLayout const& layout);

// Whether all of the first lines begin with a number and a colon, as lists of neighbours do: `1: 2 3`.
bool has_lists_after_colons(std::string_view text, std::string const& path);

} // namespace cerrado::detail
