#include <cerrado/graph/io/tables/line_cells.hpp>

#include <algorithm>

namespace cerrado::detail {
namespace {

constexpr std::string_view empty_cell =
    "an empty cell; give --columns where the edges' ends are in other columns, or leave out the lines without an edge";
constexpr std::string_view unclosed = "a quotation mark without another one; expected a cell between two";
constexpr std::string_view behind_quotes =
    "text after a cell in quotation marks; expected what separates cells, or two "
    "quotation marks for one within";

// Whether what is between two cells has two separators besides blanks, or what is before the first has one; 1::2 is usual.
bool has_empty_cell(std::string_view gap, bool is_before_first) {
    auto const separators =
        static_cast<std::size_t>(std::ranges::count_if(gap, [](char c) { return c == ',' || c == ';' || c == '|'; }));
    return separators > (is_before_first ? 0u : 1u);
}

} // namespace

std::size_t dictionary_begin(std::string_view line) {
    std::size_t const last = line.find_last_not_of(between_numbers);
    std::size_t const begin = line.find('{');
    return last == std::string_view::npos || line[last] != '}' || begin == 0 ? std::string_view::npos : begin;
}

std::optional<std::string_view> LineCells::split(std::string_view line) {
    line_ = line;
    cells_.clear();
    unescaped_.clear();
    bool const has_runs = separation_.character() == 0;
    std::size_t at = 0;
    for (;;) {
        std::size_t const gap = at - (at > 0 ? 1 : 0);
        while (at < line.size() && (separation_.is_blank(line[at]) || (has_runs && separation_.separates(line[at]))))
            ++at;
        if (has_runs && (at == line.size() || begins_comment(line, at))) {
            if (cells_.empty()) return empty_cell;
            return std::nullopt;
        }
        if (has_runs && has_empty_cell(line.substr(gap, at - gap), cells_.empty())) return empty_cell;
        if (at < line.size() && line[at] == '"') {
            if (auto const problem = take_quoted(line, at)) return problem;
        } else {
            take_plain(line, at);
        }
        if (at == line.size()) return std::nullopt;
        ++at; // the separator
    }
}

std::optional<std::string_view> LineCells::take_quoted(std::string_view line, std::size_t& at) {
    std::size_t const begin = at++;
    bool is_escaped = false;
    for (;; at += 2) {
        at = line.find('"', at);
        if (at == std::string_view::npos) return unclosed;
        if (at + 1 == line.size() || line[at + 1] != '"') break;
        is_escaped = true;
    }
    std::string_view text = line.substr(begin + 1, at - begin - 1);
    if (is_escaped) {
        std::string& plain = unescaped_.emplace_back();
        for (std::size_t i = 0; i < text.size(); ++i) {
            plain += text[i];
            if (text[i] == '"') ++i;
        }
        text = plain;
    }
    ++at;
    while (at < line.size() && separation_.is_blank(line[at]) && !separation_.separates(line[at])) ++at;
    if (at < line.size() && !separation_.separates(line[at])) return behind_quotes;
    cells_.push_back({text, begin, true});
    return std::nullopt;
}

void LineCells::take_plain(std::string_view line, std::size_t& at) {
    std::size_t const begin = at;
    if (cells_.size() > 1 && dictionary_begin(line) == begin) {
        at = line.size();
    } else {
        while (at < line.size() && !separation_.separates(line[at])) ++at;
    }
    std::size_t end = at;
    while (end > begin && separation_.is_blank(line[end - 1])) --end;
    cells_.push_back({line.substr(begin, end - begin), begin, false});
}

bool LineCells::begins_comment(std::string_view line, std::size_t at) const {
    if (line[at] != '#') return false;
    return numbers_ || at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t';
}

std::string_view LineCells::from(std::size_t i) const {
    if (i >= cells_.size()) return {};
    std::string_view const rest = line_.substr(cells_[i].begin);
    std::size_t const last = rest.find_last_not_of(between_numbers);
    return last == std::string_view::npos ? std::string_view() : rest.substr(0, last + 1);
}

} // namespace cerrado::detail
