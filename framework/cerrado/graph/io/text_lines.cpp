#include <cerrado/graph/io/text_lines.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace cerrado::detail {
namespace {

constexpr std::string_view blanks_in_lines = " \t";

} // namespace

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

TextLines::TextLines(std::string_view text, std::string const& path)
    : path_(path),
      rest_(without_byte_order_mark(text)),
      size_(text.size()) {}

bool TextLines::next() {
    if (rest_.empty()) return false;
    std::size_t const end = rest_.find('\n');
    is_cut_ = end == std::string_view::npos;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(is_cut_ ? rest_.size() : end + 1);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    line_.remove_prefix(std::min(line_.find_first_not_of(blanks_in_lines), line_.size()));
    line_ = line_.substr(0, line_.find_last_not_of(blanks_in_lines) + 1);
    ++number_;
    return true;
}

void TextLines::require_text() const {
    auto const found = std::ranges::find_if(line_, [](char c) { return is_control(c) && c != '\t'; });
    if (found == line_.end()) return;
    fail(*found == '\r' ? "a carriage return inside a line; expected lines that end with LF or CRLF, convert the "
                          "file's line ends"
                        : "binary data in a text line; expected a text file, fetch or export it again");
}

void TextLines::fail_at(std::uint64_t line, std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line, problem));
}

void TextLines::fail_whole(std::string const& problem) const {
    throw InputError(fmt::format("{}: {}", path_, problem));
}

std::string_view next_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks_in_lines), rest.size()));
    std::string_view const word = rest.substr(0, rest.find_first_of(blanks_in_lines));
    rest.remove_prefix(word.size());
    return word;
}

std::optional<std::string_view> next_quoted_word(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks_in_lines), rest.size()));
    if (!rest.starts_with('"')) return next_word(rest);
    std::size_t end = rest.find('"', 1);
    while (end < rest.size() - 1 && blanks_in_lines.find(rest[end + 1]) == std::string_view::npos)
        end = rest.find('"', end + 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view const word = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return word;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::optional<std::uint64_t> whole_number(std::string_view word) {
    std::uint64_t value = 0;
    auto const [stop, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status != std::errc() || stop != word.data() + word.size()) return std::nullopt;
    return value;
}

void require_vertex_count(std::uint64_t count, TextLines const& lines) {
    constexpr std::uint64_t always_allowed = 1 << 20;
    constexpr std::uint64_t vertices_per_byte = 64;
    constexpr std::uint64_t most = std::numeric_limits<VertexId>::max() - 1;
    if (count > most) {
        lines.fail(fmt::format(
            "{} vertices are more than 32 bits number; expected at most {}, split or sample the graph", count, most));
    }
    if (count > std::max<std::uint64_t>(always_allowed, vertices_per_byte * lines.size())) {
        lines.fail(
            fmt::format("{} vertices in a file of {} bytes, nearly all without an edge; expected at most {} a byte, "
                        "give an edge list instead",
                        count, lines.size(), vertices_per_byte));
    }
}

VertexId counted_vertex(std::string_view word, std::uint64_t count, TextLines const& lines) {
    auto const number = whole_number(word);
    if (!number || *number < 1 || *number > count) {
        std::string const what = word.empty() ? "no vertex" : fmt::format("vertex '{}'", printable(word));
        lines.fail(fmt::format("{} where a vertex was expected, a whole number from 1 to {}", what, count));
    }
    return static_cast<VertexId>(*number - 1);
}

} // namespace cerrado::detail
