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

namespace {

// Arcs, or edges both ways, as nauty has them, and what it makes of them.
struct Labelled {
    graph given[Pattern::max_vertices] = {};
    graph canonical[Pattern::max_vertices] = {};
    int order[Pattern::max_vertices]; // order[p]: the given vertex at canonical position p

    bool has(int from, int to) const { return ISELEMENT(canonical + from, to); }

    void label(int k, bool is_directed = false) {
        int partition[Pattern::max_vertices];
        int orbits[Pattern::max_vertices];
        keep_nauty_workspace();
        DEFAULTOPTIONS_GRAPH(
            options); // those for digraphs have an invariant, with which the labelling is not `labelg`'s
        options.digraph = is_directed ? TRUE : FALSE;
        options.getcanon = TRUE;
        statsblk statistics;
        densenauty(given, order, partition, orbits, &options, &statistics, 1, k, canonical);
    }

    std::uint64_t positions(int k) const {
        std::uint64_t positions = 0;
        for (int p = 0; p < k; ++p) positions |= static_cast<std::uint64_t>(p) << (4 * order[p]);
        return positions;
    }
};

bool says_edges_alone(Pattern const& pattern) {
    Pattern::Vertices strangers = 0;
    for (int v = 0; v < pattern.size(); ++v) strangers |= pattern.strangers(v);
    return !pattern.has_marks() && strangers == 0;
}

} // namespace

CanonicalForm canonical_form(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    Labelled graph;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j)) ADDONEEDGE(graph.given, h, j, 1);
    graph.label(k);

    CanonicalForm form{.positions = graph.positions(k)};
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (graph.has(h, j)) form.adjacency |= adjacency_bit(h, j);
    return form;
}

CanonicalArcs canonical_arcs(int k, PatternWord arcs) {
    require_arcs(k, arcs);
    Labelled graph;
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (has_arc(arcs, from, to)) ADDONEARC(graph.given, from, to, 1);
    graph.label(k, true);

    CanonicalArcs form{.positions = graph.positions(k)};
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (from != to && graph.has(from, to)) form.arcs |= arc_bit(from, to);
    return form;
}

std::optional<CanonicalForm> canonical_form(Pattern const& pattern) {
    if (pattern.size() > max_adjacency_vertices || !says_edges_alone(pattern)) return std::nullopt;
    std::uint64_t adjacency = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        for (int u = 0; u < v; ++u) adjacency |= (pattern.edges(v) >> u & 1) != 0 ? adjacency_bit(u, v) : 0;
    }
    return canonical_form(pattern.size(), adjacency);
}

std::optional<Pattern> canonical_pattern(Pattern const& pattern) {
    if (!says_edges_alone(pattern)) return std::nullopt;
    int const k = pattern.size();
    Labelled graph;
    for (int v = 0; v < k; ++v)
        for (int u = 0; u < v; ++u)
            if ((pattern.edges(v) & Pattern::bit(u)) != 0) ADDONEEDGE(graph.given, u, v, 1);
    graph.label(k);

    Pattern form(k);
    for (int v = 0; v < k; ++v)
        for (int u = 0; u < v; ++u)
            if (graph.has(u, v)) form.require_edge(u, v);
    return form;
}

int canonical_form_version() { return NAUTYVERSIONID; }

} // namespace cerrado
