#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/nauty_workspace.hpp>
#include <cerrado/core/error.hpp>

#include <nauty/nauty.h>

#include <fmt/format.h>

namespace cerrado {

std::vector<std::pair<int, int>> edges_of(int k, std::uint64_t adjacency) {
    std::vector<std::pair<int, int>> edges;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j)) edges.emplace_back(h, j);
    return edges;
}

void require_adjacency(int k, std::uint64_t adjacency) {
    if (k < 1 || k > max_adjacency_vertices)
        throw InputError(fmt::format("a pattern of {} vertices: give 1 to {}", k, max_adjacency_vertices));
    if (adjacency >> adjacency_bits(k) != 0)
        throw InputError(fmt::format("adjacency {:#x} has edges beyond {} vertices: give only its {} lowest bits",
                                     adjacency, k, adjacency_bits(k)));
}

CanonicalForm canonical_form(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    graph given[max_adjacency_vertices] = {};
    graph canonical[max_adjacency_vertices] = {};
    int labelling[max_adjacency_vertices]; // labelling[p]: the given vertex at canonical position p
    int partition[max_adjacency_vertices];
    int orbits[max_adjacency_vertices];
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j)) ADDONEEDGE(given, h, j, 1);

    keep_nauty_workspace();
    DEFAULTOPTIONS_GRAPH(options);
    options.getcanon = TRUE;
    statsblk statistics;
    densenauty(given, labelling, partition, orbits, &options, &statistics, 1, k, canonical);

    CanonicalForm form;
    for (int p = 0; p < k; ++p) form.positions |= static_cast<std::uint64_t>(p) << (4 * labelling[p]);
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (ISELEMENT(canonical + h, j)) form.adjacency |= adjacency_bit(h, j);
    return form;
}

CanonicalForm canonical_arcs(int k, std::uint64_t arcs) {
    require_arcs(k, arcs);
    graph given[max_arcs_vertices] = {};
    graph canonical[max_arcs_vertices] = {};
    int labelling[max_arcs_vertices];
    int partition[max_arcs_vertices];
    int orbits[max_arcs_vertices];
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (has_arc(arcs, from, to)) ADDONEARC(given, from, to, 1);

    keep_nauty_workspace();
    DEFAULTOPTIONS_GRAPH(options); // those for digraphs have an invariant, with which the labelling is not `labelg`'s
    options.digraph = TRUE;
    options.getcanon = TRUE;
    statsblk statistics;
    densenauty(given, labelling, partition, orbits, &options, &statistics, 1, k, canonical);

    CanonicalForm form;
    for (int p = 0; p < k; ++p) form.positions |= static_cast<std::uint64_t>(p) << (4 * labelling[p]);
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (from != to && ISELEMENT(canonical + from, to)) form.adjacency |= arc_bit(from, to);
    return form;
}

std::optional<CanonicalForm> canonical_form(Pattern const& pattern) {
    if (pattern.size() > max_adjacency_vertices) return std::nullopt;
    if (pattern.has_marks()) return std::nullopt;
    std::uint64_t adjacency = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.strangers(v) != 0) return std::nullopt;
        for (int u = 0; u < v; ++u) adjacency |= (pattern.edges(v) >> u & 1) != 0 ? adjacency_bit(u, v) : 0;
    }
    return canonical_form(pattern.size(), adjacency);
}

int canonical_form_version() { return NAUTYVERSIONID; }

} // namespace cerrado
