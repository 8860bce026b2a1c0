#include <cerrado/graph/io/formats.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace cerrado::detail {
namespace {

constexpr char lowest_of_six_bits = 63;   // '?': six bits of zero
constexpr char highest_of_six_bits = 126; // '~': six bits of one, or the mark of a longer number
constexpr std::uint64_t bits_per_graph6 = 6;

enum class Graph6Kind { graph6, sparse6, digraph6 };

constexpr std::array<std::string_view, 3> graph6_headers{">>graph6<<", ">>sparse6<<", ">>digraph6<<"};

std::string_view graph6_header(std::string_view line) {
    auto const* const found =
        std::ranges::find_if(graph6_headers, [&](auto header) { return line.starts_with(header); });
    return found == graph6_headers.end() ? std::string_view() : *found;
}

bool is_of_six_bits(char c) { return c >= lowest_of_six_bits && c <= highest_of_six_bits; }

// A line, taken apart: its kind, its number of vertices, and the characters behind that.
struct Graph6Line {
    Graph6Kind kind = Graph6Kind::graph6;
    std::uint64_t vertices = 0;
    std::string_view bits;

    bool bit(std::uint64_t place) const {
        int const value = bits[place / bits_per_graph6] - lowest_of_six_bits;
        return (value >> (bits_per_graph6 - 1 - place % bits_per_graph6) & 1) != 0;
    }
    std::uint64_t bit_count() const { return bits.size() * bits_per_graph6; }
};

// The number of the first characters, which it takes off; nothing where they are cut. Its form is N(n) of formats.txt.
std::optional<std::uint64_t> take_graph6_number(std::string_view& text) {
    std::size_t const marks = text.starts_with("~~") ? 2 : text.starts_with("~") ? 1 : 0;
    static constexpr std::array<std::size_t, 3> lengths{1, 3, 6};
    std::size_t const length = lengths[marks];
    if (text.size() < marks + length) return std::nullopt;
    std::uint64_t number = 0;
    for (char const c : text.substr(marks, length)) {
        number = number << bits_per_graph6 | static_cast<std::uint64_t>(c - lowest_of_six_bits);
    }
    text.remove_prefix(marks + length);
    return number;
}

// Takes a line apart. Returns: what is wrong with it; empty where nothing is.
std::string parse_graph6_line(std::string_view line, Graph6Line& encoded) {
    if (line.starts_with(';')) {
        return "incremental sparse6, which goes on from the line before; expected graph6, convert it with nauty's "
               "copyg -g";
    }
    encoded.kind = line.starts_with(':')   ? Graph6Kind::sparse6
                   : line.starts_with('&') ? Graph6Kind::digraph6
                                           : Graph6Kind::graph6;
    if (encoded.kind != Graph6Kind::graph6) line.remove_prefix(1);
    if (!std::ranges::all_of(line, is_of_six_bits)) {
        return "a character that no graph6, sparse6 or digraph6 has; expected those from '?' to '~'";
    }
    auto const vertices = take_graph6_number(line);
    if (!vertices) return "a line that is cut before its number of vertices; fetch the file again";
    encoded.vertices = *vertices;
    encoded.bits = line;
    if (encoded.kind == Graph6Kind::sparse6) return {};
    constexpr std::uint64_t most = std::uint64_t{1} << 31; // so that the square of it fits
    if (*vertices > most) return fmt::format("{} vertices in one line of graph6; expected its characters", *vertices);
    std::uint64_t const n = *vertices;
    std::uint64_t const bits = encoded.kind == Graph6Kind::digraph6 || n == 0 ? n * n : n * (n - 1) / 2;
    std::uint64_t const length = (bits + bits_per_graph6 - 1) / bits_per_graph6;
    if (length != line.size()) {
        return fmt::format("{} characters behind the number of vertices, {}, which takes {}; fetch the file again",
                           line.size(), n, length);
    }
    for (std::uint64_t place = bits; place < encoded.bit_count(); ++place) {
        if (encoded.bit(place)) return "the padding at the line's end is not zero; fetch the file again";
    }
    return {};
}

// Calls take(u, v) for each edge, or arc.
template <class Take> void for_matrix_bits(Graph6Line const& encoded, Take const& take) {
    auto const n = static_cast<VertexId>(encoded.vertices);
    bool const is_whole = encoded.kind == Graph6Kind::digraph6;
    std::uint64_t place = 0;
    for (VertexId row = 0; row < n; ++row) {
        VertexId const columns = is_whole ? n : row;
        for (VertexId column = 0; column < columns; ++column, ++place) {
            if (encoded.bit(place)) take(row, column);
        }
    }
}

// Pairs of a bit, which asks for the next vertex, and a number: the other end, or the vertex to go on with.
template <class Take> void for_sparse_edges(Graph6Line const& encoded, Take const& take) {
    std::uint64_t const n = encoded.vertices;
    auto const width = n > 0 ? static_cast<std::uint64_t>(std::bit_width(n - 1)) : 0;
    std::uint64_t vertex = 0;
    for (std::uint64_t place = 0; place + 1 + width <= encoded.bit_count() && vertex < n; place += 1 + width) {
        if (encoded.bit(place)) ++vertex;
        std::uint64_t end = 0;
        for (std::uint64_t i = 1; i <= width; ++i) end = end << 1 | static_cast<std::uint64_t>(encoded.bit(place + i));
        if (end > vertex) {
            vertex = end;
        } else if (vertex < n) {
            take(static_cast<VertexId>(end), static_cast<VertexId>(vertex));
        }
    }
}

// Moves to the next line that has a graph, which comes without a header; nothing at the end.
std::optional<std::string_view> next_graph6(TextLines& lines) {
    while (lines.next()) {
        std::string_view line = lines.line();
        line.remove_prefix(graph6_header(line).size());
        if (!line.empty()) return line;
    }
    return std::nullopt;
}

Graph decoded_graph6(Graph6Line const& encoded, TextLines const& lines, std::string const& path,
                     ReadOptions const& options) {
    require_vertex_count(encoded.vertices, lines);
    Assembly assembly(path, options);
    assembly.count_vertices(encoded.vertices, 0);
    if (encoded.kind == Graph6Kind::sparse6) {
        for_sparse_edges(encoded, [&](VertexId v, VertexId u) { assembly.edge(v, u); });
    } else if (encoded.kind == Graph6Kind::digraph6) {
        for_matrix_bits(encoded, [&](VertexId v, VertexId u) { assembly.arc(v, u); });
    } else {
        for_matrix_bits(encoded, [&](VertexId v, VertexId u) { assembly.edge(u, v); });
    }
    return assembly.finish();
}

// Six bits at a time.
class SixBitWriter {
public:
    explicit SixBitWriter(OutputFile& file) : file_(file) {}
    void put(bool bit) {
        value_ = value_ << 1 | static_cast<unsigned>(bit);
        if (++count_ == bits_per_graph6) flush();
    }
    void end() {
        while (count_ != 0) put(false);
    }

private:
    void flush() {
        char const c = static_cast<char>(lowest_of_six_bits + static_cast<int>(value_));
        file_.write({&c, 1});
        value_ = 0;
        count_ = 0;
    }
    OutputFile& file_;
    unsigned value_ = 0;
    std::uint64_t count_ = 0;
};

void write_graph6_number(std::uint64_t count, OutputFile& file) {
    constexpr std::uint64_t most_of_one_character = 62, most_of_three = 258047;
    int const bits = count <= most_of_one_character ? 6 : count <= most_of_three ? 18 : 36;
    if (bits > 6) file.write(bits == 18 ? "~" : "~~");
    SixBitWriter writer(file);
    for (int bit = bits - 1; bit >= 0; --bit) writer.put((count >> bit & 1) != 0);
}

} // namespace

