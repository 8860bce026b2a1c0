#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/io/formats/entities.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace cerrado::detail {

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
    auto const put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    auto const rest = [&](int shift) { put(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        rest(6);
    } else {
        put(0xf0 | code >> 18);
        rest(12);
        rest(6);
    }
    rest(0);
}

// `name` is what stands between & and ;.
std::optional<std::uint32_t> character_of(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, char>, 5> named{
        {{"quot", '"'}, {"amp", '&'}, {"apos", '\''}, {"lt", '<'}, {"gt", '>'}}};
    for (auto const& [known, character] : named) {
        if (known == name) return character;
    }
    if (!name.starts_with('#')) return std::nullopt;
    name.remove_prefix(1);
    bool const is_hexadecimal = name.starts_with('x') || name.starts_with('X');
    if (is_hexadecimal) name.remove_prefix(1);
    std::uint32_t code = 0;
    auto const [stop, status] = std::from_chars(name.data(), name.data() + name.size(), code, is_hexadecimal ? 16 : 10);
    bool const is_number = status == std::errc() && stop == name.data() + name.size();
    constexpr std::uint32_t last_character = 0x10ffff;
    if (!is_number || code == 0 || code > last_character || (code >= 0xd800 && code < 0xe000)) return std::nullopt;
    return code;
}

} // namespace

std::string without_entities(std::string_view text) {
    constexpr std::size_t longest_entity = 10;
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        std::size_t const mark = text.find('&');
        plain += text.substr(0, mark);
        if (mark == std::string_view::npos) break;
        text.remove_prefix(mark);
        std::size_t const end = text.substr(0, longest_entity).find(';');
        auto const code = end == std::string_view::npos ? std::nullopt : character_of(text.substr(1, end - 1));
        if (code) append_utf8(plain, *code);
        if (!code) plain += '&';
        text.remove_prefix(code ? end + 1 : 1);
    }
    return plain;
}

std::string in_ascii(std::string_view text) {
    std::string written;
    while (!text.empty()) {
        auto const first = static_cast<unsigned char>(text[0]);
        std::size_t const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        std::uint32_t code = first & (0x7f >> length);
        bool is_character = length > 1 && length <= text.size();
        for (std::size_t i = 1; is_character && i < length; ++i) {
            auto const byte = static_cast<unsigned char>(text[i]);
            is_character = (byte & 0xc0) == 0x80;
            code = code << 6 | (byte & 0x3f);
        }
        written += is_character ? fmt::format("&#{};", code) : std::string(1, text[0]);
        text.remove_prefix(is_character ? length : 1);
    }
    return written;
}

std::string with_entities(std::string_view text, std::string_view escaped) {
    std::string written;
    for (char const c : text) {
        if (escaped.find(c) == std::string_view::npos) {
            written += c;
        } else {
            written += fmt::format("&#{};", static_cast<int>(c));
        }
    }
    return written;
}

