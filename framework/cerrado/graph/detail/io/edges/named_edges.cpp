#include <cerrado/graph/detail/io/edges/named_edges.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/order/by_id.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::detail {

namespace {

bool is_number(std::string_view text) {
    constexpr std::string_view of_numbers = "0123456789.,+-eE";
    return text.find_first_not_of(of_numbers) == std::string_view::npos;
}

class TableReader {
public:
    // `is_begin`: this is the beginning of the whole text.
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
    // Returns: true if the line is not one of the lines of edges, or may not be one.
    bool take_first_line(std::string_view line) {
        if (layout_.header_is_line) return true;
        bool const are_first = !layout_.are_given && layout_.source == 0 && layout_.target == 1;
        if (are_first && !layout_.names && layout_.separation.character() == 0) part_.list.first = sizes_in(line);
        return !part_.list.first.empty();
    }

    void read_line(std::string_view line) {
        if (layout_.header_is_line && line == layout_.header_line) { // of joined files
            ++part_.headers;
            return;
        }
        if (auto const problem = cells_.split(line)) input_.fail(std::string(*problem));
        part_.list.tally.count(cells_.size());
        if (cells_.size() <= std::max(layout_.source, layout_.target)) return meet_short_line();
        look_at_further_columns();
        if (layout_.names && (is_missing_end(layout_.source) || is_missing_end(layout_.target))) {
            ++part_.missing;
            return;
        }
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

    // In quotation marks it is a name.
    bool is_missing_end(std::size_t column) const { return !cells_.is_quoted(column) && is_missing(cells_[column]); }

    // A name that is only in self-loops is no vertex.
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
                fmt::format("the line has one {0}, {1}; expected two {0}s, the ends of an edge; lists of neighbours "
                            "need --format adjlist{2}",
                            layout_.names ? "name" : "id", printable(cells_[0]),
                            layout_.names ? ", and SIF needs --format sif" : ""));
        }
        input_.fail(fmt::format("the line has {} columns; expected the ends of the edge in columns {} and {}",
                                cells_.size(), layout_.source + 1, layout_.target + 1));
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

// As with plain lines, everything is read again to find the first wrong line.
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

namespace {

constexpr std::string_view marks_of_comments = "#%";
// The separators that can end an id: first those for numbers, then those for names. For names the first one is used
// unless another names more vertices.
constexpr std::string_view ends_of_numbers = " \t,;:|";
constexpr std::array<std::string_view, 4> ends_of_names = {" \t,;", "\t", ",", ";"};

std::string_view trimmed(std::string_view text) {
    std::size_t const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

struct Cell {
    std::string text;
    bool is_quoted = false;
    bool is_closed = true; // the cell ends at its quotation mark
};

// Takes a cell off the front, and the separator that ends it. In quotation marks, two quotation marks stand for one.
Cell take_cell(std::string_view& rest, std::string_view ends) {
    Cell cell;
    std::size_t end = 0;
    if (rest.starts_with('"')) {
        cell.is_quoted = true;
        cell.is_closed = false;
        for (end = 1; end < rest.size() && !cell.is_closed; ++end) {
            bool const is_mark = rest[end] == '"';
            bool const is_doubled = is_mark && end + 1 < rest.size() && rest[end + 1] == '"';
            cell.is_closed = is_mark && !is_doubled;
            if (!cell.is_closed) cell.text += rest[end];
            end += is_doubled ? 1 : 0;
        }
    } else {
        end = std::min(rest.find_first_of(ends), rest.size());
        cell.text = trimmed(rest.substr(0, end));
    }
    rest.remove_prefix(end);
    rest = trimmed(rest);
    bool const is_ended_by_more = !rest.empty() && ends.find(rest[0]) != std::string_view::npos;
    if (is_ended_by_more) rest = trimmed(rest.substr(1));
    return cell;
}

bool begins_a_number(std::string_view text) {
    return text.empty() || std::string_view("0123456789+-.").find(text[0]) != std::string_view::npos;
}

bool is_word_for_id(std::string text) {
    std::erase_if(text, [](unsigned char c) { return std::isalnum(c) == 0; });
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr std::array<std::string_view, 9> words = {"id",   "ids",    "vertex",   "node",    "name",
                                                       "gene", "nodeid", "vertexid", "nodename"};
    return std::ranges::find(words, text) != words.end();
}

class VertexLineReader {
public:
    VertexLineReader(Graph const& graph, std::string_view text, std::string const& path, std::string_view noun)
        : graph_(graph),
          vertices_(graph),
          input_(text, path),
          path_(path),
          noun_(noun),
          ends_(has_names(graph) ? ends_of_most_names() : ends_of_numbers) {}

    void read(std::function<void(VertexLine const&)> const& visit,
              std::function<void(std::string const&)> const& note) {
        std::function<void(std::string const&)> const fail = [&](std::string const& why) { input_.fail(why); };
        for (bool is_first = true; input_.seek_content(marks_of_comments); is_first = false, input_.skip_line()) {
            std::string_view const line = input_.rest_of_line();
            std::string_view rest = line;
            Cell const id = take_cell(rest, ends_);
            if (!id.is_closed) input_.fail("a quotation mark is not closed; expected another one at the end of the id");
            std::optional<VertexId> const vertex = vertex_of(id, is_first);
            if (is_first && is_header(id, vertex)) {
                if (note) note(fmt::format("{}: the first line, '{}', is taken as a header", path_, printable(line)));
                continue;
            }
            std::string const text = text_of(id, rest);
            ++lines_;
            if (!vertex) continue;
            ++found_;
            visit({*vertex, id.text, text, fail});
        }
        finish(note);
    }

private:
    // `may_be_header`: the first cell need not be an id.
    std::optional<VertexId> vertex_of(Cell const& id, bool may_be_header) const {
        if (has_names(graph_)) return vertex_named(id.text);
        OriginalId number = 0;
        char const* const end = id.text.data() + id.text.size();
        auto const [parsed, error] = std::from_chars(id.text.data(), end, number);
        if (error == std::errc() && parsed == end) return vertices_.find(number);
        if (may_be_header && !begins_a_number(id.text)) return std::nullopt;
        input_.fail(fmt::format("'{}' is not a {}; expected a whole number, or give --names if ids are names",
                                printable(id.text), vertex_noun));
    }

    std::optional<VertexId> vertex_named(std::string_view name) const {
        std::vector<std::string> const& names = *graph_.marks->names;
        auto const place = std::ranges::lower_bound(names, name);
        if (place == names.end() || *place != name) return std::nullopt;
        return vertices_.find(static_cast<OriginalId>(place - names.begin()));
    }

    bool is_header(Cell const& id, std::optional<VertexId> vertex) const {
        if (vertex) return false;
        return has_names(graph_) ? is_word_for_id(id.text) : !begins_a_number(id.text);
    }

    std::string text_of(Cell const& id, std::string_view rest) const {
        Cell const text = rest.starts_with('"') ? take_cell(rest, ends_) : Cell{std::string(rest)};
        if (!text.is_closed || (text.is_quoted && !rest.empty())) {
            input_.fail(fmt::format("the line has more than an id and a {} in quotation marks; expected 'id {}'", noun_,
                                    noun_));
        }
        bool const is_empty_cell = !text.is_quoted && (text.text.starts_with(',') || text.text.starts_with(';'));
        if (text.text.empty() || is_empty_cell) {
            input_.fail(
                fmt::format("the line has no {} after vertex {}; expected 'id {}'", noun_, printable(id.text), noun_));
        }
        return text.text;
    }

    std::string_view ends_of_most_names() const {
        std::array<std::uint64_t, ends_of_names.size()> found{};
        for (TextInput probe = input_; probe.seek_content(marks_of_comments); probe.skip_line()) {
            std::string_view const line = probe.rest_of_line();
            for (std::size_t i = 0; i < found.size(); ++i) {
                std::string_view rest = line;
                found[i] += vertex_named(take_cell(rest, ends_of_names[i]).text) ? 1 : 0;
            }
        }
        return ends_of_names[static_cast<std::size_t>(std::ranges::max_element(found) - found.begin())];
    }

    void finish(std::function<void(std::string const&)> const& note) const {
        if (found_ == 0) {
            input_.fail_whole(
                fmt::format("no line has a {} for a vertex of the graph; expected lines 'id {}' with the graph's ids",
                            noun_, noun_));
        }
        if (found_ == lines_ || !note) return;
        note(fmt::format("{}: {} of {} name{} no vertex of the graph", path_, grouped(lines_ - found_),
                         counted(lines_, noun_), lines_ - found_ == 1 ? "s" : ""));
    }

    Graph const& graph_;
    VertexById vertices_;
    TextInput input_;
    std::string const& path_;
    std::string_view noun_, ends_;
    std::uint64_t lines_ = 0, found_ = 0;
};

} // namespace

VertexById::VertexById(Graph const& graph) : graph_(graph), by_id_(vertices_by_id(graph)) {}

std::optional<VertexId> VertexById::find(OriginalId id) const {
    auto const place = std::ranges::lower_bound(by_id_, id, {}, [&](VertexId v) { return graph_.original_id(v); });
    if (place == by_id_.end() || graph_.original_id(*place) != id) return std::nullopt;
    return *place;
}

void read_vertex_lines(Graph const& graph, std::string const& path, std::string_view noun,
                       std::function<void(VertexLine const&)> const& visit,
                       std::function<void(std::string const&)> const& note) {
    FileBytes const file = load_unpacked(path);
    VertexLineReader(graph, file.bytes, path, noun).read(visit, note);
}

NumberedNames number_names(std::vector<TablePart> parts, TextInput const& input, Team& team) {
    NameTable all = std::move(parts.front().names);
    std::vector<std::vector<VertexId>> ranks(parts.size()); // for each part but the first, which has those of all parts
    for (std::size_t i = 1; i < parts.size(); ++i) {
        for (std::string_view const name : parts[i].names.names()) ranks[i].push_back(all.rank(name));
        check_vertex_count(all.names().size(), input);
    }
    SortedNames sorted = sorted_names(all.names());
    std::vector<std::size_t> begins{0};
    for (TablePart const& part : parts) begins.push_back(begins.back() + part.list.edges.size());
    NumberedNames numbered;
    numbered.names = std::move(sorted.names);
    numbered.edges.resize(begins.back());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        for (std::size_t i; (i = next++) < parts.size();) {
            auto const place = [&](OriginalId rank) { return sorted.places[i == 0 ? rank : ranks[i][rank]]; };
            for (std::size_t j = 0; j < parts[i].list.edges.size(); ++j) {
                auto const [source, target] = parts[i].list.edges[j];
                numbered.edges[begins[i] + j] = {place(source), place(target)};
            }
        }
    });
    return numbered;
}

} // namespace cerrado::detail
