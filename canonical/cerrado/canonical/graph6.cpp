#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

constexpr char lowest_character = 63;   // '?'
constexpr char highest_character = 126; // '~'
constexpr int bits_per_character = 6;

[[noreturn]] void refuse(std::string_view text, std::string_view reason) {
    throw InputError(
        fmt::format("\"{}\" is not a graph6 pattern: {}; a triangle is \"Bw\", see nauty's formats.txt", text, reason));
}

} // namespace

std::string format_graph6(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    std::string text(1, static_cast<char>(lowest_character + k));
    for (int begin = 0; begin < adjacency_bits(k); begin += bits_per_character) {
        int value = 0;
        for (int bit = begin; bit < begin + bits_per_character; ++bit)
            value = value << 1 | static_cast<int>(bit < adjacency_bits(k) ? adjacency >> bit & 1 : 0);
        text.push_back(static_cast<char>(lowest_character + value));
    }
    return text;
}

std::uint64_t parse_graph6(std::string_view text, int& k) {
    constexpr std::string_view header = ">>graph6<<";
    std::string_view body = text.starts_with(header) ? text.substr(header.size()) : text;
    if (body.empty()) refuse(text, "it is empty");
    for (char character : body)
        if (character < lowest_character || character > highest_character)
            refuse(text, "only the characters '?' to '~' are allowed");

    int const vertices = body[0] - lowest_character;
    if (vertices < 1 || vertices > max_adjacency_vertices)
        refuse(text, fmt::format("its first character must say 1 to {} vertices", max_adjacency_vertices));
    std::size_t const expected =
        1 + static_cast<std::size_t>((adjacency_bits(vertices) + bits_per_character - 1) / bits_per_character);
    if (body.size() != expected)
        refuse(text, fmt::format("{} vertices take {} characters, not {}", vertices, expected, body.size()));

    std::uint64_t adjacency = 0;
    for (int bit = 0; bit < static_cast<int>(expected - 1) * bits_per_character; ++bit) {
        int const value = body[1 + static_cast<std::size_t>(bit / bits_per_character)] - lowest_character;
        if ((value >> (bits_per_character - 1 - bit % bits_per_character) & 1) == 0) continue;
        if (bit >= adjacency_bits(vertices)) refuse(text, "the padding at its end is not zero");
        adjacency |= std::uint64_t{1} << bit;
    }
    k = vertices;
    return adjacency;
}

} // namespace cerrado
