#include <cerrado/graph/io/edges/vertex_lines.hpp>

#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/packed/packing.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numeric>

namespace cerrado::detail {

namespace {

constexpr std::string_view comment_marks = "#%";
constexpr std::string_view blanks = " \t";
// What ends an id: of numbers, and of names, the first where the others do not name more vertices.
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
    bool is_closed = true; // by its quotation mark
};

// Takes a cell off the front, and what ends it. In quotation marks two of them are one.
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

class Reader {
public:
    Reader(Graph const& graph, std::string_view text, std::string const& path, std::string_view noun)
        : graph_(graph),
          vertices_(graph),
          input_(text, path),
          path_(path),
          noun_(noun),
          ends_(has_names(graph) ? ends_of_most_names() : ends_of_numbers) {}

    void read(std::function<void(VertexLine const&)> const& visit,
              std::function<void(std::string const&)> const& note) {
        std::function<void(std::string const&)> const fail = [&](std::string const& why) { input_.fail(why); };
        for (bool is_first = true; input_.seek_content(comment_marks); is_first = false, input_.skip_line()) {
            std::string_view const line = input_.rest_of_line();
            std::string_view rest = line;
            Cell const id = take_cell(rest, ends_);
            if (!id.is_closed) input_.fail("a quotation mark that is not closed; expected one at the id's end, too");
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
    // `may_be_header`: it need not be an id.
    std::optional<VertexId> vertex_of(Cell const& id, bool may_be_header) const {
        if (has_names(graph_)) return vertex_named(id.text);
        OriginalId number = 0;
        char const* const end = id.text.data() + id.text.size();
        auto const [parsed, error] = std::from_chars(id.text.data(), end, number);
        if (error == std::errc() && parsed == end) return vertices_.find(number);
        if (may_be_header && !begins_a_number(id.text)) return std::nullopt;
        input_.fail(fmt::format("'{}' is not a {}; expected a whole number, or give --names where ids are names",
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
            input_.fail(fmt::format("more than an id and a {} in quotation marks; expected 'id {}'", noun_, noun_));
        }
        bool const is_empty_cell = !text.is_quoted && (text.text.starts_with(',') || text.text.starts_with(';'));
        if (text.text.empty() || is_empty_cell) {
            input_.fail(fmt::format("no {} after vertex {}; expected 'id {}'", noun_, printable(id.text), noun_));
        }
        return text.text;
    }

    std::string_view ends_of_most_names() const {
        std::array<std::uint64_t, ends_of_names.size()> found{};
        for (TextInput probe = input_; probe.seek_content(comment_marks); probe.skip_line()) {
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
            input_.fail_whole(fmt::format(
                "no vertex of the graph has a {}; expected lines 'id {}' with the graph's ids", noun_, noun_));
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

VertexById::VertexById(Graph const& graph) : graph_(graph), by_id_(graph.vertex_count()) {
    std::iota(by_id_.begin(), by_id_.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return graph_.original_id(v); };
    if (!std::ranges::is_sorted(by_id_, {}, id_of)) std::ranges::sort(by_id_, {}, id_of);
}

std::optional<VertexId> VertexById::find(OriginalId id) const {
    auto const place = std::ranges::lower_bound(by_id_, id, {}, [&](VertexId v) { return graph_.original_id(v); });
    if (place == by_id_.end() || graph_.original_id(*place) != id) return std::nullopt;
    return *place;
}

void read_vertex_lines(Graph const& graph, std::string const& path, std::string_view noun,
                       std::function<void(VertexLine const&)> const& visit,
                       std::function<void(std::string const&)> const& note) {
    FileBytes const file = load_unpacked(path);
    Reader(graph, file.bytes, path, noun).read(visit, note);
}

} // namespace cerrado::detail