namespace {

enum class PajekSection { none, vertices, arcs, edges, arcs_list, edges_list, matrix, other };

// The word of a line `*Word ...`, in lower case without the asterisk. Takes it off.
std::string section_word(std::string_view& rest) {
    std::string word = in_lower_case(next_word(rest).substr(1));
    return word.substr(0, word.find(':'));
}

struct KnownPajekSection {
    std::string_view word;
    PajekSection section;
};
constexpr std::array<KnownPajekSection, 8> known_sections{{{"vertices", PajekSection::vertices},
                                                           {"arcs", PajekSection::arcs},
                                                           {"edges", PajekSection::edges},
                                                           {"arcslist", PajekSection::arcs_list},
                                                           {"edgeslist", PajekSection::edges_list},
                                                           {"arclist", PajekSection::arcs_list},
                                                           {"edgelist", PajekSection::edges_list},
                                                           {"matrix", PajekSection::matrix}}};

constexpr std::array<std::string_view, 5> sections_without_edges{"partition", "vector", "permutation", "cluster",
                                                                 "hierarchy"};

// Nothing where it is no number.
std::optional<bool> is_zero_cell(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    auto const [stop, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (stop != word.data() + word.size() || word.empty()) return std::nullopt;
    if (status == std::errc::result_out_of_range) return false;
    return status == std::errc() ? std::optional(value == 0) : std::nullopt;
}

class PajekLines {
public:
    PajekLines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : lines_(text, path),
          options_(options),
          report_(report),
          assembly_(path, options) {}

    Graph read() {
        while (lines_.next()) {
            if (lines_.line().empty()) continue;
            if (lines_.line().starts_with('%')) {
                ++report_.comments;
                continue;
            }
            lines_.require_text();
            if (lines_.line().starts_with('*')) {
                begin_section();
            } else {
                read_line(lines_.line());
            }
        }
        end_matrix();
        if (!vertices_) lines_.fail_whole("no line '*Vertices n' in the file; expected one");
        return assembly_.finish();
    }

private:
    void begin_section() {
        end_matrix();
        std::string_view rest = lines_.line();
        std::string const word = section_word(rest);
        auto const* const known = std::ranges::find(known_sections, word, &KnownPajekSection::word);
        if (word == "network") {
            if (has_network_ || vertices_) lines_.fail("a second network begins; expected one, split the file");
            has_network_ = true;
            section_ = PajekSection::none;
        } else if (known == known_sections.end()) {
            if (std::ranges::find(sections_without_edges, word) == sections_without_edges.end()) {
                lines_.fail(
                    fmt::format("the section '*{}' is not known; expected *Arcs, *Edges, *Arcslist, *Edgeslist or "
                                "*Matrix",
                                printable(word)));
            }
            report_.remarks.push_back(fmt::format("the section *{} of line {} is passed over",
                                                  printable(lines_.line().substr(1)), lines_.number()));
            section_ = PajekSection::other;
        } else if (known->section != PajekSection::vertices) {
            if (!vertices_) lines_.fail(fmt::format("*{} before '*Vertices n'; expected that first", word));
            section_ = known->section;
            cells_ = 0;
        } else if (section_ != PajekSection::other) {
            count_vertices(rest);
        }
    }

    void count_vertices(std::string_view rest) {
        if (vertices_) lines_.fail("a second '*Vertices'; expected one network, split the file");
        auto const count = whole_number(next_word(rest));
        if (!count) lines_.fail("no number behind '*Vertices'; expected how many there are, '*Vertices 5'");
        require_vertex_count(*count, lines_);
        std::string_view const first_mode = next_word(rest);
        first_mode_ = whole_number(first_mode);
        if (!first_mode.empty() && first_mode_.value_or(*count + 1) > *count) {
            lines_.fail(
                fmt::format("'{}' vertices of the first mode; expected at most {}", printable(first_mode), *count));
        }
        vertices_ = *count;
        assembly_.count_vertices(*count, 1);
        section_ = PajekSection::vertices;
    }

    void read_line(std::string_view rest) {
        switch (section_) {
        case PajekSection::vertices: return read_vertex(rest);
        case PajekSection::arcs:
        case PajekSection::edges: return read_edge(rest);
        case PajekSection::arcs_list:
        case PajekSection::edges_list: return read_list(rest);
        case PajekSection::matrix: return read_cells(rest);
        case PajekSection::other: ++report_.skipped; return;
        case PajekSection::none: break;
        }
        lines_.fail(fmt::format("'{}' before '*Vertices n'; expected that first", printable(rest)));
    }

    VertexId vertex(std::string_view& rest) { return counted_vertex(next_word(rest), *vertices_, lines_); }

    std::string_view text(std::string_view& rest) {
        auto const word = next_quoted_word(rest);
        if (!word) lines_.fail("a quotation mark without another one; expected a text between two");
        return *word;
    }

    void read_vertex(std::string_view rest) {
        VertexId const handle = vertex(rest);
        std::string_view const name = text(rest);
        if (options_.names && !name.empty()) assembly_.call(handle, without_entities(name));
    }

    void add(VertexId source, VertexId target, std::string_view label) {
        if (section_ == PajekSection::arcs || section_ == PajekSection::arcs_list ||
            (section_ == PajekSection::matrix && !first_mode_)) {
            assembly_.arc(source, target, label);
        } else {
            assembly_.edge(source, target, label);
        }
    }

    // An edge of one relation among several may begin with its number, `2: `.
    void read_edge(std::string_view rest) {
        std::string_view after = rest;
        if (next_word(after).ends_with(':')) rest = after;
        VertexId const source = vertex(rest);
        VertexId const target = vertex(rest);
        add(source, target, options_.edge_labels ? label_of(rest) : std::string());
    }

    std::string label_of(std::string_view rest) {
        std::string_view const weight = next_word(rest);
        for (std::string_view key = next_word(rest); !key.empty(); key = next_word(rest)) {
            std::string_view const value = text(rest);
            if (key == "l" || key == "label") return without_entities(value);
        }
        return std::string(weight);
    }

    void read_list(std::string_view rest) {
        VertexId const source = vertex(rest);
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            add(source, counted_vertex(word, *vertices_, lines_), {});
        }
    }

    std::uint64_t columns() const { return *vertices_ - first_mode_.value_or(0); }
    std::uint64_t cell_count() const { return first_mode_.value_or(*vertices_) * columns(); }

    // A row may be spread over lines.
    void read_cells(std::string_view rest) {
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            if (cells_ == cell_count()) lines_.fail(fmt::format("a number behind the {} of the matrix", cell_count()));
            auto const zero = is_zero_cell(word);
            if (!zero) lines_.fail(fmt::format("'{}' in a matrix; expected numbers", printable(word)));
            if (!*zero) {
                auto const row = static_cast<VertexId>(cells_ / columns());
                auto const column = static_cast<VertexId>(cells_ % columns() + first_mode_.value_or(0));
                add(row, column, word);
            }
            ++cells_;
        }
    }

