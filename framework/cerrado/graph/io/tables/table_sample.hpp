// The first lines of a table, and what separates its columns.
#pragma once

#include <cerrado/graph/io/tables/line_cells.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

struct TableSample {
    std::vector<std::string_view> lines; // without comments
    std::string_view last_comment;       // before the first line, without its mark
};

TableSample sample_of(std::string_view text, std::string const& path);

// The tab, semicolon or comma that each line has equally often. A header may have one less, as R writes it. Requires:
// there is a line.
std::optional<char> common_separator(std::vector<std::string_view> const& lines);

// Reads what --delimiter says. Throws InputError.
Separation given_separation(std::string const& delimiter);

} // namespace cerrado::detail
