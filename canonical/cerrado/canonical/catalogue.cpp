#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

namespace cerrado {

PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices has no name: give 2 or more");
    std::uint64_t const canonical = canonical_form(k, canonical_adjacency).adjacency;
    return {format_graph6(k, canonical), common_name(k, canonical), edges_of(k, canonical)};
}

std::vector<PatternInfo> describe_all(TransitionTable const& table) {
    std::vector<PatternInfo> patterns;
    patterns.reserve(table.representatives(table.k()).size());
    for (std::uint64_t adjacency : table.representatives(table.k()))
        patterns.push_back(describe_pattern(table.k(), adjacency));
    return patterns;
}

} // namespace cerrado
