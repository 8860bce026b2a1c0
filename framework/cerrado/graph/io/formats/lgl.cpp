#include <cerrado/graph/io/formats/lgl.hpp>

#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {
namespace {

constexpr char lgl_mark = '#';

// A number that is no id: 0.5, 1e-3.
bool is_decimal(std::string_view word) {
    bool const is_number = std::ranges::all_of(
        word, [](char c) { return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; });
    return is_number && word.find('.') != std::string_view::npos &&
           word.find_first_of("0123456789") != std::string_view::npos;
}

// A line of a table: 1,2 or 1:2, which is hardly a name.
bool is_row(std::string_view word) {
    std::size_t const separator = word.find_first_of(",;|:");
    if (separator == std::string_view::npos) return false;
    return word[separator] == ',' || word[separator] == ';' || std::ranges::all_of(word.substr(0, separator), is_digit);
}

} // namespace

bool is_lgl(std::string_view text) {
    constexpr std::uint64_t lines_to_see = 1000;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t heads = 0, neighbours = 0;
    while (lines.next() && lines.number() <= lines_to_see) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        bool const is_head = rest[0] == lgl_mark;
        if (is_head) rest.remove_prefix(1);
        std::string_view const name = next_word(rest);
        std::string_view const weight = next_word(rest);
        bool const has_more = !next_word(rest).empty();
        bool const is_fit = is_head ? weight.empty() : weight.empty() || is_decimal(weight);
        bool const is_vertex = !name.empty() && (is_head || !is_row(name));
        if (!is_vertex || has_more || !is_fit || (!is_head && heads == 0)) return false;
        ++(is_head ? heads : neighbours);
    }
    return heads > 1 && neighbours > 0;
}

Graph read_lgl(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    std::optional<VertexId> head;
    while (lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        lines.require_text();
        bool const is_head = rest[0] == lgl_mark;
        if (is_head) rest.remove_prefix(1);
        std::string_view const name = next_word(rest);
        std::string_view const weight = next_word(rest);
        if (name.empty()) lines.fail("no name behind '#'; expected a vertex, '# name'");
        if (!next_word(rest).empty() || (is_head && !weight.empty())) {
            lines.fail(fmt::format("'{}'; expected '# name', or a neighbour's name and a weight at most",
                                   printable(lines.line())));
        }
        VertexId const vertex = assembly.vertex(name);
        if (is_head) {
            head = vertex;
        } else if (head) {
            assembly.edge(*head, vertex, weight);
        } else {
            lines.fail(fmt::format("'{}' before the first vertex; expected '# name'", printable(lines.line())));
        }
    }
    return assembly.finish();
}

} // namespace cerrado::detail
