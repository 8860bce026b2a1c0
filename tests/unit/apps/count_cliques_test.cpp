// count_cliques and count_local_cliques against formulas and the serial verifier, and what they refuse.
#include "support.hpp"

#include <clique/verifier.hpp>

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <algorithm>
#include <functional>

namespace cerrado::test {
namespace {

constexpr Algorithm algorithms[] = {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap,
                                    Algorithm::pivot};

} // namespace

class CountCliquesOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountCliquesOn);

TEST_P(CountCliquesOn, CompleteGraphsIsBinomial) {
    Graph const graph = generate_graph("gen:complete:n=14");
    for (Algorithm const algorithm : algorithms) {
        for (int k = 3; k <= 7; ++k) {
            RunResult const result = count_cliques(graph, {.k = k, .algorithm = algorithm}, options());
            EXPECT_EQ(to_string(result.count), std::to_string(binomial(14, static_cast<Count>(k))))
                << name_of(algorithm) << ", k " << k;
            EXPECT_EQ(result.status, Status::complete);
        }
    }
}

TEST(CountCliques, HeedTheOptions) {
    Graph const graph = generate_graph("gen:complete:n=14");
    EXPECT_EQ(to_string(count_cliques(graph, {.k = 5}).count), "2002") << "without options";
    RunOptions options = on(DeviceKind::host);
    options.threads = 3;
    EXPECT_EQ(count_cliques(graph, {.k = 5}, options).device.workers, 3);
    options.roots = std::vector<VertexId>{0};
    EXPECT_EQ(to_string(count_cliques(graph, {.k = 5}, options).count), std::to_string(binomial(13, 4)));
}

TEST(CountCliques, OfSeveralSizesAreInOneResult) {
    Graph const graph = generate_graph("gen:complete:n=9");
    RunResult const some = count_cliques(graph, {.min_k = 3, .max_k = 5}, on(DeviceKind::host));
    ASSERT_EQ(some.of<BySize>().sizes.size(), 3u);
    for (SizeCount const& row : some.of<BySize>().sizes) {
        EXPECT_EQ(row.count, std::to_string(binomial(9, static_cast<Count>(row.k))));
    }
    EXPECT_EQ(to_string(some.count), std::to_string(84 + 126 + 126));
    RunResult const all = count_cliques(graph, {}, on(DeviceKind::host));
    EXPECT_EQ(all.of<BySize>().sizes.size(), 9u);
    EXPECT_EQ(to_string(all.count), "511");
}

// Of the forms only pivoting tells sizes apart.
TEST_P(CountCliquesOn, FastTakesBitRowsForTheSmallestSizes) {
    Graph const graph = generate_graph("gen:complete:n=9");
    auto const pivots = [&](CliqueQuery const& query) {
        return !count_cliques(graph, query, options()).of<BySize>().sizes.empty();
    };
    EXPECT_TRUE(pivots({.k = 2}));
    EXPECT_FALSE(pivots({.k = 3}));
    EXPECT_FALSE(pivots({.k = 4}));
    EXPECT_EQ(pivots({.k = 5}), GetParam() == DeviceKind::host);
    EXPECT_TRUE(pivots({.k = 6}));
    EXPECT_TRUE(pivots({.min_k = 3, .max_k = 4}));
}

TEST(CountCliques, RefuseWhatTheyCannotCount) {
    Graph const graph = generate_graph("gen:complete:n=5");
    auto const count = [&](CliqueQuery const& query) { return [&, query] { count_cliques(graph, query); }; };
    expect_refusal("set k for one size", count({.k = 4, .min_k = 3}));
    expect_refusal("set k for one size", count({.k = 4, .max_k = 9}));
    expect_refusal("cliques of -1 to -1 vertices", count({.k = -1}));
    expect_refusal("cliques of 5 to 3 vertices", count({.min_k = 5, .max_k = 3}));
    expect_refusal("algorithm paper counts cliques of one size, from 3 to 32", count({.algorithm = Algorithm::paper}));
    expect_refusal("algorithm bitmap", count({.k = 2, .algorithm = Algorithm::bitmap}));
    expect_refusal("algorithm oriented", count({.k = 33, .algorithm = Algorithm::oriented}));
    EXPECT_FALSE(can_count_cliques({.k = 33, .algorithm = Algorithm::oriented}));
    EXPECT_TRUE(can_count_cliques({.k = 33, .algorithm = Algorithm::pivot}));
}

class CountLocalCliquesOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountLocalCliquesOn);

TEST_P(CountLocalCliquesOn, RandomGraphsIsAsTheSerialVerifierSays) {
    Graph const graph = generate_graph("gen:er:n=40,m=300,seed=1");
    for (int const k : {1, 2, 3, 5}) {
        LocalCounts const expected = clique::count_local(graph, k);
        EXPECT_EQ(count_local_cliques(graph, {.k = k, .per_edge = true}, options()).of<PerVertexAndEdge>(), expected)
            << "k " << k;
        LocalCounts const vertices = count_local_cliques(graph, {.k = k}, options()).of<PerVertexAndEdge>();
        EXPECT_EQ(vertices.vertices, expected.vertices) << "k " << k;
        EXPECT_TRUE(vertices.edges.empty());
    }
}

TEST(CountLocalCliques, RefuseWhatTheyCannotCount) {
    Graph const graph = generate_graph("gen:complete:n=5");
    expect_refusal("LocalCliqueQuery::k", [&] { count_local_cliques(graph, {.per_edge = true}); });
    expect_refusal("algorithm bitmap has no counts per vertex",
                   [&] { count_local_cliques(graph, {.k = 3, .algorithm = Algorithm::bitmap}); });
}

TEST(BoundCliques, PrepareAndEstimateWithoutRunning) {
    Graph const graph = generate_graph("gen:star:n=9");
    BoundApplication const cliques = bind_cliques({.k = 4});
    Graph const prepared = cliques.prepare(graph, on(DeviceKind::host));
    EXPECT_EQ(prepared.degree(prepared.vertex_count() - 1), 8u) << "the centre comes last in the order of degrees";
    EXPECT_NE(cliques.estimate(graph, on(DeviceKind::host)).find("host"), std::string::npos);
    RunOptions options = on(DeviceKind::host);
    options.warp_width = 8;
    expect_refusal("a warp width of 8 is for CUDA", [&] { cliques.warm_up(options); });
}

TEST(BoundWarpWidths, AscendAndHaveTheFullOne) {
    std::span<int const> const widths = bound_warp_widths();
    EXPECT_EQ(std::ranges::adjacent_find(widths, std::ranges::greater_equal{}), widths.end());
    EXPECT_EQ(widths.back(), 32);
}

} // namespace cerrado::test
