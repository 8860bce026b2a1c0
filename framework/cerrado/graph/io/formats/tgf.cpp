#include <cerrado/graph/io/formats/tgf.hpp>

#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <string>
#include <unordered_set>

namespace cerrado::detail {
namespace {

constexpr std::string_view tgf_separator = "#";

// Whether the line could be an edge of numbers.
bool may_be_an_edge_of_numbers(std::string_view line) {
    return whole_number(next_word(line)).has_value() && whole_number(next_word(line)).has_value();
}

} // namespace

bool is_tgf(std::string_view text) {
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::unordered_set<std::string_view> ids;
    bool are_words = true; // all ids are words with a label, which may be edges of names
    while (lines.next() && lines.line() != tgf_separator) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        std::string_view const id = next_word(rest);
        if (id.starts_with('#') || id.starts_with('%') || may_be_an_edge_of_numbers(lines.line()) ||
            !ids.insert(id).second)
            return false;
        are_words &= !whole_number(id) && !rest.empty();
    }
    if (ids.empty() || lines.line() != tgf_separator) return false;
    std::size_t edges = 0;
    for (; lines.next(); ++edges) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        if (!ids.contains(next_word(rest)) || !ids.contains(next_word(rest))) return false;
    }
    return edges > 0 || !are_words;
}

Graph read_tgf(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    TextLines lines(text, path);
    Assembly assembly(path, options);
    while (lines.next() && lines.line() != tgf_separator) {
        if (lines.line().empty()) continue;
        lines.require_text();
        std::string_view rest = lines.line();
        std::string_view const id = next_word(rest);
        std::uint64_t const before = assembly.vertex_count();
        VertexId const handle = assembly.vertex(id);
        if (handle < before) lines.fail(fmt::format("vertex {} has a line already; give it one", printable(id)));
        if (!rest.empty()) assembly.label(handle, rest);
    }
    if (lines.line() != tgf_separator) {
        lines.fail_whole("no line '#' in the file; expected one between the vertices and the edges");
    }
    while (lines.next()) {
        if (lines.line().empty()) continue;
        lines.require_text();
        std::string_view rest = lines.line();
        std::uint64_t const vertices = assembly.vertex_count();
        auto const end = [&] {
            std::string_view const id = next_word(rest);
            if (id.empty()) lines.fail("one id on a line of edges; expected two");
            VertexId const handle = assembly.vertex(id);
            if (handle >= vertices) lines.fail(fmt::format("vertex {} has no line before '#'", printable(id)));
            return handle;
        };
        VertexId const source = end();
        VertexId const target = end();
        options.directed ? assembly.arc(source, target, rest) : assembly.edge(source, target, rest);
    }
    return assembly.finish();
}

} // namespace cerrado::detail
