#include <cerrado/graph/io/tables/table_doubts.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/tables/table_sample.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace cerrado::detail {
namespace {

// What a column of numbers is called that tells rows apart.
void refuse_numbered_rows(std::string const& path, TableLayout const& layout) {
    constexpr std::array<std::string_view, 9> words{"id", "index",  "key",     "row", "no",
                                                    "nr", "edgeid", "edge_id", "eid"};
    bool const are_first = layout.header_is_line && layout.source == 0 && layout.target == 1;
    if (!are_first || std::ranges::find(words, in_lower_case(layout.header[0])) == words.end()) return;
    throw InputError(
        fmt::format("{}: the first column is called '{}', which is hardly an end of an edge; give --columns with "
                    "the two that are, such as --columns 2,3",
                    path, printable(layout.header[0])));
}

using Rows = std::vector<std::vector<std::string>>;

bool all_of_column(Rows const& rows, std::size_t column, auto const& is_kind) {
    return std::ranges::all_of(
        rows, [&](auto const& row) { return column < row.size() && is_kind(std::string_view(row[column])); });
}

// What stands between two names in all lines: -> or --, say.
bool is_arrow(std::string_view cell) {
    return !cell.empty() && cell.find_first_not_of("-<>=~|") == std::string_view::npos;
}

// Whether the second column has words that are no ends, and the third some of the first.
bool has_kinds_between(Rows const& rows) {
    std::unordered_set<std::string_view> sources, kinds, targets;
    for (auto const& row : rows) {
        sources.insert(row[0]);
        kinds.insert(row[1]);
        targets.insert(row[2]);
    }
    bool const are_apart = std::ranges::none_of(
        kinds, [&](std::string_view word) { return sources.contains(word) || targets.contains(word); });
    return are_apart && std::ranges::any_of(targets, [&](std::string_view word) { return sources.contains(word); });
}

void refuse_doubtful_names(Rows const& rows, std::string const& path) {
    if (all_of_column(rows, 0, [](std::string_view cell) { return cell.size() > 1 && cell.ends_with(':'); })) {
        throw InputError(fmt::format(
            "{}: each line's first word ends with a colon, as before a list of neighbours; take the colons out "
            "and give --format adjlist: `sed 's/: / /' FILE | cerrado COMMAND - --names --format adjlist`",
            path));
    }
    bool const are_three = std::ranges::all_of(rows, [](auto const& row) { return row.size() == 3; });
    if (are_three && all_of_column(rows, 1, is_arrow)) {
        throw InputError(fmt::format("{}: '{}' stands between the ends of each edge; give --columns 1,3", path,
                                     printable(rows[0][1])));
    }
    if (!are_three || rows.size() < 2 || !has_kinds_between(rows)) return;
    throw InputError(
        fmt::format("{}: the third column has names of the first, and the second has none of either, such as '{}'; "
                    "give --columns 1,3 where it is the kind of an edge, else --columns 1,2",
                    path, printable(rows[0][1])));
}

} // namespace

void refuse_doubtful_columns(std::string_view text, std::string const& path, TableLayout const& layout) {
    if (!layout.header.empty()) return refuse_numbered_rows(path, layout);
    if (!layout.names) return;
    LineCells cells(layout.separation, false);
    Rows rows;
    for (std::string_view const line : sample_of(text, path).lines) {
        if (cells.split(line)) return; // whoever reads the line says what is wrong
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) row.emplace_back(cells[i]);
    }
    if (!rows.empty()) refuse_doubtful_names(rows, path);
}

bool has_lists_after_colons(std::string_view text, std::string const& path) {
    std::vector<std::string_view> const lines = sample_of(text, path).lines;
    return !lines.empty() && std::ranges::all_of(lines, [](std::string_view line) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        std::size_t const colon = line.find(':');
        if (colon == std::string_view::npos || !is_id(line.substr(0, colon))) return false;
        line.remove_prefix(colon + 1);
        return (line.empty() || line[0] == ' ' || line[0] == '\t') && line.find(':') == std::string_view::npos;
    });
}

} // namespace cerrado::detail
