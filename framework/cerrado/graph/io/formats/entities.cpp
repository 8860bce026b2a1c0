#include <cerrado/graph/io/formats/entities.hpp>

#include <fmt/format.h>

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

} // namespace cerrado::detail
