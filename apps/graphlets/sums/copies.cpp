#include "graphlets/sums/copies.hpp"

#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <bit>
#include <string_view>

namespace cerrado::cuts {

namespace {

// The graphlets by Przulj's numbers.
enum Graphlet {
    edge,
    path3,
    triangle,
    path4,
    star3,
    cycle4,
    paw,
    diamond,
    clique4,
    path5,
    fork,
    star4,
    bull,
    lollipop,
    cricket,
    cycle5,
    banner,
    dart,
    butterfly,
    kite,
    k23,
    house,
    book,
    k4_tail,
    gem,
    k4_spoke,
    k4_hat,
    wheel,
    clique5_less,
    clique5
};

// Every place was met `times` times.
WideCount divided(WideCount sum, WideCount times, std::string_view what) {
    if (sum % times == 0) return sum / times;
    throw Error(fmt::format("internal error: the sum for {} is not {} times a count", what, static_cast<int>(times)));
}

WideCount choose(WideCount n, int k) {
    WideCount product = 1;
    for (int i = 0; i < k; ++i) {
        if (n < static_cast<WideCount>(i + 1)) return 0;
        product = product * (n - static_cast<WideCount>(i)) / static_cast<WideCount>(i + 1);
    }
    return product;
}

void add_of_three(Copies& n, Sums const& sums) {
    n[path3] = sums.of[wedges];
    n[triangle] = divided(sums.of[triangles], 3, "triangles");
}

void add_of_four(Copies& n, Sums const& sums) {
    n[path4] = sums.of[paths4] - 3 * n[triangle];
    n[star3] = sums.of[stars3];
    n[cycle4] = sums.of[cycles4];
    n[paw] = sums.of[paws];
    n[diamond] = sums.of[diamonds];
}

// What is taken away is counted where pieces meet, see ESCAPE's Lemma 1.
void add_of_five(Copies& n, Sums const& sums) {
    WideCount const t = n[triangle], d = n[diamond], c4 = n[cycle4], k4 = n[clique4];
    n[path5] = divided(sums.of[paths5], 2, "5-paths") - 4 * c4 - 2 * n[paw] - 3 * t;
    n[fork] = sums.of[forks];
    n[star4] = sums.of[stars4];
    n[bull] = sums.of[bulls] - 2 * d;
    n[lollipop] = sums.of[lollipops] - 4 * d;
    n[cricket] = sums.of[crickets];
    n[banner] = divided(sums.of[banners], 2, "banners") - 2 * d;
    n[dart] = sums.of[darts];
    n[butterfly] = sums.of[butterflies] - 2 * d;
    n[kite] = divided(sums.of[kites], 2, "kites") - 12 * k4;
    n[k23] = sums.of[fans];
    n[house] = sums.of[houses] - 4 * d;
    n[book] = sums.of[books];
    n[k4_tail] = divided(sums.of[tailed_cliques], 3, "4-cliques with a tail") - 12 * k4;
    n[gem] = sums.of[gems] - 12 * k4;
    n[k4_spoke] = divided(sums.of[spokes], 2, "wheels without a spoke");
    n[k4_hat] = divided(sums.of[hats], 4, "4-cliques with a hat") - 12 * k4;
    n[wheel] = divided(sums.of[wheels], 2, "wheels");
    n[clique5_less] = divided(sums.of[pairs_of_tops], 3, "5-cliques without an edge");
}

// The rest of a graph with vertices that have no edge, and how many of these it has.
struct WithoutLone {
    int size = 0;
    std::uint64_t adjacency = 0;
};
WithoutLone without_lone(int k, std::uint64_t adjacency) {
    std::vector<int> kept;
    for (int v = 0; v < k; ++v) {
        bool has_edge = false;
        for (int u = 0; u < k; ++u) has_edge |= adjacent(adjacency, u, v);
        if (has_edge) kept.push_back(v);
    }
    WithoutLone rest{static_cast<int>(kept.size()), 0};
    for (int j = 1; j < rest.size; ++j) {
        for (int i = 0; i < j; ++i) {
            if (adjacent(adjacency, kept[static_cast<std::size_t>(i)], kept[static_cast<std::size_t>(j)])) {
                rest.adjacency |= adjacency_bit(i, j);
            }
        }
    }
    return rest;
}

bool is_connected(int k, std::uint64_t adjacency) {
    return locate(k, adjacency).index < static_cast<int>(graphlets_of(k).size());
}

// Copies of a graph without lone vertices.
WideCount copies_of_rest(WithoutLone rest, Graph const& graph, Sums const& sums, Copies const& n) {
    if (rest.size == 0) return 1;
    if (is_connected(rest.size, rest.adjacency)) {
        return n[static_cast<std::size_t>(graphlets_up_to(rest.size - 1) + locate(rest.size, rest.adjacency).index)];
    }
    WideCount const m = graph.edge_count();
    int const edges = std::popcount(rest.adjacency);
    if (edges == 2) return choose(m, 2) - n[path3]; // two edges
    if (edges == 3) return n[path3] * m - sums.of[wedge_edges] + 2 * n[path3] + 3 * n[triangle];
    return n[triangle] * m - sums.of[triangle_edges] + 3 * n[triangle];
}

} // namespace

Copies copies_of(Graph const& graph, int patterns, Sums const& sums, WideCount cycles5, WideCount cliques) {
    Copies n{};
    n[edge] = graph.edge_count();
    add_of_three(n, sums);
    if (patterns >= 4) add_of_four(n, sums);
    if (patterns == 4) n[clique4] = cliques;
    if (patterns < 5) return n;
    n[clique4] = divided(sums.of[cuts::cliques], 12, "4-cliques");
    n[cycle5] = cycles5;
    n[clique5] = cliques;
    add_of_five(n, sums);
    return n;
}

std::vector<WideCount> copies_of_all(Graph const& graph, int k, Sums const& sums, Copies const& connected) {
    std::vector<WideCount> copies;
    for (std::uint64_t const adjacency : small_graphs(k)) {
        WithoutLone const rest = without_lone(k, adjacency);
        WideCount const n = graph.vertex_count();
        WideCount const others = n < static_cast<WideCount>(rest.size) ? 0 : n - static_cast<WideCount>(rest.size);
        copies.push_back(copies_of_rest(rest, graph, sums, connected) * choose(others, k - rest.size));
    }
    return copies;
}

} // namespace cerrado::cuts
