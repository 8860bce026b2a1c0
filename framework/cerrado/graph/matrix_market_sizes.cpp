#include <cerrado/graph/matrix_market_sizes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace cerrado::detail {
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

// Three whole numbers and nothing else.
std::optional<std::array<std::uint64_t, 3>> three_numbers(std::string_view line) {
    std::array<std::uint64_t, 3> numbers{};
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

// Some collections keep the size line behind '%'. It is taken for that where the numbers of the first line that is no
// comment are no sizes, or do not fit the number of lines, and those behind '%' do. `text` follows the banner.
std::optional<MatrixSizes> commented_sizes(std::string_view text) {
    std::optional<std::array<std::uint64_t, 3>> behind_mark;
    std::optional<std::string_view> first;
    std::uint64_t lines = 0; // that are entries
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.starts_with('%')) {
            if (first) continue;
            line.remove_prefix(line.find_first_not_of('%') == std::string_view::npos ? line.size()
                                                                                     : line.find_first_not_of('%'));
            if (auto const numbers = three_numbers(line)) behind_mark = numbers;
        } else if (!line.empty()) {
            if (!first && !behind_mark) return std::nullopt;
            if (!first) first = line;
            ++lines;
        }
    }
    if (!first || (*behind_mark)[2] != lines || (*behind_mark)[0] != (*behind_mark)[1]) return std::nullopt;
    auto const sizes = three_numbers(*first);
    if (sizes && (*sizes)[0] == (*sizes)[1] && (*sizes)[2] + 1 == lines) return std::nullopt;
    return MatrixSizes{(*behind_mark)[0], lines};
}

} // namespace

MatrixSizes read_matrix_sizes(TextInput& input, std::string_view text, ReadReport& report) {
    auto const behind_mark = commented_sizes(text);
    if (behind_mark) {
        report.remarks.push_back(fmt::format("the size line stands behind '%': {0} rows, {0} columns, {1} entries",
                                             behind_mark->vertices, behind_mark->entries));
        check_sizes(*behind_mark, input);
        return *behind_mark;
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

} // namespace cerrado::detail
