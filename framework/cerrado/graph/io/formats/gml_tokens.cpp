#include <cerrado/graph/io/formats/gml_tokens.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {

GmlTokens::GmlTokens(std::string_view text, std::string const& path)
    : path_(path),
      rest_(without_byte_order_mark(text)) {}

std::string_view GmlTokens::take(std::size_t length) {
    std::string_view const taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    next_line_ += static_cast<std::uint64_t>(std::ranges::count(taken, '\n'));
    return taken;
}

void GmlTokens::skip_blanks() {
    constexpr std::string_view blanks = " \t\r\n";
    for (;;) {
        take(rest_.find_first_not_of(blanks));
        if (!rest_.starts_with('#')) return;
        take(rest_.find('\n'));
        ++comments_;
    }
}

GmlTokens::Token GmlTokens::next() {
    skip_blanks();
    line_ = next_line_;
    if (rest_.empty()) return {Kind::end, {}};
    if (rest_[0] == '[') return {Kind::open, take(1)};
    if (rest_[0] == ']') return {Kind::close, take(1)};
    if (rest_[0] == '"') {
        std::size_t const end = rest_.find('"', 1);
        if (end == std::string_view::npos) fail("a quotation mark without another one; expected a text between two");
        return {Kind::text, take(end + 1).substr(1, end - 1)};
    }
    std::string_view const word = take(rest_.find_first_of(" \t\r\n[]\""));
    if (std::ranges::any_of(word, is_control)) {
        fail("binary data in a text line; expected a text file, fetch or export it again");
    }
    return {Kind::word, word};
}

void GmlTokens::fail_at(std::uint64_t line, std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line, problem));
}

void GmlTokens::fail_whole(std::string const& problem) const {
    throw InputError(fmt::format("{}: {}", path_, problem));
}

} // namespace cerrado::detail
