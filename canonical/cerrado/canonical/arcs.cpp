#include <cerrado/canonical/arcs.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado {

std::uint64_t without_directions(int k, PatternWord arcs) {
    std::uint64_t adjacency = 0;
    for (int pair = 0; pair < adjacency_bits(k); ++pair) {
        if ((arcs >> (2 * pair) & 3) != 0) adjacency |= std::uint64_t{1} << pair;
    }
    return adjacency;
}

std::vector<std::pair<int, int>> arcs_of(int k, PatternWord arcs) {
    std::vector<std::pair<int, int>> list;
    for (int from = 0; from < k; ++from) {
        for (int to = 0; to < k; ++to) {
            if (has_arc(arcs, from, to)) list.emplace_back(from, to);
        }
    }
    return list;
}

std::optional<PatternWord> arcs_of(Pattern const& pattern) {
    int const k = pattern.size();
    if (k > max_arcs_vertices || pattern.has_labels() || pattern.has_edge_labels()) return std::nullopt;
    PatternWord arcs = 0;
    for (int from = 0; from < k; ++from) {
        if (pattern.edges(from) != 0 || pattern.strangers(from) != 0 || pattern.no_arcs_from(from) != 0) {
            return std::nullopt;
        }
        for (int to = 0; to < k; ++to) {
            if ((pattern.arcs_from(from) & Pattern::bit(to)) != 0) arcs |= arc_bit(from, to);
        }
    }
    return arcs;
}

void require_arcs(int k, PatternWord arcs) {
    if (k < 1 || k > max_arcs_vertices)
        throw InputError(fmt::format("a directed pattern of {} vertices: give 1 to {}", k, max_arcs_vertices));
    if (arcs >> (2 * adjacency_bits(k)) != 0)
        throw InputError(fmt::format("{:#x} has arcs beyond {} vertices: give only its {} lowest bits", arcs, k,
                                     2 * adjacency_bits(k)));
}

std::string format_digraph6(int k, PatternWord arcs) {
    require_arcs(k, arcs);
    constexpr int lowest_character = 63;
    std::string text{'&', static_cast<char>(lowest_character + k)};
    for (int begin = 0; begin < k * k; begin += 6) {
        int six = 0;
        for (int at = begin; at < begin + 6; ++at)
            six = six << 1 | (at < k * k && has_arc(arcs, at / k, at % k) ? 1 : 0);
        text.push_back(static_cast<char>(lowest_character + six));
    }
    return text;
}

} // namespace cerrado