bool is_graph6(std::string_view text) {
    constexpr std::uint64_t lines_to_see = 100;
    constexpr std::size_t shortest_alone = 5;
    if (!graph6_header(without_byte_order_mark(text)).empty()) return true;
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t seen = 0;
    bool is_certain = false;
    for (auto line = next_graph6(lines); line && seen < lines_to_see; line = next_graph6(lines), ++seen) {
        Graph6Line encoded;
        if (!parse_graph6_line(*line, encoded).empty()) return false;
        is_certain |= encoded.kind != Graph6Kind::graph6 || line->size() >= shortest_alone || seen > 0;
    }
    return is_certain;
}

Graph read_graph6(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    TextLines lines(text, path);
    std::uint64_t const wanted = std::max<std::uint64_t>(options.graph, 1);
    std::uint64_t seen = 0;
    Graph graph;
    for (auto line = next_graph6(lines); line; line = next_graph6(lines)) {
        if (++seen != wanted) continue;
        Graph6Line encoded;
        if (std::string const problem = parse_graph6_line(*line, encoded); !problem.empty()) lines.fail(problem);
        graph = decoded_graph6(encoded, lines, path, options);
    }
    if (seen == 0) lines.fail_whole("no graph in the file; expected one a line");
    if (seen < wanted) lines.fail_whole(fmt::format("graph {} was asked for, the file has {}", wanted, seen));
    if (options.graph == 0 && seen > 1) {
        report.remarks.push_back(fmt::format("the first of {} graphs; --graph N takes another", seen));
    }
    return graph;
}

void write_graph6(Graph const& graph, OutputFile& file) {
    constexpr VertexId most_vertices = 65536;
    VertexId const n = graph.vertex_count();
    if (n > most_vertices) {
        throw InputError(
            fmt::format("graph6 has a bit for each pair of vertices, and the graph has {} vertices; expected at "
                        "most {}, write a .cbin file",
                        n, most_vertices));
    }
    bool const directed = is_directed(graph);
    file.write(directed ? ">>digraph6<<&" : ">>graph6<<");
    write_graph6_number(n, file);
    SixBitWriter writer(file);
    for (VertexId v = 0; v < n; ++v) {
        auto const list = graph.neighbours(v);
        std::size_t i = 0;
        for (VertexId u = 0; u < (directed ? n : v); ++u) {
            bool const is_met = i < list.size() && list[i] == u;
            writer.put(is_met && (!directed || (graph.marks->arcs[graph.offsets()[v] + i] & GraphMarks::arc_to) != 0));
            i += is_met;
        }
    }
    writer.end();
    file.write("\n");
}

} // namespace cerrado::detail
