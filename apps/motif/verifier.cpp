#include "verifier.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <nauty/nauty.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace cerrado::motif {

namespace {

constexpr int most_vertices = 11;

bool adjacent(Graph const& graph, VertexId u, VertexId v) {
    std::span<VertexId const> const list = graph.neighbours(u);
    return std::binary_search(list.begin(), list.end(), v);
}

// The pairs (1,0), (2,0), (2,1), (3,0), ... of a matrix as '0' and '1': the order of graph6.
template <class Adjacent> std::string pair_string(int k, Adjacent&& is_adjacent) {
    std::string pairs;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h) pairs += is_adjacent(h, j) ? '1' : '0';
    return pairs;
}

std::string canonical_graph6(int k, std::string const& pairs) {
    graph given[most_vertices] = {}, canonical[most_vertices] = {};
    int labelling[most_vertices], partition[most_vertices], orbits[most_vertices];
    auto next = pairs.begin();
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (*next++ == '1') ADDONEEDGE(given, h, j, 1);
    DEFAULTOPTIONS_GRAPH(options);
    options.getcanon = TRUE;
    statsblk statistics;
    densenauty(given, labelling, partition, orbits, &options, &statistics, 1, k, canonical);

    std::string bits = pair_string(k, [&](int h, int j) { return ISELEMENT(canonical + h, j); });
    while (bits.size() % 6 != 0) bits += '0';
    std::string graph6(1, static_cast<char>('?' + k));
    for (std::size_t begin = 0; begin < bits.size(); begin += 6)
        graph6 += static_cast<char>('?' + std::stoi(bits.substr(begin, 6), nullptr, 2));
    return graph6;
}

class Enumeration {
public:
    Enumeration(Graph const& graph, int k, Look const& look) : graph_(graph), k_(k), look_(look) {}

    // ExtendSubgraph of the paper: `extension` holds the vertices that may still join `subgraph`.
    void extend(std::vector<VertexId>& subgraph, std::set<VertexId> extension) {
        if (look_) look_();
        if (static_cast<int>(subgraph.size()) == k_) return count(subgraph);
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

    std::map<std::string, WideCount> patterns() const {
        std::map<std::string, WideCount> counts;
        for (auto const& [pairs, count] : counts_) counts[canonical_graph6(k_, pairs)] += count;
        naugraph_freedyn();
        nautil_freedyn();
        nauty_freedyn();
        return counts;
    }

private:
    bool is_exclusive(std::vector<VertexId> const& subgraph, VertexId u) const {
        return std::ranges::none_of(subgraph, [&](VertexId s) { return s == u || adjacent(graph_, s, u); });
    }

    void count(std::vector<VertexId> const& subgraph) {
        ++counts_[pair_string(k_, [&](int h, int j) { return adjacent(graph_, subgraph[h], subgraph[j]); })];
    }

    Graph const& graph_;
    int k_;
    Look const& look_;
    std::map<std::string, WideCount> counts_; // by pair_string
};

} // namespace

std::map<std::string, WideCount> count_motifs(Graph const& graph, int k, std::span<VertexId const> roots,
                                              Look const& look) {
    if (graph.oriented())
        throw InputError("the motif verifier takes the undirected graph: give it the graph before orient()");
    if (k < 1 || k > most_vertices)
        throw InputError(fmt::format("motifs of k = {} vertices: give a k of 1 to {}", k, most_vertices));
    Enumeration enumeration(graph, k, look);
    for (VertexId root : roots) {
        if (root >= graph.vertex_count())
            throw InputError(fmt::format("root {} is no vertex: the graph has {}, from 0", root, graph.vertex_count()));
        auto const list = graph.neighbours(root);
        std::set<VertexId> const above(std::upper_bound(list.begin(), list.end(), root), list.end());
        std::vector<VertexId> subgraph{root};
        enumeration.extend(subgraph, above);
    }
    return enumeration.patterns();
}

std::map<std::string, WideCount> count_motifs(Graph const& graph, int k) {
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    return count_motifs(graph, k, roots);
}

} // namespace cerrado::motif
