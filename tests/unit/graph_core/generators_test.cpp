#include "naive_graph.hpp"

#include <cerrado/graph/generators.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

// FNV-1a over the arrays' values, byte order aside.
std::uint64_t checksum(Graph const& graph) {
    std::uint64_t hash = 0xcbf29ce484222325;
    auto const add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
    for (EdgeOffset const offset : graph.offsets()) add(offset);
    for (VertexId const neighbour : graph.neighbour_array()) add(neighbour);
    return hash;
}

TEST(Generators, GiveTheSameGraphOnEveryMachine) {
    std::vector<std::pair<char const*, std::uint64_t>> const pinned{
        {"gen:er:n=1000,m=5000,seed=1", 0x9d8f5471178cc3d5},
        {"gen:er:n=40,m=700,seed=2", 0x8fc35ddefe5fe1b5},
        {"gen:ba:n=1000,m=5,seed=1", 0x7637af41cacd90f1},
        {"gen:rmat:scale=10,degree=16,seed=1", 0xbb69cf59cb378eab},
        {"gen:regular:n=1000,d=4,seed=1", 0x36062ef056da87e5},
        {"gen:regular:n=41,d=30,seed=5", 0xef1c5ce7de5c3b03},
        {"gen:complete:n=20", 0x50e4476625169ba7},
        {"gen:powerlaw:n=5000,exponent=2.5,degree=10,seed=1", 0x04346bcb89dd539d},
        {"gen:powerlaw:n=3000,exponent=2.125,degree=7,seed=18446744073709551615", 0x606e303748fe82e5},
        {"gen:grid:rows=7,columns=9", 0xfcaf3dbc964e5aad},
    };
    for (auto const& [spec, expected] : pinned) {
        Graph const graph = generate_graph(spec);
        EXPECT_EQ(checksum(graph), expected) << spec;
        EXPECT_TRUE(naive::simple_and_sorted(graph)) << spec;
        EXPECT_EQ(graph.source, spec);
    }
}

TEST(Generators, GiveTheSameGraphWithAnyNumberOfThreads) {
    for (std::string const spec :
         {"gen:er:n=50000,m=600000,seed=1", "gen:er:n=1200,m=600000,seed=2", "gen:rmat:scale=15,degree=20,seed=3",
          "gen:powerlaw:n=50000,degree=20,seed=4", "gen:ba:n=100000,m=5,seed=5", "gen:regular:n=100000,d=10,seed=6"}) {
        std::uint64_t const expected = checksum(generate_graph(spec, 1));
        for (int const threads : {2, 7}) EXPECT_EQ(checksum(generate_graph(spec, threads)), expected) << spec;
    }
}

TEST(Generators, DefaultSeedIsOneAndOtherSeedsDiffer) {
    for (std::string const spec : {"gen:er:n=100,m=500", "gen:ba:n=100,m=3", "gen:rmat:scale=8,degree=4",
                                   "gen:regular:n=100,d=5", "gen:powerlaw:n=100,exponent=2.5,degree=5"}) {
        EXPECT_EQ(checksum(generate_graph(spec)), checksum(generate_graph(spec + ",seed=1"))) << spec;
        EXPECT_NE(checksum(generate_graph(spec)), checksum(generate_graph(spec + ",seed=2"))) << spec;
    }
}

TEST(Generators, ErdosRenyiHasExactlyMEdges) {
    for (std::uint64_t m : {0, 1, 5, 22, 23, 40, 44, 45}) {
        Graph const graph = generate_graph("gen:er:n=10,m=" + std::to_string(m));
        EXPECT_EQ(graph.vertex_count(), 10u);
        EXPECT_EQ(graph.edge_count(), m);
        EXPECT_EQ(graph.cleaning.duplicates + graph.cleaning.self_loops, 0u);
    }
}

TEST(Generators, ErdosRenyiIsUniformOverPairs) {
    for (int const m : {3, 7}) { // of the 10 pairs of 5 vertices: drawn directly, and by the complement
        std::vector<int> met(25, 0);
        for (int seed = 1; seed <= 3000; ++seed) {
            Graph const graph = generate_graph("gen:er:n=5,m=" + std::to_string(m) + ",seed=" + std::to_string(seed));
            for (auto const& [a, b] : naive::edges_of(graph)) ++met[a * 5 + b];
        }
        for (std::size_t a = 0; a < 5; ++a) {
            for (std::size_t b = a + 1; b < 5; ++b) EXPECT_NEAR(met[a * 5 + b], 300 * m, 130) << a << '-' << b;
        }
    }
}

