#include <cerrado/graph/io/tables/adjacency_list.hpp>

#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/tables/line_cells.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>
#include <cerrado/graph/io/tables/table_sample.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cerrado::detail {
namespace {

// Calls visit(cells) for each line.
template <class Visit>
std::uint64_t for_lines(TextInput& input, Separation separation, bool names, Visit const& visit) {
    LineCells cells(separation, !names);
    while (input.seek_line(table_comments)) {
        if (auto const problem = cells.split(input.whole_line())) input.fail(std::string(*problem));
        visit(cells);
        input.skip_line();
    }
    return input.comments();
}

OriginalId id_of(std::string_view text, TextInput const& input) {
    OriginalId id = 0;
    auto const [end, status] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (status != std::errc() || end != text.data() + text.size()) input.reject(text, vertex_noun);
    return id;
}

Separation separation_of(ReadOptions const& options) {
    if (!options.delimiter.empty()) return given_separation(options.delimiter);
    return Separation::runs(options.names ? between_names : between_numbers);
}

} // namespace

std::string_view doubt_about_adjacency_list(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    std::unordered_set<std::string_view> vertices;
    std::uint64_t lines = 0;
    std::size_t first_size = 0, last_size = 0;
    bool is_twice = false, differ = false; // of the lines before the last
    for_lines(input, Separation::runs(between_numbers), false, [&](LineCells const& cells) {
        if (lines == 0) first_size = cells.size();
        differ |= lines > 0 && last_size != first_size;
        last_size = cells.size();
        ++lines;
        is_twice |= !vertices.insert(cells[0]).second;
    });
    if (is_twice) return "each line begins with another vertex";
    if (!differ) return "more than the last line would be shorter";
    return {};
}

bool lists_have_both_ways(std::string_view text, std::string const& path) {
    constexpr std::uint64_t least_lines = 4;
    using Arc = std::pair<std::string_view, std::string_view>;
    TextInput input(text, path);
    LineCells cells(Separation::runs(between_numbers), true);
    std::unordered_set<std::string_view> vertices;
    std::vector<Arc> arcs;
    while (input.seek_line(table_comments)) {
        if (cells.split(input.whole_line()) || !vertices.insert(cells[0]).second) return false;
        for (std::size_t i = 1; i < cells.size(); ++i) {
            if (!is_id(cells[i]) || cells[i] == cells[0]) return false;
            arcs.emplace_back(cells[0], cells[i]);
        }
        input.skip_line();
    }
    std::ranges::sort(arcs);
    bool const are_unique = std::ranges::adjacent_find(arcs) == arcs.end();
    return vertices.size() >= least_lines && are_unique && std::ranges::all_of(arcs, [&](Arc const& arc) {
               return std::ranges::binary_search(arcs, Arc{arc.second, arc.first});
           });
}

Graph read_adjacency_list(std::string_view text, std::string const& path, ReadOptions const& options,
                          ReadReport& report) {
    TextInput input(text, path);
    Assembly assembly(path, options);
    auto const vertex = [&](std::string_view cell) {
        if (cell.empty()) input.refuse_empty_cell();
        return options.names ? assembly.vertex(cell) : assembly.vertex(id_of(cell, input));
    };
    std::uint64_t lists = 0;
    std::uint64_t const comments = for_lines(input, separation_of(options), options.names, [&](LineCells const& cells) {
        ++lists;
        VertexId const source = vertex(cells[0]);
        for (std::size_t i = 1; i < cells.size(); ++i) {
            VertexId const target = vertex(cells[i]);
            options.directed ? assembly.arc(source, target) : assembly.edge(source, target);
        }
    });
    report = {};
    report.format = "adjacency list";
    report.comments = comments;
    report.is_doubtful = true;
    report.remark(fmt::format("each of {} lines has a vertex and its neighbours", lists));
    return assembly.finish();
}

} // namespace cerrado::detail
