// score_compression in its three ways: against formulas and the serial program.
#include "support.hpp"

#include <compression/verifier.hpp>

#include <cerrado/apps/compression.hpp>
#include <cerrado/graph/order/order.hpp>
#include <cerrado/output/store.hpp>

#include <atomic>

namespace cerrado::test {

class ScoreCompressionOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ScoreCompressionOn);

namespace {

void expect_as_serial(Graph const& graph, RunOptions const& options) {
    CompressionResult const all = score_compression(graph, {}, options);
    for (CompressionRow const& row : all.rows) {
        compression::Score const expected = compression::score_serially(graph, row.k);
        EXPECT_EQ(row.cliques, std::to_string(expected.cliques)) << "k " << row.k;
        EXPECT_EQ(row.compressing, expected.compressing) << "k " << row.k;
        EXPECT_EQ(to_string(row.score), std::to_string(expected.score)) << "k " << row.k;
        if (row.k == 3) {
            EXPECT_EQ(row.compressing, 0u);
        }
        for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot, Algorithm::paper}) {
            auto const one = score_compression(graph, {.k = row.k, .algorithm = algorithm}, options);
            ASSERT_EQ(one.rows.size(), 1u);
            EXPECT_EQ(one.rows[0].cliques, row.cliques) << name_of(algorithm) << " k " << row.k;
            EXPECT_EQ(one.rows[0].compressing, row.compressing) << name_of(algorithm) << " k " << row.k;
            EXPECT_EQ(one.rows[0].score, row.score) << name_of(algorithm) << " k " << row.k;
        }
    }
}

Graph disjoint_cliques(VertexId size, VertexId count) {
    std::vector<Edge> edges;
    for (VertexId c = 0; c < count; ++c) {
        for (VertexId i = 0; i < size; ++i) {
            for (VertexId j = 0; j < i; ++j) edges.push_back({c * size + i, c * size + j});
        }
    }
    return graph_from_edges(size * count, edges);
}

} // namespace

TEST_P(ScoreCompressionOn, RandomGraphsIsThatOfAlgorithm19) {
    for (int seed = 1; seed <= 12; ++seed) {
        std::string const n = std::to_string(12 + 3 * seed);
        expect_as_serial(
            generate_graph("gen:er:n=" + n + ",m=" + std::to_string(2 * (12 + 3 * seed) + 15 * (seed % 5)) +
                           ",seed=" + std::to_string(seed)),
            options());
    }
}

TEST(ScoreCompression, OnLockstepIsThatOfAlgorithm19) {
    expect_as_serial(generate_graph("gen:er:n=16,m=60,seed=3"), on(DeviceKind::lockstep));
}

TEST_P(ScoreCompressionOn, DisjointCliquesIsCountedOnce) {
    for (VertexId k = 4; k <= 9; ++k) {
        auto const result = score_compression(disjoint_cliques(k, 5), {.k = static_cast<int>(k)}, options());
        unsigned const rank = k * (k - 1) / 2 - k - 1;
        EXPECT_EQ(to_string(result.rows[0].score), std::to_string(5 * rank)) << "k " << k;
        EXPECT_EQ(result.rows[0].compressing, 5u);
        EXPECT_EQ(
            to_string(
                score_compression(disjoint_cliques(k + 1, 5), {.k = static_cast<int>(k)}, options()).rows[0].score),
            "0");
    }
}

TEST_P(ScoreCompressionOn, ResidentGraphAndSomeSizesAreAsTheWhole) {
    Graph const graph = generate_graph("gen:er:n=60,m=600,seed=2");
    Resident const resident(graph, options());
    CompressionResult const all = score_compression(graph, {}, options());
    ASSERT_GE(all.rows.size(), 3u);
    for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot}) {
        auto const some = score_compression(resident, {.min_k = 4, .max_k = 5, .algorithm = algorithm}, options());
        ASSERT_EQ(some.rows.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(some.rows[i].k, all.rows[i + 1].k);
            EXPECT_EQ(some.rows[i].cliques, all.rows[i + 1].cliques);
            EXPECT_EQ(some.rows[i].score, all.rows[i + 1].score);
        }
    }
}

// Dense enough that cliques are larger than the size sought, are the only ones of an edge, or are one of two.
TEST_P(ScoreCompressionOn, DenseGraphsIsTheSameByEdgesAndByLeaves) {
    for (int seed = 1; seed <= 6; ++seed) {
        Graph const graph =
            generate_graph("gen:er:n=40,m=" + std::to_string(300 + 60 * seed) + ",seed=" + std::to_string(seed));
        CompressionResult const all = score_compression(graph, {.algorithm = Algorithm::pivot}, options());
        for (CompressionRow const& row : all.rows) {
            CompressionRow const one = score_compression(graph, {.k = row.k}, options()).rows.at(0);
            EXPECT_EQ(one.cliques, row.cliques) << "seed " << seed << " k " << row.k;
            EXPECT_EQ(one.compressing, row.compressing) << "seed " << seed << " k " << row.k;
            EXPECT_EQ(one.score, row.score) << "seed " << seed << " k " << row.k;
        }
    }
}

TEST(ScoreCompression, StopsEarlyWithoutRows) {
    std::atomic<bool> const interrupt = true;
    for (Algorithm const algorithm : {Algorithm::fast, Algorithm::pivot, Algorithm::paper}) {
        RunOptions options = on(DeviceKind::host);
        options.interrupt = &interrupt;
        auto const result = score_compression(generate_graph("gen:er:n=400,m=70000,seed=1"),
                                              {.k = 12, .algorithm = algorithm}, options);
        EXPECT_EQ(result.status, Status::interrupted) << name_of(algorithm);
        EXPECT_TRUE(result.rows.empty()) << name_of(algorithm);
    }
}

TEST(ScoreCompression, RefusesWhatItCannotDo) {
    Graph const graph = generate_graph("gen:complete:n=5");
    expect_refusal("3 or more", [&] { (void)score_compression(graph, {.k = 2}); });
    expect_refusal("one size", [&] { (void)score_compression(graph, {.algorithm = Algorithm::paper}); });
    expect_refusal("min_k", [&] { (void)score_compression(graph, {.k = 4, .max_k = 5}); });
    expect_refusal("smaller size", [&] { (void)score_compression(graph, {.min_k = 5, .max_k = 4}); });
    expect_refusal("undirected", [&] { (void)score_compression(orient(graph), {.k = 4}); });
    RunOptions with_limit;
    with_limit.of<Store>().limit = 3;
    expect_refusal("limit", [&] { (void)score_compression(graph, {.k = 4}, with_limit); });
    expect_refusal("bitmap", [&] { (void)score_compression(graph, {.k = 4, .algorithm = Algorithm::bitmap}); });
}

} // namespace cerrado::test
