#include <cerrado/graph/io/tables/table.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/edges/edge_lines.hpp>
#include <cerrado/graph/io/edges/edge_list.hpp>
#include <cerrado/graph/io/format.hpp>
#include <cerrado/graph/io/tables/adjacency_list.hpp>
#include <cerrado/graph/io/tables/matrix.hpp>
#include <cerrado/graph/io/tables/metis.hpp>
#include <cerrado/graph/io/tables/table_doubts.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace cerrado::detail {
namespace {

// Whether as many lines follow the first as its first number says, comments and empty ones at the end aside.
bool has_line_for_each_vertex(std::string_view text, std::string const& path) {
    constexpr std::uint64_t most_besides = 64;
    TextInput input(text, path);
    if (!input.seek_line("%")) return false;
    LineCells cells(Separation::runs(blanks), true);
    if (cells.split(input.whole_line()) || cells.size() < 2 || cells.size() > 4) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!is_id(cells[i])) return false;
    }
    std::uint64_t vertices = 0;
    std::string_view const first = cells[0];
    if (std::from_chars(first.data(), first.data() + first.size(), vertices).ec != std::errc() || vertices == 0)
        return false;
    auto const lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    return vertices <= lines && lines - vertices <= most_besides + input.comments();
}

// Whether all lines have two numbers.
bool are_pairs(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    LineCells cells(Separation::runs(blanks), true);
    while (input.seek_line("%")) {
        if (cells.split(input.whole_line()) || cells.size() != 2) return false;
        input.skip_line();
    }
    return true;
}

std::optional<Graph> as_metis(std::string_view text, std::string const& path) {
    if (!has_line_for_each_vertex(text, path)) return std::nullopt;
    try {
        return read_metis(text, path);
    } catch (InputError const&) {
        return std::nullopt;
    }
}

Graph read_found_metis(Graph graph, std::string_view text, std::string const& path, ReadOptions const& options,
                       ReadReport& report) {
    if (are_pairs(text, path)) {
        throw InputError(
            fmt::format("{}: this is a METIS file and an edge list with a header as well; give --format metis or "
                        "--format edges",
                        path));
    }
    if (options.directed) refuse_directions(path);
    if (options.names) refuse_names(path);
    report.format = "METIS";
    report.is_doubtful = true;
    report.remark(
        fmt::format("the first line has the sizes, and a line follows for each of {} vertices", graph.vertex_count()));
    return graph;
}

// Of lines of the same length, which are read as edges unless their lists have each edge twice.
bool are_adjacency_lists(std::string_view text, std::string const& path, TableLayout const& layout) {
    if (layout.names || !layout.header.empty()) return false;
    if (has_lists_after_colons(text, path)) return true;
    bool const may_be = layout.columns > 2 && layout.are_ids && layout.separation.character() == 0;
    return may_be && lists_have_both_ways(text, path);
}

} // namespace

Graph read_table(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report,
                 EdgeLineReader* lines) {
    TableLayout const layout = survey_table(text, path, options);
    bool const is_free = options.columns.empty() && options.delimiter.empty() && !options.edge_labels;
    if (is_free && layout.separation.character() == 0) {
        if (auto graph = as_metis(text, path)) return read_found_metis(std::move(*graph), text, path, options, report);
    }
    if (is_free && is_matrix(text, path, layout)) return read_matrix(text, path, layout, options, report);
    if (is_free && are_adjacency_lists(text, path, layout)) return read_adjacency_list(text, path, options, report);
    if (is_free) refuse_doubtful_columns(text, path, layout);
    bool const is_read =
        lines != nullptr && layout.is_plain() && !options.edge_labels && lines->rules() == line_rules(layout);
    return read_edge_list(text, path, layout, options, report, is_read ? lines : nullptr);
}

} // namespace cerrado::detail
