#include <cerrado/graph/io/arrays/matrix_market_sizes.hpp>

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

} // namespace cerrado::detail
