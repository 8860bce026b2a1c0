#include <cerrado/graph/io/arrays/matrix_market.hpp>

#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/read_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cerrado::detail {

// The size line of a Matrix Market file.

struct MatrixSizes {
    std::uint64_t vertices = 0, entries = 0;
};

// Reads "rows columns entries". `text` is what follows the banner. If the size line stands behind '%' there, a remark
// says so, and no line of `input` is passed. Throws InputError if there is no size line, if the matrix is not square,
// or if the file has no room for what the line promises.
MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report);

// Reads "rows columns" of a dense matrix. Returns: the number, since both are the same.
std::uint64_t read_dense_size(TextInput& input);

namespace {

// Vertices without an entry cost memory but no text, so a header alone could ask for any amount.
void check_sizes(MatrixSizes const& sizes, TextInput const& input) {
    constexpr std::uint64_t shortest_entry = 4;
    constexpr std::uint64_t always_allowed = 1 << 20;
    constexpr std::uint64_t vertices_per_byte = 64;
    check_vertex_count(sizes.vertices, input);
    std::uint64_t const room = (input.remaining() + 1) / shortest_entry;
    if (sizes.entries > room) {
        input.fail(
            fmt::format("the header promises {} entries, the file has room for {} at most; expected the whole file, "
                        "fetch it again",
                        sizes.entries, room));
    }
    if (sizes.vertices > std::max<std::uint64_t>(always_allowed, vertices_per_byte * input.remaining())) {
        input.fail(fmt::format(
            "the header promises {} vertices in {} bytes, nearly all without an edge; expected at most {} per "
            "byte, give an edge list instead",
            sizes.vertices, input.remaining(), vertices_per_byte));
    }
}

void require_square(std::uint64_t rows, std::uint64_t columns, TextInput const& input) {
    if (rows == columns) return;
    input.fail(
        fmt::format("a matrix of {0} rows and {1} columns; expected a square adjacency matrix. The bipartite graph of "
                    "its rows and columns: `awk '!/^%/ && n++ {{print $1, $2 + {0}}}' FILE | cerrado info -`",
                    rows, columns));
}

// The numbers of a size line, as many as there should be; `expected`: what they are.
template <std::size_t count>
std::array<std::uint64_t, count> read_size_line(TextInput& input, std::string_view expected) {
    if (!input.seek_content("%")) {
        input.fail(fmt::format("the file ends before the size line; expected '{}'", expected));
    }
    std::array<std::uint64_t, count> sizes{};
    for (auto& size : sizes) {
        if (input.at_line_end()) {
            input.fail(fmt::format("an incomplete size line, or none; expected '{}' before the entries", expected));
        }
        size = input.number("matrix size");
        input.skip_separators();
    }
    if (!input.at_line_end()) input.fail(fmt::format("more than the sizes on the size line; expected '{}'", expected));
    return sizes;
}

using ThreeNumbers = std::array<std::uint64_t, 3>;

// Three whole numbers and nothing else.
std::optional<ThreeNumbers> three_numbers(std::string_view line) {
    ThreeNumbers numbers{};
    constexpr std::string_view blanks = " \t\r";
    for (auto& number : numbers) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        auto const [stop, status] = std::from_chars(line.data(), line.data() + line.size(), number);
        if (status != std::errc()) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
        if (!line.empty() && blanks.find(line[0]) == std::string_view::npos) return std::nullopt;
    }
    if (line.find_first_not_of(blanks) != std::string_view::npos) return std::nullopt;
    return numbers;
}

// A size line behind '%', as some collections have it, and the number of lines that are no comment.
struct CommentedSizes {
    ThreeNumbers sizes;
    std::uint64_t lines;
};

