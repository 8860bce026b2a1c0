#include <cerrado/graph/io/tables/table_lines.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace cerrado::detail {
namespace {

bool is_number(std::string_view text) {
    constexpr std::string_view of_numbers = "0123456789.,+-eE";
    return text.find_first_not_of(of_numbers) == std::string_view::npos;
}

class TableReader {
public:
    // `is_begin`: of the whole text.
    TableReader(std::string_view text, std::string const& path, TableLayout const& layout, ReadOptions const& options,
                bool is_begin)
        : input_(text, path),
          layout_(layout),
          options_(options),
          is_begin_(is_begin),
          cells_(layout.separation, !layout.names) {}

    TablePart read() {
        while (input_.seek_line(table_comments)) {
            std::string_view const line = input_.whole_line();
            if (!std::exchange(is_begin_, false) || !take_first_line(line)) read_line(line);
            input_.skip_line();
        }
        part_.list.tally.comments = input_.comments();
        return std::move(part_);
    }

private:
    // Returns: whether it is none of the lines of edges, or none of them perhaps.
    bool take_first_line(std::string_view line) {
        if (layout_.header_is_line) return true;
        bool const are_first = !layout_.are_given && layout_.source == 0 && layout_.target == 1;
        if (are_first && !layout_.names && layout_.separation.character() == 0) part_.list.first = sizes_in(line);
        return !part_.list.first.empty();
    }

    void read_line(std::string_view line) {
        if (auto const problem = cells_.split(line)) input_.fail(std::string(*problem));
        part_.list.tally.count(cells_.size());
        if (cells_.size() <= std::max(layout_.source, layout_.target)) return meet_short_line();
        look_at_further_columns();
        if (is_loop_of_names()) return;
        OriginalId const source = end_of(cells_[layout_.source]);
        OriginalId const target = end_of(cells_[layout_.target]);
        part_.list.largest_id = std::max({part_.list.largest_id, source, target});
        if (source == target && !layout_.said.bipartite) {
            ++part_.list.self_loops;
            return;
        }
        part_.list.edges.push_back({source, target});
        if (options_.edge_labels) part_.list.labels.emplace_back(label());
        if (layout_.type) part_.list.are_arcs.push_back(cell(*layout_.type) != "Undirected");
    }

    // A name that is in loops alone is no vertex.
    bool is_loop_of_names() {
        if (!layout_.names || cells_[layout_.source] != cells_[layout_.target]) return false;
        require_name(cells_[layout_.source]);
        ++part_.list.self_loops;
        return true;
    }

    std::string_view cell(std::size_t column) const {
        return column < cells_.size() ? cells_[column] : std::string_view();
    }

    std::string_view label() const {
        if (layout_.label) return cell(*layout_.label);
        std::size_t const behind = layout_.target + 1;
        return behind + 1 == cells_.size() ? cells_[behind] : cells_.from(behind);
    }

    void look_at_further_columns() {
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            if (i == layout_.source || i == layout_.target) continue;
            part_.list.tally.are_ids &= is_id(cells_[i]);
            part_.are_further_numbers &= is_number(cells_[i]);
        }
    }

    void meet_short_line() {
        bool const may_be_list = !layout_.are_given && layout_.source == 0 && layout_.target == 1 &&
                                 layout_.separation.character() == 0 && !layout_.names && is_id(cells_[0]);
        if (may_be_list) {
            ++part_.list.tally.lone;
            return;
        }
        if (cells_.size() == 1 && layout_.source == 0 && layout_.target == 1) {
            input_.fail(
                fmt::format("one {0}, {1}, on the line; expected two {0}s, an edge's ends; lists of neighbours need "
                            "--format adjlist{2}",
                            layout_.names ? "name" : "id", printable(cells_[0]),
                            layout_.names ? ", and SIF needs --format sif" : ""));
        }
        input_.fail(fmt::format("{} columns on the line; expected the edge's ends in columns {} and {}", cells_.size(),
                                layout_.source + 1, layout_.target + 1));
    }

    OriginalId end_of(std::string_view text) { return layout_.names ? rank_of(text) : number_of(text); }

    OriginalId number_of(std::string_view text) const {
        if (text.empty()) input_.refuse_empty_cell();
        OriginalId number = 0;
        auto const [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (status != std::errc() || end != text.data() + text.size()) input_.reject(text, vertex_noun);
        return number;
    }

    void require_name(std::string_view text) const {
        if (text.empty()) input_.refuse_empty_cell();
        if (std::string_view const problem = name_problem(text); !problem.empty()) {
            input_.fail(fmt::format("'{}' cannot be a name: {}", printable(text), problem));
        }
    }

    OriginalId rank_of(std::string_view text) {
        require_name(text);
        VertexId const rank = cells_.is_of_line(text) ? part_.names.rank(text) : part_.names.rank_of_copy(text);
        check_vertex_count(part_.names.names().size(), input_);
        return rank;
    }

    TextInput input_;
    TableLayout const& layout_;
    ReadOptions const& options_;
    bool is_begin_;
    LineCells cells_;
    TablePart part_;
};

} // namespace

// As with plain lines, all is read again to find the first line that is wrong.
std::vector<TablePart> list_table(std::string_view text, std::string const& path, TableLayout const& layout,
                                  ReadOptions const& options, Team& team) {
    std::vector<TablePart> parts(static_cast<std::size_t>(team.size()));
    try {
        team.run([&](Member member) {
            std::size_t const begin = line_begin(text, member.begin(text.size()));
            std::size_t const end = line_begin(text, member.end(text.size()));
            if (begin >= end) return;
            TableReader reader(text.substr(begin, end - begin), path, layout, options, begin == 0);
            parts[static_cast<std::size_t>(member.index)] = reader.read();
        });
    } catch (InputError const&) {
        parts.clear();
        parts.push_back(TableReader(text, path, layout, options, true).read());
    }
    return parts;
}

} // namespace cerrado::detail
