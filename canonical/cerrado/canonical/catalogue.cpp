#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/names/directed_names.hpp>
#include <cerrado/canonical/names/names.hpp>
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

PatternInfo describe_canonical(PatternKind kind, int k, PatternWord canonical) {
    if (kind == PatternKind::undirected) return describe_canonical(k, static_cast<std::uint64_t>(canonical));
    std::vector<std::string> names = names_of_directed(k, canonical);
    PatternInfo info{format_digraph6(k, canonical), {}, {}, arcs_of(k, canonical)};
    if (names.empty()) return info;
    info.name = names.front();
    info.aliases.assign(names.begin() + 1, names.end());
    return info;
}

std::vector<PatternInfo> describe_all(TransitionTable const& table) {
    std::vector<PatternInfo> patterns;
    patterns.reserve(table.representatives(table.k()).size());
    for (std::uint64_t adjacency : table.representatives(table.k()))
        patterns.push_back(describe_canonical(table.kind(), table.k(), adjacency));
    return patterns;
}

} // namespace cerrado