// Nothing where no comment before the entries holds three numbers, and where the first line that is no comment may be
// the size line. `text` follows the banner.
std::optional<CommentedSizes> commented_sizes(std::string_view text) {
    std::optional<ThreeNumbers> commented;
    std::optional<std::string_view> first;
    std::uint64_t lines = 0;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.starts_with('%')) {
            line.remove_prefix(std::min(line.find_first_not_of('%'), line.size()));
            auto const numbers = first ? std::nullopt : three_numbers(line);
            if (numbers) commented = numbers;
        } else if (!line.empty()) {
            if (!commented) return std::nullopt;
            if (!first) first = line;
            ++lines;
        }
    }
    if (!first) return std::nullopt;
    auto const sizes = three_numbers(*first);
    bool const is_square = sizes && (*sizes)[0] == (*sizes)[1];
    if (is_square && ((*sizes)[2] + 1 == lines || (*commented)[2] != lines)) return std::nullopt;
    return CommentedSizes{*commented, lines};
}

} // namespace

MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report) {
    if (auto const commented = commented_sizes(text)) {
        auto const [rows, columns, entries] = commented->sizes;
        if (entries != commented->lines) {
            input.fail(
                fmt::format("no size line; a comment '% {} {} {}' may be it, but {} lines follow; fetch the file "
                            "again, or put the right 'rows columns entries' before the entries",
                            rows, columns, entries, commented->lines));
        }
        require_square(rows, columns, input);
        report.remarks.push_back(
            fmt::format("the size line stands behind '%': {0} rows, {0} columns, {1} entries", rows, entries));
        check_sizes({rows, entries}, input);
        return {rows, entries};
    }
    auto const [rows, columns, entries] = read_size_line<3>(input, "rows columns entries");
    require_square(rows, columns, input);
    check_sizes({rows, entries}, input);
    input.skip_line();
    return {rows, entries};
}

std::uint64_t read_dense_size(TextInput& input) {
    auto const [rows, columns] = read_size_line<2>(input, "rows columns");
    require_square(rows, columns, input);
    check_vertex_count(rows, input);
    return rows;
}

namespace {

constexpr std::string_view mark = "%matrixmarket";

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

struct Banner {
    bool is_dense = false; // the format "array": all entries, column by column, zeros too
    std::string field, symmetry;