    void end_matrix() {
        if (section_ != PajekSection::matrix || cells_ == cell_count()) return;
        lines_.fail(
            fmt::format("the matrix ends after {} of its {} numbers; fetch the file again", cells_, cell_count()));
    }

    TextLines lines_;
    ReadOptions const& options_;
    ReadReport& report_;
    Assembly assembly_;
    PajekSection section_ = PajekSection::none;
    bool has_network_ = false;
    std::optional<std::uint64_t> vertices_;
    std::optional<std::uint64_t> first_mode_; // the number of its vertices, where there are two modes
    std::uint64_t cells_ = 0;                 // of a matrix, read
};

// An ampersand is kept as it is where it begins no character's number.
std::string pajek_text(std::string_view text) {
    bool const is_plain = text.find('&') == std::string_view::npos || without_entities(text) == text;
    return fmt::format("\"{}\"", with_entities(text, is_plain ? "\"" : "\"&"));
}

void write_pajek_vertices(Graph const& graph, OutputFile& file) {
    file.write(fmt::format("*Vertices {}\n", graph.vertex_count()));
    bool const named = has_names(graph);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        OriginalId const id = graph.original_id(v);
        if (!named && id == v + 1ull) continue;
        file.write(fmt::format("{} {}\n", v + 1ull, pajek_text(named ? vertex_name(graph, id) : fmt::to_string(id))));
    }
}

} // namespace

bool is_pajek(std::string_view text) {
    std::string const nowhere;
    TextLines lines(text, nowhere);
    while (lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty() || rest.starts_with('%')) continue;
        if (!rest.starts_with('*')) return false;
        std::string const word = section_word(rest);
        return word == "network" || (word == "vertices" && whole_number(next_word(rest)));
    }
    return false;
}

Graph read_pajek(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return PajekLines(text, path, options, report).read();
}

void write_pajek(Graph const& graph, OutputFile& file) {
    write_pajek_vertices(graph, file);
    file.write(is_directed(graph) ? "*Arcs\n" : "*Edges\n");
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write_number(v + 1ull);
        file.write(" ");
        file.write_number(u + 1ull);
        std::uint32_t const label =
            has_edge_labels(graph) ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        if (label != GraphMarks::no_label) {
            std::string const& name = graph.marks->edge_label_names[label];
            bool const is_weight = is_zero_cell(name).has_value();
            file.write(is_weight ? " " + name : " 1 l " + pajek_text(name));
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
