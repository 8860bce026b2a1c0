#include "unit/graph/naive_graph.hpp"

#include <cerrado/core/detail/philox.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/generator_spec.hpp>
#include <cerrado/graph/detail/generate/random_items.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/generators.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

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
    for (std::string const spec :
         {"gen:er:n=100,m=500", "gen:ba:n=100,m=3", "gen:rmat:scale=8,degree=4", "gen:regular:n=100,d=5",
          "gen:powerlaw:n=100,exponent=2.5,degree=5", "gen:bursts:n=100,m=500"}) {
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

std::string refusal(std::string const& spec) {
    try {
        generate_graph(spec);
    } catch (InputError const& error) {
        return error.what();
    }
    return "accepted";
}

TEST(GeneratorErrors, NameTheSpecTheKeyAndWhatIsAccepted) {
    EXPECT_EQ(refusal("gen:foo:n=3"),
              "gen:foo:n=3: unknown generator 'foo'; kinds are er, ba, rmat, regular, powerlaw, complete, "
              "star, path, cycle, grid, bipartite, bursts, e.g. gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3,x=4"),
              "gen:er:n=3,x=4: unknown parameter 'x'; er takes n, m, seed=1, e.g. "
              "gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3"),
              "gen:er:n=3: parameter 'm' is missing; er takes n, m, seed=1, e.g. "
              "gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3,m=4"),
              "gen:er:n=3,m=4: m=4 is out of range; a simple graph on 3 vertices has at most 3 edges");
    EXPECT_EQ(refusal("gen:powerlaw:n=9,exponent=1.5"),
              "gen:powerlaw:n=9,exponent=1.5: exponent=1.5 is not a number with at most 3 decimals from 2.0 to 10.0; "
              "powerlaw takes "
              "n, exponent=2.5, degree=10, seed=1, e.g. gen:powerlaw:n=10000,exponent=2.5,degree=10,seed=1");
}

TEST(GeneratorErrors, RefuseMalformedSpecs) {
    for (char const* spec :
         {"gen:", "gen::", "gen:er", "gen:er:", "gen:er:n", "gen:er:n=3,,m=2", "gen:er:n=3,m=2,", "gen:er:n=,m=2",
          "gen:er:n=3,m=2,n=3", "gen:er:n=-3,m=2", "gen:er:n=+3,m=2", "gen:er:n=3.0,m=2", "gen:er:n=3 ,m=2",
          "gen:er:n=0x3,m=2", "gen:er:n=3,m=2:", "gen:ER:n=3,m=2", "gen:er:N=3,m=2", "er:n=3,m=2"}) {
        EXPECT_NE(refusal(spec), "accepted") << spec;
        EXPECT_EQ(refusal(spec).find('\n'), std::string::npos) << spec;
        EXPECT_EQ(refusal(spec).find(spec), 0u) << spec;
    }
}

TEST(GeneratorErrors, RefuseValuesOutOfRange) {
    for (char const* spec :
         {"gen:er:n=4294967296,m=1", "gen:er:n=99999999999999999999,m=1", "gen:er:n=5,m=2,seed=18446744073709551616",
          "gen:ba:n=5,m=5", "gen:ba:n=0,m=1", "gen:rmat:scale=32", "gen:regular:n=5,d=5", "gen:regular:n=5,d=3",
          "gen:regular:n=0,d=2", "gen:cycle:n=2", "gen:grid:rows=100000,columns=100000",
          "gen:bipartite:a=4294967295,b=1", "gen:powerlaw:n=10,degree=10", "gen:powerlaw:n=10,exponent=10.001",
          "gen:powerlaw:n=20,exponent=2.5001", "gen:powerlaw:n=20,exponent=2.", "gen:powerlaw:n=20,exponent=.5"}) {
        EXPECT_NE(refusal(spec), "accepted") << spec;
    }
}

TEST(GeneratorErrors, RefuseWhatDoesNotFitInMemoryWithTheNumber) {
    try {
        generate_graph("gen:complete:n=4000000000");
        FAIL() << "accepted";
    } catch (InputError const&) {
        FAIL() << "the spec is right, the machine too small: exit code 1, not 2";
    } catch (Error const& error) {
        EXPECT_NE(std::string(error.what()).find("GB of memory"), std::string::npos) << error.what();
    }
}

TEST(GeneratorHelp, ShowsEveryKindAndEachExampleWorks) {
    std::string const help = generator_help();
    for (auto const& kind : generator_kinds()) {
        EXPECT_NE(help.find(kind.example), std::string::npos) << kind.name;
        EXPECT_GT(generate_graph(std::string(kind.example)).vertex_count(), 0u) << kind.name;
    }
}

