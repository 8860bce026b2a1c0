#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace cerrado {

namespace {

constexpr char lowest_character = 63;   // '?'
constexpr char highest_character = 126; // '~'
constexpr int bits_per_character = 6;

[[noreturn]] void refuse(std::string_view text, std::string_view reason) {
    throw InputError(
        fmt::format("\"{}\" is not a graph6 pattern: {}; a triangle is \"Bw\", see nauty's formats.txt", text, reason));
}

// Calls take(h, j) for each edge, h < j. Returns: the number of vertices, `most` at most.
template <class Take> int read(std::string_view text, int most, Take const& take) {
    constexpr std::string_view header = ">>graph6<<";
    std::string_view body = text.starts_with(header) ? text.substr(header.size()) : text;
    if (body.empty()) refuse(text, "it is empty");
    for (char character : body)
        if (character < lowest_character || character > highest_character)
            refuse(text, "only the characters '?' to '~' are allowed");

    int const vertices = body[0] - lowest_character;
    if (vertices < 1 || vertices > most)
        refuse(text, fmt::format("its first character must say 1 to {} vertices", most));
    int const bits = adjacency_bits(vertices);
    std::size_t const expected = 1 + static_cast<std::size_t>((bits + bits_per_character - 1) / bits_per_character);
    if (body.size() != expected)
        refuse(text, fmt::format("{} take{} {} characters, not {}", counted(static_cast<WideCount>(vertices), "vertex"),
                                 vertices == 1 ? "s" : "", expected, body.size()));

    auto const has = [&](int bit) {
        int const value = body[1 + static_cast<std::size_t>(bit / bits_per_character)] - lowest_character;
        return (value >> (bits_per_character - 1 - bit % bits_per_character) & 1) != 0;
    };
    for (int bit = bits; bit < static_cast<int>(expected - 1) * bits_per_character; ++bit)
        if (has(bit)) refuse(text, "the padding at its end is not zero");
    for (int j = 1; j < vertices; ++j)
        for (int h = 0; h < j; ++h)
            if (has(adjacency_bits(j) + h)) take(h, j);
    return vertices;
}

template <class Has> std::string written(int vertices, Has const& has) {
    std::string text(1, static_cast<char>(lowest_character + vertices));
    int bit = 0;
    for (int j = 1; j < vertices; ++j) {
        for (int h = 0; h < j; ++h, ++bit) {
            if (bit % bits_per_character == 0) text.push_back(lowest_character);
            if (has(h, j)) text.back() += static_cast<char>(1 << (bits_per_character - 1 - bit % bits_per_character));
        }
    }
    return text;
}

} // namespace

std::string format_graph6(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    return written(k, [&](int h, int j) { return adjacent(adjacency, h, j); });
}

std::string format_graph6(Pattern const& pattern) {
    return written(pattern.size(), [&](int h, int j) { return (pattern.edges(h) & Pattern::bit(j)) != 0; });
}

std::uint64_t parse_graph6(std::string_view text, int& k) {
    std::uint64_t adjacency = 0;
    k = read(text, max_adjacency_vertices, [&](int h, int j) { adjacency |= adjacency_bit(h, j); });
    return adjacency;
}

Pattern parse_graph6(std::string_view text) {
    std::vector<std::pair<int, int>> edges;
    Pattern pattern(read(text, Pattern::max_vertices, [&](int h, int j) { edges.emplace_back(h, j); }));
    for (auto const& [h, j] : edges) pattern.require_edge(h, j);
    return pattern;
}

} // namespace cerrado
