#include <cerrado/graph/matrix_market.hpp>

#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/output_file.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace cerrado::detail {
namespace {

constexpr std::string_view banner = "%%MatrixMarket";

std::string lower_case(std::string_view text) {
    std::string lowered(text);
    for (char& c : lowered) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lowered;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> known) {
    return std::find(known.begin(), known.end(), word) != known.end();
}

// `directed`: entries are to stand for one direction alone.
void read_banner(TextInput& input, bool directed) {
    std::array<std::string, 5> words;
    for (auto& word : words) {
        word = lower_case(input.word());
        input.skip_separators();
    }
    auto const& [mark, object, layout, field, symmetry] = words;
    if (object != "matrix" || layout != "coordinate") {
        input.fail(
            fmt::format("'{} {}' in the banner; expected 'matrix coordinate', convert a dense matrix to a sparse one",
                        printable(object), printable(layout)));
    }
    if (!is_one_of(field, {"pattern", "real", "double", "integer", "complex"})) {
        input.fail(
            fmt::format("field '{}' in the banner; expected pattern, real, integer or complex", printable(field)));
    }
    if (!is_one_of(symmetry, {"general", "symmetric", "skew-symmetric", "hermitian"})) {
        input.fail(fmt::format("symmetry '{}' in the banner; expected general, symmetric, skew-symmetric or hermitian",
                               printable(symmetry)));
    }
    if (!input.at_line_end()) input.fail("more words after the symmetry in the banner; expected the line's end");
    if (directed && symmetry != "general") {
        input.fail(fmt::format("a {} matrix has no directions; expected general in the banner", printable(symmetry)));
    }
    input.skip_line();
}

struct Sizes {
    VertexId vertices = 0;
    std::uint64_t entries = 0;
};

// Vertices without an entry cost memory but no text, so a header alone could ask for any amount.
void check_sizes(std::uint64_t vertices, std::uint64_t entries, TextInput const& input) {
    constexpr std::uint64_t shortest_entry = 4;
    constexpr std::uint64_t always_allowed = 1 << 20;
    constexpr std::uint64_t vertices_per_byte = 64;
    check_vertex_count(vertices, input);
    std::uint64_t const room = (input.remaining() + 1) / shortest_entry;
    if (entries > room) {
        input.fail(
            fmt::format("the header promises {} entries, the file has room for {} at most; expected the whole file, "
                        "fetch it again",
                        entries, room));
    }
    if (vertices > std::max<std::uint64_t>(always_allowed, vertices_per_byte * input.remaining())) {
        input.fail(fmt::format(
            "the header promises {} vertices in {} bytes, nearly all without an edge; expected at most {} per "
            "byte, give an edge list instead",
            vertices, input.remaining(), vertices_per_byte));
    }
}

Sizes read_sizes(TextInput& input) {
    if (!input.seek_content("%")) input.fail("the file ends before the size line; expected 'rows columns entries'");
    std::array<std::uint64_t, 3> sizes{};
    for (auto& size : sizes) {
        if (input.at_line_end()) input.fail("an incomplete size line; expected 'rows columns entries'");
        size = input.number("matrix size");
        input.skip_separators();
    }
    auto const [rows, columns, entries] = sizes;
    if (!input.at_line_end()) input.fail("more than three sizes; expected 'rows columns entries'");
    if (rows != columns) {
        input.fail(
            fmt::format("a matrix of {} rows and {} columns; expected a square adjacency matrix", rows, columns));
    }
    check_sizes(rows, entries, input);
    input.skip_line();
    return {static_cast<VertexId>(rows), entries};
}

VertexId read_position(TextInput& input, std::string_view noun, VertexId vertices) {
    std::uint64_t const position = input.number(noun);
    if (position < 1 || position > vertices) {
        input.fail(fmt::format("{} {} is outside the matrix; expected 1 to {}", noun, position, vertices));
    }
    return static_cast<VertexId>(position - 1);
}

std::vector<Edge> read_entries(TextInput& input, Sizes const& sizes) {
    std::vector<Edge> edges;
    edges.reserve(sizes.entries);
    while (input.seek_content("%")) {
        if (edges.size() == sizes.entries) {
            input.fail(
                fmt::format("an entry after the {} that the header promises; expected the file's end", sizes.entries));
        }
        VertexId const row = read_position(input, "row", sizes.vertices);
        input.skip_separators();
        if (input.at_line_end()) {
            input.fail(fmt::format("one number, {}, on the line; expected a row and a column (is the file truncated?)",
                                   row + 1ull));
        }
        edges.push_back({row, read_position(input, "column", sizes.vertices)});
        input.skip_line();
    }
    if (edges.size() != sizes.entries) {
        input.fail(fmt::format("the file ends after {} of the {} entries that the header promises; fetch it again",
                               edges.size(), sizes.entries));
    }
    return edges;
}

} // namespace

bool is_matrix_market(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return lower_case(text.substr(0, banner.size())) == lower_case(banner);
}

Graph read_matrix_market(std::string_view text, std::string const& path, bool directed) {
    TextInput input(text, path);
    if (!is_matrix_market(text)) input.fail("no '%%MatrixMarket' banner; expected one at the beginning of a .mtx file");
    read_banner(input, directed);
    Sizes const sizes = read_sizes(input);
    std::vector<Edge> const edges = read_entries(input, sizes);
    std::vector<OriginalId> rows(sizes.vertices);
    std::iota(rows.begin(), rows.end(), OriginalId{1});
    return directed ? graph_from_arcs(sizes.vertices, edges, std::move(rows))
                    : graph_from_edges(sizes.vertices, edges, std::move(rows));
}

void write_matrix_market(Graph const& graph, OutputFile& file) {
    bool const directed = is_directed(graph);
    file.write(fmt::format(
        "{} matrix coordinate pattern {}\n% rows are positions from 1; original ids are not kept\n{} {} {}\n", banner,
        directed ? "general" : "symmetric", graph.vertex_count(), graph.vertex_count(), count_arcs_or_edges(graph)));
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        auto const [row, column] = directed ? std::pair(v, u) : std::pair(u, v); // a symmetric one is its lower half
        file.write_number(row + 1ull);
        file.write(" ");
        file.write_number(column + 1ull);
        file.write("\n");
    });
}

} // namespace cerrado::detail
