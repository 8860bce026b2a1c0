// Random patterns with arcs and labels in random graphs, on every device, against Boost.Graph's VF2, which shares nothing
// with Cerrado.
#include "support.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/graph/marks.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>

#include <random>

namespace cerrado::test {
namespace {

using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

// Arcs and a label for each vertex; an edge of an undirected graph is an arc each way.
struct Drawn {
    VertexId vertices = 0;
    std::vector<Edge> arcs;
    std::vector<std::string> labels;

    Directed boost() const {
        Directed graph(vertices);
        for (Edge const& arc : arcs) add_edge(arc.source, arc.target, graph);
        return graph;
    }
};

Drawn draw(VertexId vertices, double density, bool directed, bool labelled, std::mt19937& random) {
    Drawn drawn{vertices, {}, {}};
    auto const is_one = [&] { return std::uniform_real_distribution<>(0, 1)(random) < density; };
    for (VertexId v = 0; v < vertices; ++v) {
        drawn.labels.emplace_back(labelled ? std::string(1, static_cast<char>('a' + random() % 2)) : "");
        for (VertexId u = 0; u < v; ++u) {
            bool const there = is_one();
            bool const back = directed ? is_one() : there;
            if (there) drawn.arcs.push_back({v, u});
            if (back) drawn.arcs.push_back({u, v});
        }
    }
    return drawn;
}

Pattern pattern_of(Drawn const& drawn, bool directed) {
    Pattern pattern(static_cast<int>(drawn.vertices));
    for (auto const& [from, to] : drawn.arcs) {
        if (directed) {
            pattern.require_arc(static_cast<int>(from), static_cast<int>(to));
        } else {
            pattern.require_edge(static_cast<int>(from), static_cast<int>(to));
        }
    }
    for (int v = 0; v < pattern.size(); ++v) {
        std::string const& label = drawn.labels[static_cast<std::size_t>(v)];
        if (!label.empty()) pattern.label(v, {label});
    }
    return pattern;
}

bool is_connected(Pattern const& pattern) {
    return pattern.joined_to_least(pattern.core()) == Pattern::bit(pattern.size()) - 1;
}

Count vf2_mappings(Drawn const& pattern, Drawn const& graph, bool induced) {
    Directed const small = pattern.boost();
    Directed const large = graph.boost();
    if (num_vertices(small) > num_vertices(large)) return 0;
    Count maps = 0;
    auto const count = [&](auto const&, auto const&) {
        ++maps;
        return true;
    };
    auto const alike = [&](std::size_t v, std::size_t x) { return pattern.labels[v] == graph.labels[x]; };
    auto const all_alike = [](auto const&, auto const&) { return true; };
    auto const order = boost::vertex_order_by_mult(small);
    auto const index = [](Directed const& of) { return get(boost::vertex_index, of); };
    if (induced) {
        boost::vf2_subgraph_iso(small, large, count, index(small), index(large), order, all_alike, alike);
    } else {
        boost::vf2_subgraph_mono(small, large, count, index(small), index(large), order, all_alike, alike);
    }
    return maps;
}

} // namespace

class MatchesByVf2 : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MatchesByVf2);

TEST_P(MatchesByVf2, AreAsManyMappings) {
    std::mt19937 random(11);
    for (int round = 0; round < 120; ++round) {
        bool const directed = round % 2 == 0;
        bool const labelled = round % 4 < 2;
        Drawn const drawn = draw(24, 0.15 + 0.1 * (round % 3), directed, labelled, random);
        Graph graph =
            directed ? graph_from_arcs(drawn.vertices, drawn.arcs) : graph_from_edges(drawn.vertices, drawn.arcs);
        if (labelled) graph = with_labels(std::move(graph), drawn.labels);
        Drawn small = draw(3 + static_cast<VertexId>(round % 3), 0.5, directed, labelled, random);
        while (!is_connected(pattern_of(small, directed)))
            small = draw(small.vertices, 0.5, directed, labelled, random);
        Pattern const pattern = pattern_of(small, directed);
        for (bool const induced : {false, true}) {
            MatchQuery const query{.pattern = pattern, .induced = induced};
            MatchResult const result = count_matches(graph, query, options());
            EXPECT_EQ(to_string(result.mappings.value()), std::to_string(vf2_mappings(small, drawn, induced))) << round;
            EXPECT_EQ(result.automorphisms, vf2_mappings(small, small, true)) << round;
            EXPECT_EQ(to_string(count_local_matches(graph, query, options()).count), to_string(result.count)) << round;
        }
    }
}

} // namespace cerrado::test