    bool has_directions() const { return symmetry == "general"; }
};

Banner read_banner(TextInput& input) {
    std::array<std::string, 5> words;
    for (auto& word : words) {
        word = lower_case(input.word());
        input.skip_separators();
    }
    auto const& [mark, object, layout, field, symmetry] = words;
    if (object != "matrix" || !is_one_of(layout, {"coordinate", "array"})) {
        input.fail(fmt::format("'{} {}' in the banner; expected 'matrix coordinate' or 'matrix array'",
                               printable(object), printable(layout)));
    }
    if (!is_one_of(field, {"pattern", "real", "double", "integer", "unsigned-integer", "complex"})) {
        input.fail(
            fmt::format("field '{}' in the banner; expected pattern, real, integer or complex", printable(field)));
    }
    if (!is_one_of(symmetry, {"general", "symmetric", "skew-symmetric", "hermitian"})) {
        input.fail(fmt::format("symmetry '{}' in the banner; expected general, symmetric, skew-symmetric or hermitian",
                               printable(symmetry)));
    }
    if (!input.at_line_end()) input.fail("more words after the symmetry in the banner; expected the line's end");
    return {layout == "array", field, symmetry};
}

VertexId read_position(TextInput& input, std::string_view noun, std::uint64_t vertices) {
    std::uint64_t const position = input.number(noun);
    if (position < 1 || position > vertices) {
        input.fail(fmt::format("{} {} is outside the matrix; expected 1 to {}", noun, position, vertices));
    }
    return static_cast<VertexId>(position - 1);
}

void add_entry(Assembly& assembly, Banner const& banner, VertexId row, VertexId column) {
    if (banner.has_directions()) {
        assembly.arc(row, column);
    } else {
        assembly.edge(row, column);
    }
}

void read_entries(TextInput& input, Banner const& banner, MatrixSizes const& sizes, Assembly& assembly) {
    std::uint64_t count = 0;
    for (; input.seek_content("%"); ++count) {
        if (count == sizes.entries) {
            input.fail(
                fmt::format("an entry after the {} that the header promises; expected the file's end", sizes.entries));
        }
        VertexId const row = read_position(input, "row", sizes.vertices);
        input.skip_separators();
        if (input.at_line_end()) {
            input.fail(fmt::format("one number, {}, on the line; expected a row and a column (is the file truncated?)",
                                   row + 1ull));
        }
        add_entry(assembly, banner, row, read_position(input, "column", sizes.vertices));
        input.skip_line();
    }
    if (count != sizes.entries) {
        input.fail(fmt::format("the file ends after {} of the {} entries that the header promises; fetch it again",
                               count, sizes.entries));
    }
}

// Whether the number is not zero, in any of the parts of a complex one.
bool read_value(TextInput& input, int parts, std::uint64_t vertices) {
    bool is_any = false;
    for (int part = 0; part < parts; ++part) {
        if (!input.seek_content("%")) {
            input.fail(
                fmt::format("the file ends before the last entry of a matrix of {0} rows and {0} columns; "
                            "fetch it again",
                            vertices));
        }
        std::string_view const word = input.word();
        std::string_view const number = word.starts_with('+') ? word.substr(1) : word;
        double value = 0;
        auto const [stop, status] = std::from_chars(number.data(), number.data() + number.size(), value);
        bool const is_number = status != std::errc::invalid_argument && stop == number.data() + number.size();
        if (!is_number) input.fail(fmt::format("'{}' is no number; expected an entry", printable(word)));
        is_any |= status == std::errc::result_out_of_range || value != 0;
        input.skip_separators();
    }
    return is_any;
}

// All entries, column by column; of a symmetric matrix its lower half alone.
void read_dense(TextInput& input, Banner const& banner, Assembly& assembly) {
    std::uint64_t const rows = read_dense_size(input);
    if (banner.field == "pattern") input.fail("an array of the field pattern; expected real, integer or complex");
    std::uint64_t const half = rows * (rows > 0 ? rows - 1 : 0) / 2;
    if (half > input.remaining()) {
        input.fail(fmt::format("the header promises {0} rows and {0} columns, more than {1} bytes hold; fetch it again",
                               rows, input.remaining()));
    }
    assembly.count_vertices(rows, 1);
    int const parts = banner.field == "complex" ? 2 : 1;
    auto const vertices = static_cast<VertexId>(rows);
    for (VertexId column = 0; column < vertices; ++column) {
        VertexId const first = banner.symmetry == "general" ? 0 : column + (banner.symmetry == "skew-symmetric");
        for (VertexId row = first; row < vertices; ++row) {
            if (read_value(input, parts, rows)) add_entry(assembly, banner, row, column);
        }
    }
    if (input.seek_content("%")) input.fail("a number after the last entry; expected the file's end");
}

// After a byte order mark and blanks.
std::string_view from_banner(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

} // namespace

bool is_matrix_market(std::string_view text) {
    text = from_banner(text);
    if (text.starts_with("%%")) text.remove_prefix(1); // some write one alone
    return lower_case(text.substr(0, mark.size())) == mark;
}

Graph read_matrix_market(std::string_view text, std::string const& path, ReadOptions const& options,
                         ReadReport& report) {
    TextInput input(text, path);
    input.seek_content("");
    if (!is_matrix_market(text)) input.fail("no '%%MatrixMarket' banner; expected one at the beginning of a .mtx file");
    Banner const banner = read_banner(input);
    if (options.directed && !banner.has_directions()) {
        input.fail(fmt::format("a {} matrix has no directions; expected general in the banner", banner.symmetry));
    }
    input.skip_line();
    Assembly assembly(path, options);
    if (banner.is_dense) {
        read_dense(input, banner, assembly);
    } else {
        MatrixSizes const sizes = read_matrix_sizes(input, text.substr(text.size() - input.remaining()), report);
        assembly.count_vertices(sizes.vertices, 1);
        read_entries(input, banner, sizes, assembly);
    }
    return assembly.finish();
}

void write_matrix_market(Graph const& graph, OutputFile& file) {
    bool const directed = is_directed(graph);
    file.write(fmt::format(
        "%%MatrixMarket matrix coordinate pattern {}\n% rows are positions from 1; original ids are not kept\n{} {} "
        "{}\n",
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
