#include "verifier.hpp"

#include <cerrado/apps/motif.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <nauty/nauty.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace cerrado::motif {

namespace {

constexpr int most_vertices = 11;

bool adjacent(Graph const& graph, VertexId u, VertexId v) {
    std::span<VertexId const> const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

bool has_arc(Graph const& graph, VertexId from, VertexId to) {
    std::span<VertexId const> const list = graph.neighbours(from);
    auto const entry = std::lower_bound(list.begin(), list.end(), to);
    if (entry == list.end() || *entry != to) return false;
    std::size_t const at = graph.offsets()[from] + static_cast<std::size_t>(entry - list.begin());
    return (graph.marks->arcs[at] & GraphMarks::arc_to) != 0;
}

// Returns: the pairs of vertices in the order in which graph6 writes them, (0,1), (0,2), (1,2), (0,3), ...; or in that
// of digraph6, row by row.
std::vector<std::pair<int, int>> pairs_of(int k, bool directed) {
    std::vector<std::pair<int, int>> pairs;
    for (int j = 0; j < k; ++j)
        for (int h = 0; h < (directed ? k : j); ++h) pairs.push_back(directed ? std::pair(j, h) : std::pair(h, j));
    return pairs;
}

// Returns: a text with '1' for each pair that `is_joined` holds for, and '0' for the others.
template <class Joined> std::string pair_string(int k, bool directed, Joined&& is_joined) {
    std::string text;
    for (auto [u, v] : pairs_of(k, directed)) text += is_joined(u, v) ? '1' : '0';
    return text;
}

// Returns: the graph6 or digraph6 of the canonical form of a text of pair_string().
std::string canonical_text(int k, bool directed, std::string const& joined) {
    graph given[most_vertices] = {}, canonical[most_vertices] = {};
    int labelling[most_vertices], partition[most_vertices], orbits[most_vertices];
    auto next = joined.begin();
    for (auto [u, v] : pairs_of(k, directed)) {
        if (*next++ != '1') continue;
        ADDONEARC(given, u, v, 1);
        if (!directed) ADDONEARC(given, v, u, 1);
    }
    DEFAULTOPTIONS_GRAPH(options);
    options.digraph = directed ? TRUE : FALSE;
    options.getcanon = TRUE;
    statsblk statistics;
    densenauty(given, labelling, partition, orbits, &options, &statistics, 1, k, canonical);

    std::string bits = pair_string(k, directed, [&](int u, int v) { return ISELEMENT(canonical + u, v); });
    while (bits.size() % 6 != 0) bits += '0';
    std::string text = directed ? "&" : "";
    text += static_cast<char>('?' + k);
    for (std::size_t begin = 0; begin < bits.size(); begin += 6)
        text += static_cast<char>('?' + std::stoi(bits.substr(begin, 6), nullptr, 2));
    return text;
}

class Enumeration {
public:
    using Visit = std::function<void(std::span<VertexId const>)>;
    Enumeration(Graph const& graph, int k, Look const& look, Visit const& visit)
        : graph_(graph),
          k_(k),
          look_(look),
          visit_(visit) {}

    // ExtendSubgraph of the paper: `extension` holds the vertices that may still join `subgraph`.
    void extend(std::vector<VertexId>& subgraph, std::set<VertexId> extension) {
        if (look_) look_();
        if (static_cast<int>(subgraph.size()) == k_) return visit_(subgraph);
        while (!extension.empty()) {
            VertexId const chosen = *extension.begin();
            extension.erase(extension.begin());
            std::set<VertexId> longer = extension;
            for (VertexId u : graph_.neighbours(chosen))
                if (u > subgraph.front() && is_exclusive(subgraph, u)) longer.insert(u);
            subgraph.push_back(chosen);
            extend(subgraph, std::move(longer));
            subgraph.pop_back();
        }
    }

private:
    bool is_exclusive(std::vector<VertexId> const& subgraph, VertexId u) const {
        return std::ranges::none_of(subgraph, [&](VertexId s) { return s == u || adjacent(graph_, s, u); });
    }

    Graph const& graph_;
    int k_;
    Look const& look_;
    Visit const& visit_;
};

void for_each_subgraph(Graph const& graph, int k, std::span<VertexId const> roots, Look const& look,
                       Enumeration::Visit const& visit) {
    if (graph.oriented())
        throw InputError("the motif verifier needs the graph before orient(), with both directions of each edge");
    if (k < 1 || k > most_vertices)
        throw InputError(fmt::format("motifs of k = {} vertices: k must be 1 to {}", k, most_vertices));
    Enumeration enumeration(graph, k, look, visit);
    for (VertexId root : roots) {
        if (root >= graph.vertex_count())
            throw InputError(fmt::format("root {} is not a vertex of the graph, which has {}, numbered from 0", root,
                                         graph.vertex_count()));
        auto const list = graph.neighbours(root);
        std::set<VertexId> const above(std::upper_bound(list.begin(), list.end(), root), list.end());
        std::vector<VertexId> subgraph{root};
        enumeration.extend(subgraph, above);
    }
}

std::map<std::string, WideCount> count(Graph const& graph, int k, bool directed, std::span<VertexId const> roots,
                                       Look const& look) {
    std::map<std::string, WideCount> by_pairs, counts;
    for_each_subgraph(graph, k, roots, look, [&](std::span<VertexId const> vertices) {
        ++by_pairs[pair_string(k, directed, [&](int u, int v) {
            return directed ? has_arc(graph, vertices[u], vertices[v]) : adjacent(graph, vertices[u], vertices[v]);
        })];
    });
    for (auto const& [pairs, count] : by_pairs) counts[canonical_text(k, directed, pairs)] += count;
    naugraph_freedyn();
    nautil_freedyn();
    nauty_freedyn();
    return counts;
}

std::vector<VertexId> all_roots(Graph const& graph) {
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    return roots;
}

} // namespace

std::map<std::string, WideCount> count_motifs(Graph const& graph, int k, std::span<VertexId const> roots,
                                              Look const& look) {
    return count(graph, k, false, roots, look);
}

std::map<std::string, WideCount> count_motifs(Graph const& graph, int k) {
    return count_motifs(graph, k, all_roots(graph));
}

std::map<std::string, WideCount> count_directed_motifs(Graph const& graph, int k, std::span<VertexId const> roots,
                                                       Look const& look) {
    if (!is_directed(graph)) throw InputError("the graph was read without directions: give a directed graph");
    return count(graph, k, true, roots, look);
}

std::map<std::string, WideCount> count_directed_motifs(Graph const& graph, int k) {
    return count_directed_motifs(graph, k, all_roots(graph));
}

void for_each_connected_subgraph(Graph const& graph, int k, Look const& look,
                                 std::function<void(std::span<VertexId const> vertices)> const& visit) {
    for_each_subgraph(graph, k, all_roots(graph), look, visit);
}

} // namespace cerrado::motif

namespace cerrado {

SerialProgram serial_program(MotifQuery const& query) {
    return {.count = [directed = query.directed](Graph const& prepared, int k, std::span<VertexId const> roots,
                                                 Look const& look) {
        return directed ? motif::count_directed_motifs(prepared, k, roots, look)
                        : motif::count_motifs(prepared, k, roots, look);
    }};
}

} // namespace cerrado
