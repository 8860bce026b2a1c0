#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

namespace cerrado {

PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices has no name: give 2 or more");
    return describe_canonical(k, canonical_form(k, canonical_adjacency).adjacency);
}

PatternInfo describe_canonical(int k, std::uint64_t canonical_adjacency) {
    return {format_graph6(k, canonical_adjacency), common_name(k, canonical_adjacency),
            name_aliases(k, canonical_adjacency), edges_of(k, canonical_adjacency)};
}

std::vector<PatternInfo> describe_all(TransitionTable const& table) {
    std::vector<PatternInfo> patterns;
    patterns.reserve(table.representatives(table.k()).size());
    for (std::uint64_t adjacency : table.representatives(table.k()))
        patterns.push_back(describe_canonical(table.k(), adjacency));
    return patterns;
}

} // namespace cerrado