TEST(Generators, BarabasiAlbertJoinsEachNewVertexToMEarlierOnes) {
    Graph const graph = generate_graph("gen:ba:n=2000,m=4,seed=3");
    EXPECT_EQ(graph.edge_count(), 4u * (2000 - 4));
    EXPECT_EQ(graph.cleaning.duplicates, 0u);
    for (VertexId v = 5; v < graph.vertex_count(); ++v) {
        auto const list = graph.neighbours(v);
        EXPECT_EQ(std::ranges::count_if(list, [v](VertexId u) { return u < v; }), 4) << v;
    }
    EXPECT_GT(graph.max_degree(), 60u);
    EXPECT_EQ(generate_graph("gen:ba:n=7,m=0").edge_count(), 0u);
}

TEST(Generators, RmatIsSkewedAndKeepsIsolatedVertices) {
    Graph const graph = generate_graph("gen:rmat:scale=12,degree=8,seed=1");
    EXPECT_EQ(graph.vertex_count(), 4096u);
    EXPECT_EQ(graph.edge_count() + graph.cleaning.duplicates + graph.cleaning.self_loops, 4096u * 8);
    EXPECT_GT(graph.max_degree(), 200u);
    EXPECT_EQ(generate_graph("gen:rmat:scale=0,degree=3").edge_count(), 0u);
}

TEST(Generators, RmatQuadrantsAreThoseOfGraph500) {
    // With two vertices a quadrant is a cell: .57 + .05 are self-loops, .19 + .19 the one edge.
    Graph const graph = generate_graph("gen:rmat:scale=1,degree=50000");
    EXPECT_NEAR(static_cast<double>(graph.cleaning.self_loops), 62000, 700);
    EXPECT_EQ(graph.edge_count(), 1u);
}

TEST(Generators, RegularGivesEveryVertexDegreeD) {
    struct Case {
        VertexId n, d;
    };
    for (auto const [n, d] :
         {Case{2, 1}, Case{4, 1}, Case{4, 2}, Case{5, 2}, Case{5, 4}, Case{6, 3}, Case{7, 4}, Case{10, 0}, Case{9, 6},
          Case{50, 24}, Case{50, 25}, Case{51, 50}, Case{300, 7}, Case{0, 0}, Case{1, 0}}) {
        for (int seed = 1; seed <= 20; ++seed) {
            Graph const graph = generate_graph("gen:regular:n=" + std::to_string(n) + ",d=" + std::to_string(d) +
                                               ",seed=" + std::to_string(seed));
            EXPECT_EQ(graph.cleaning.duplicates + graph.cleaning.self_loops, 0u);
            ASSERT_EQ(graph.vertex_count(), n);
            for (VertexId v = 0; v < graph.vertex_count(); ++v) {
                ASSERT_EQ(graph.degree(v), d) << n << ' ' << d;
            }
        }
    }
}

TEST(Generators, PowerlawHasTheMeanAndTheTail) {
    Graph const graph = generate_graph("gen:powerlaw:n=20000,exponent=2.5,degree=10,seed=1");
    double const mean = 2.0 * static_cast<double>(graph.edge_count()) / graph.vertex_count();
    EXPECT_GT(mean, 8.5);
    EXPECT_LE(mean, 10.0);
    // P(degree > x) falls with x^-1.5, so from 20 to 160 by 8^1.5 = 22.6.
    auto const above = [&graph](VertexId x) {
        int met = 0;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) met += graph.degree(v) > x;
        return met;
    };
    EXPECT_NEAR(static_cast<double>(above(20)) / above(160), 22.6, 6);
    Graph const steep = generate_graph("gen:powerlaw:n=20000,exponent=3.5,degree=10");
    EXPECT_LT(steep.max_degree(), graph.max_degree() / 2);
}

TEST(Generators, PlainShapes) {
    auto const expect = [](std::string const& spec, VertexId n, std::uint64_t m, VertexId max_degree) {
        Graph const graph = generate_graph(spec);
        EXPECT_EQ(graph.vertex_count(), n) << spec;
        EXPECT_EQ(graph.edge_count(), m) << spec;
        EXPECT_EQ(graph.max_degree(), max_degree) << spec;
        EXPECT_EQ(graph.cleaning.duplicates + graph.cleaning.self_loops, 0u) << spec;
    };
    expect("gen:complete:n=8", 8, 28, 7);
    expect("gen:complete:n=0", 0, 0, 0);
    expect("gen:star:n=10", 10, 9, 9);
    expect("gen:star:n=0", 0, 0, 0);
    expect("gen:path:n=10", 10, 9, 2);
    expect("gen:path:n=1", 1, 0, 0);
    expect("gen:cycle:n=3", 3, 3, 2);
    expect("gen:grid:rows=3,columns=4", 12, 17, 4);
    expect("gen:grid:rows=0,columns=4", 0, 0, 0);
    expect("gen:bipartite:a=3,b=4", 7, 12, 4);
    expect("gen:bipartite:a=0,b=4", 4, 0, 0);
}

} // namespace
} // namespace cerrado