TEST(RandomSource, IsSplitMix64) {
    RandomSource random(1234567); // the values of the reference implementation for this seed
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(RandomSource, DrawsBelowTheBoundUniformly) {
    RandomSource random(1);
    std::vector<int> met(7, 0);
    for (int i = 0; i < 70000; ++i) ++met[random.below(7)];
    for (int const times : met) EXPECT_NEAR(times, 10000, 400);
    EXPECT_EQ(random.below(1), 0u);
    std::uint64_t const huge = (std::uint64_t{1} << 63) + 1;
    for (int i = 0; i < 100; ++i) EXPECT_LT(random.below(huge), huge);
}

TEST(RandomSource, ShuffleIsAPermutationAndUniform) {
    RandomSource random(1);
    std::vector<int> met(16, 0);
    for (int i = 0; i < 16000; ++i) {
        std::vector<int> items{0, 1, 2, 3};
        random.shuffle(items);
        for (std::size_t at = 0; at < 4; ++at) ++met[at * 4 + static_cast<std::size_t>(items[at])];
        std::sort(items.begin(), items.end());
        ASSERT_EQ(items, (std::vector<int>{0, 1, 2, 3}));
    }
    for (int const times : met) EXPECT_NEAR(times, 4000, 300);
}

TEST(FixedPoint, InversePowerIsThatOfFloatingPoint) {
    for (std::uint64_t const x : {1ull, 2ull, 3ull, 10ull, 999ull, 65536ull, 1000003ull, 4294967295ull}) {
        for (std::uint64_t const denominator : {1000ull, 1500ull, 2000ull, 9000ull}) {
            double const expected = std::pow(static_cast<double>(x), -1000.0 / static_cast<double>(denominator));
            double const got =
                std::ldexp(static_cast<double>(fixed_point::inverse_power_q32(x, 1000, denominator)), -32);
            EXPECT_NEAR(got, expected, 1.0 / (1 << 28)) << x << " ^ -1000/" << denominator;
        }
    }
}

TEST(FixedPoint, Logarithm) {
    EXPECT_EQ(fixed_point::log2_q32(1), 0u);
    EXPECT_EQ(fixed_point::log2_q32(1024), std::uint64_t{10} << 32);
    EXPECT_EQ(fixed_point::log2_q32(std::uint64_t{1} << 63), std::uint64_t{63} << 32);
    EXPECT_NEAR(std::ldexp(static_cast<double>(fixed_point::log2_q32(~std::uint64_t{0})), -32), 64.0, 1e-8);
    EXPECT_NEAR(std::ldexp(static_cast<double>(fixed_point::log2_q32(10)), -32), std::log2(10.0), 1e-8);
}

} // namespace

// draw_items: the items of one thread, for any number of threads and however often below() refuses a number.

namespace {

constexpr std::uint64_t half = (std::uint64_t{1} << 63) + 1; // nearly every second number is refused

struct Drawn {
    std::vector<std::uint64_t> values;
    std::uint64_t next; // that the source gives after them
};

Drawn serially(RandomItems const& items) {
    RandomSource random(5);
    Drawn drawn;
    for (std::uint64_t i = 0; i < items.count * items.draws; ++i) drawn.values.push_back(random.below(items.bound));
    drawn.next = random.next();
    return drawn;
}

Drawn by_team(RandomItems const& items, int threads) {
    Team team(threads);
    RandomSource random(5);
    Drawn drawn{std::vector<std::uint64_t>(items.count * items.draws), 0};
    draw_items(random, items, team, [&](std::size_t i, RandomSource& source) {
        for (std::uint64_t j = 0; j < items.draws; ++j) drawn.values[i * items.draws + j] = source.below(items.bound);
    });
    drawn.next = random.next();
    return drawn;
}

TEST(RandomItems, AreTheSameWithAnyNumberOfThreads) {
    for (std::uint64_t const bound : {std::uint64_t{100}, std::uint64_t{1} << 32, half, ~std::uint64_t{0}}) {
        for (std::uint64_t const count : {0, 1, 2, 3, 5000, 40001}) {
            RandomItems const items{count, 3, bound};
            Drawn const expected = serially(items);
            for (int const threads : {1, 2, 3, 7}) {
                Drawn const drawn = by_team(items, threads);
                ASSERT_EQ(drawn.values, expected.values) << bound << ", " << count << ", " << threads << " threads";
                ASSERT_EQ(drawn.next, expected.next);
            }
        }
    }
}

TEST(RandomSource, SkipsAsItDraws) {
    RandomSource drawing(9), skipping(9);
    for (int i = 0; i < 1000; ++i) drawing.next();
    EXPECT_EQ(drawing.drawn_since(skipping), 1000u);
    skipping.skip(1000);
    EXPECT_EQ(drawing.next(), skipping.next());
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

namespace {

std::array<std::uint32_t, 4> drawn(std::uint64_t key, std::array<std::uint32_t, 4> const& counter) {
    std::uint32_t words[4] = {counter[0], counter[1], counter[2], counter[3]};
    philox(key, words);
    return {words[0], words[1], words[2], words[3]};
}

} // namespace

// The known answers that the authors publish with Random123.
TEST(Philox, GivesTheKnownAnswers) {
    constexpr std::uint32_t all = 0xffffffff;
    EXPECT_EQ(drawn(0, {0, 0, 0, 0}), (std::array{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
    EXPECT_EQ(drawn(0xffffffffffffffff, {all, all, all, all}),
              (std::array{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
    EXPECT_EQ(drawn(0x299f31d0a4093822, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
              (std::array{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

} // namespace cerrado::test
