#include <cerrado/graph/io/tables/table_sample.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/tables/table_layout.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cerrado::detail {
namespace {

constexpr std::size_t sampled_lines = 1000;
constexpr std::size_t sampled_bytes = std::size_t{1} << 18;

// How often the character is in the line, outside of quotation marks and dictionaries.
std::size_t occurrences(std::string_view line, char c) {
    std::size_t count = 0;
    bool is_quoted = false;
    for (char const at : line.substr(0, dictionary_begin(line))) {
        if (at == '"') is_quoted = !is_quoted;
        count += at == c && !is_quoted;
    }
    return count;
}

// 1 2 0,5: each comma is within a number, and blanks separate.
bool are_decimal(std::vector<std::string_view> const& lines) {
    return std::ranges::all_of(lines, [](std::string_view line) {
        LineCells cells(Separation::runs(blanks), true);
        if (cells.split(line) || cells.size() < 3) return false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != ',') continue;
            if (i == 0 || i + 1 == line.size() || !is_digit(line[i - 1]) || !is_digit(line[i + 1])) return false;
        }
        return cells[0].find(',') == std::string_view::npos && cells[1].find(',') == std::string_view::npos;
    });
}

} // namespace

TableSample sample_of(std::string_view text, std::string const& path) {
    TableSample sample;
    std::string_view const some = text.substr(0, sampled_bytes);
    bool const is_all = some.size() == text.size();
    try {
        TextInput input(some, path);
        while (sample.lines.size() < sampled_lines && input.seek_line(table_comments)) {
            if (sample.lines.empty()) sample.last_comment = input.last_comment();
            std::string_view const line = input.whole_line();
            if (!is_all && input.at_end()) break; // cut
            sample.lines.push_back(line);
            input.skip_line();
        }
    } catch (InputError const&) { // whoever reads the line says so
    }
    return sample;
}

std::optional<char> common_separator(std::vector<std::string_view> const& lines) {
    for (char const c : {'\t', ';', ','}) {
        std::size_t const count = occurrences(lines.back(), c);
        std::size_t const of_header = occurrences(lines.front(), c);
        bool const fits = count > 0 && of_header > 0 && (of_header == count || of_header + 1 == count) &&
                          std::all_of(lines.begin() + (lines.size() > 1), lines.end(),
                                      [&](std::string_view line) { return occurrences(line, c) == count; });
        if (fits && !(c == ',' && are_decimal(lines))) return c;
    }
    return std::nullopt;
}

Separation given_separation(std::string const& delimiter) {
    constexpr std::array<std::pair<std::string_view, char>, 5> words{
        {{"tab", '\t'}, {"comma", ','}, {"semicolon", ';'}, {"bar", '|'}, {"colon", ':'}}};
    if (delimiter == "blank" || delimiter == "blanks" || delimiter == " ") return Separation::runs(blanks);
    for (auto const& [word, character] : words) {
        if (delimiter == word) return Separation::one(character);
    }
    if (delimiter == "\\t") return Separation::one('\t');
    bool const is_one = delimiter.size() == 1 && !is_digit(delimiter[0]) && delimiter[0] != '"' && delimiter[0] != '\n';
    if (is_one) return Separation::one(delimiter[0]);
    throw InputError(fmt::format(
        "--delimiter {}: expected one character, or tab, comma, semicolon, bar, colon or blank", printable(delimiter)));
}

} // namespace cerrado::detail
