#include "unit/apps/support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/result.hpp>

#include <clique/pivot/pivot_plan.hpp>
#include <clique/verifier.hpp>
#include <codec/own_cliques.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace cerrado::test {

// count_cliques and count_local_cliques against formulas and the serial verifier, and what they refuse.

namespace {

constexpr Algorithm algorithms[] = {Algorithm::fast, Algorithm::paper, Algorithm::oriented, Algorithm::bitmap,
                                    Algorithm::pivot};

} // namespace

class CountCliquesOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(CountCliquesOn);

class TrianglesOn : public OnDeviceOrLockstep {};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(TrianglesOn);

// In lockstep each dense hub has a row of bits; on CUDA, those of the largest graph here.
TEST_P(TrianglesOn, OfHubsAndOfOthersAreAllCounted) {
    std::vector<Edge> edges;
    VertexId vertices = 0;
    auto const add_complete = [&](VertexId size, int times) {
        for (; times > 0; --times, vertices += size) {
            for (VertexId i = 0; i < size; ++i) {
                for (VertexId j = 0; j < i; ++j) edges.push_back({vertices + j, vertices + i});
            }
        }
    };
    add_complete(3, 30); // below more vertices of a higher degree than there are hubs
    add_complete(4, 2075);
    EXPECT_EQ(to_string(count_cliques(graph_from_edges(vertices, edges), {.k = 3}, options()).count), "8330");
    for (char const* source :
         {"gen:er:n=120,m=3000,seed=1", "gen:ba:n=150,m=9,seed=2", "gen:star:n=70", "gen:complete:n=65"}) {
        Graph const graph = generate_graph(source);
        RunOptions host = on(DeviceKind::host);
        EXPECT_EQ(to_string(count_cliques(graph, {.k = 3}, options()).count),
                  to_string(count_cliques(graph, {.k = 3, .algorithm = Algorithm::bitmap}, host).count))
            << source;
    }
    RunOptions shared;
    shared.devices = {{GetParam(), 0}, {DeviceKind::host, 0}};
    EXPECT_EQ(to_string(count_cliques(generate_graph("gen:complete:n=65"), {.k = 3}, shared).count), "43680");
    if (GetParam() != DeviceKind::cuda) return;
    Graph const large = generate_graph("gen:rmat:scale=18,degree=16,seed=1");
    for (GraphOrder const order : {GraphOrder::degree, GraphOrder::degeneracy, GraphOrder::given}) {
        RunOptions ordered = options();
        ordered.order = order;
        EXPECT_EQ(to_string(count_cliques(large, {.k = 3}, ordered).count), "82835762");
    }
    EXPECT_EQ(to_string(count_cliques(large, {.k = 3}, shared).count), "82835762");
}

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
    expect_refusal("set only k for one size", count({.k = 4, .min_k = 3}));
    expect_refusal("set only k for one size", count({.k = 4, .max_k = 9}));
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
    expect_refusal("a warp width of 8 needs CUDA", [&] { cliques.warm_up(options); });
}

TEST(BoundWarpWidths, AscendAndHaveTheFullOne) {
    std::span<int const> const widths = bound_warp_widths();
    EXPECT_EQ(std::ranges::adjacent_find(widths, std::ranges::greater_equal{}), widths.end());
    EXPECT_EQ(widths.back(), 32);
}

// The search for a few cliques among few vertices: each once, and it ends when it is told.

namespace {

using compression::BitGraph;
using compression::CliqueSearch;

// All edges but those between i and i + 1 for even i, of the first `pairs` pairs.
BitGraph clique_less_a_matching(std::size_t vertices, std::size_t pairs) {
    BitGraph graph;
    graph.reset(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            bool const is_pair = i % 2 == 1 && j + 1 == i && i / 2 < pairs;
            if (!is_pair) graph.join(i, j);
        }
    }
    return graph;
}

std::size_t count(BitGraph const& graph, std::size_t size) {
    std::set<CliqueSearch::Members> found;
    std::size_t calls = 0;
    CliqueSearch search;
    bool const is_whole = search.run(
        graph, size,
        [&](CliqueSearch::Members members) {
            ++calls;
            std::ranges::sort(members);
            found.insert(members);
            return true;
        },
        [] { return false; });
    EXPECT_TRUE(is_whole);
    EXPECT_EQ(found.size(), calls);
    return calls;
}

} // namespace

TEST(FewCliques, OfACompleteGraphAreFoundOnce) {
    for (std::size_t size = 0; size <= 9; ++size) {
        EXPECT_EQ(count(clique_less_a_matching(9, 0), size), binomial(9, size)) << "size " << size;
    }
    EXPECT_EQ(count(clique_less_a_matching(70, 0), 2), 2415u);
    EXPECT_EQ(count(clique_less_a_matching(70, 0), 70), 1u);
}

TEST(FewCliques, OfACliqueLessAMatchingTakeOneOfEachPair) {
    EXPECT_EQ(count(clique_less_a_matching(16, 8), 8), 256u);
    EXPECT_EQ(count(clique_less_a_matching(16, 8), 9), 0u);
    EXPECT_EQ(count(clique_less_a_matching(80, 3), 77), 8u);
}

TEST(FewCliques, EndWhenToldOrWhenEnoughAreFound) {
    BitGraph const graph = clique_less_a_matching(40, 20);
    int found = 0;
    CliqueSearch search;
    EXPECT_TRUE(search.run(
        graph, 20, [&](auto const&) { return ++found < 2; }, [] { return false; }));
    EXPECT_EQ(found, 2);
    EXPECT_FALSE(search.run(
        graph, 20, [](auto const&) { return true; }, [] { return true; }));
}

// list_cliques with every kind of sink on the host, from single vertices on.

namespace {

using Cliques = std::multiset<std::vector<OriginalId>>;

// Adds what a sink was given: cliques of k ids, one after the other.
void add(Cliques& cliques, int k, auto const& ids) {
    ASSERT_EQ(ids.size() % static_cast<std::size_t>(k), 0u);
    for (std::size_t i = 0; i < ids.size(); i += static_cast<std::size_t>(k)) {
        std::vector<OriginalId> clique(ids.begin() + static_cast<std::ptrdiff_t>(i),
                                       ids.begin() + static_cast<std::ptrdiff_t>(i) + k);
        std::ranges::sort(clique);
        cliques.insert(std::move(clique));
    }
}

// That so many different cliques were listed, each once.
void expect_cliques(Graph const& graph, int k, Cliques const& cliques, RunResult const& result) {
    std::string const expected = to_string(clique::count_cliques(graph, k));
    EXPECT_EQ(to_string(result.count), expected) << "k " << k;
    EXPECT_EQ(std::to_string(std::set(cliques.begin(), cliques.end()).size()), expected) << "k " << k;
    EXPECT_EQ(std::to_string(cliques.size()), expected) << "k " << k;
    for (auto const& clique : cliques) {
        for (OriginalId const id : clique) EXPECT_EQ(id % 10, 7u) << "no original id";
    }
}

// A random graph whose ids in the file were 7, 17, 27, ...
Graph graph_with_ids() {
    Graph const graph = generate_graph("gen:er:n=30,m=200,seed=3");
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        ids.push_back(OriginalId{10} * v + 7);
        for (VertexId const u : graph.neighbours(v)) edges.push_back({v, u});
    }
    return graph_from_edges(graph.vertex_count(), edges, ids);
}

} // namespace

class ListCliquesOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(ListCliquesOn);

TEST_P(ListCliquesOn, RandomGraphsGivesEachOnce) {
    Graph const graph = graph_with_ids();
    for (int k = 1; k <= 5; ++k) {
        Cliques cliques;
        RunResult const result = list_cliques(
            graph, {.k = k},
            [&](std::span<OriginalId const> ids) {
                ASSERT_EQ(ids.size(), static_cast<std::size_t>(k));
                add(cliques, k, ids);
            },
            options());
        expect_cliques(graph, k, cliques, result);
    }
}

TEST(ListCliques, GiveManyAtOnceToTheSinksOfTheOptions) {
    Graph const graph = graph_with_ids();
    for (int k = 1; k <= 4; ++k) {
        Cliques cliques;
        RunOptions batches = on(DeviceKind::host);
        batches.of<Store>().batch_sink = [&](std::span<OriginalId const> ids) { add(cliques, k, ids); };
        expect_cliques(graph, k, cliques, list_cliques(graph, {.k = k}, batches));
    }
    for (int k = 1; k <= 4; ++k) {
        Cliques cliques;
        RunOptions narrow = on(DeviceKind::host);
        narrow.of<Store>().narrow_sink = [&](std::span<std::uint32_t const> ids) { add(cliques, k, ids); };
        RunResult const result = list_cliques(graph, {.k = k, .algorithm = Algorithm::bitmap}, narrow);
        expect_cliques(graph, k, cliques, result);
    }
}

TEST(ListCliques, EndAtTheLimit) {
    Graph const graph = graph_with_ids();
    for (int const k : {1, 2, 3}) {
        RunOptions options = on(DeviceKind::host);
        options.of<Store>().limit = 5;
        int given = 0;
        RunResult const result = list_cliques(
            graph, {.k = k}, [&](std::span<OriginalId const>) { ++given; }, options);
        EXPECT_EQ(given, 5) << "k " << k;
        EXPECT_EQ(to_string(result.count), "5");
        EXPECT_EQ(result.status, Status::limit);
    }
}

TEST(ListCliques, RefuseWhatTheyCannotList) {
    Graph const graph = graph_with_ids();
    auto const sink = [](std::span<OriginalId const>) {};
    expect_refusal("CliqueListQuery::k", [&] { list_cliques(graph, {}, sink); });
    expect_refusal("algorithm pivot counts",
                   [&] { list_cliques(graph, {.k = 3, .algorithm = Algorithm::pivot}, sink); });
    for (int const k : {2, 3}) {
        expect_refusal("set StoreInput::sink", [&] { list_cliques(graph, {.k = k}, on(DeviceKind::host)); });
        RunOptions two = on(DeviceKind::host);
        two.of<Store>().batch_sink = sink;
        expect_refusal("sink", [&] { list_cliques(graph, {.k = k}, sink, two); });
        RunOptions device = on(DeviceKind::host);
        device.of<Store>().device_sink = [](DeviceBatch const&) {};
        expect_refusal("device_sink", [&] { list_cliques(graph, {.k = k}, device); });
        std::vector<Edge> const edges{{0, 1}, {1, 2}, {0, 2}};
        Graph const wide = graph_from_edges(3, edges, {1, 2, OriginalId{1} << 40});
        RunOptions narrow = on(DeviceKind::host);
        narrow.of<Store>().narrow_sink = [](std::span<std::uint32_t const>) {};
        expect_refusal("more than 32 bits", [&] { list_cliques(wide, {.k = k}, narrow); });
    }
}

TEST(ListCliques, EndWhenTheSinkThrows) {
    struct Enough {};
    for (int const k : {1, 2, 3}) {
        EXPECT_THROW(
            list_cliques(
                graph_with_ids(), {.k = k}, [](std::span<OriginalId const>) { throw Enough(); }, on(DeviceKind::host)),
            Enough);
    }
}

// The table behind local counts.

namespace {

WideCount entry(BinomialTable const& table, std::uint32_t n, std::uint32_t i) {
    return table.values.at(std::size_t{n} * table.columns + std::min(i, n - i));
}

} // namespace

TEST(Binomials, ArePascalsTriangle) {
    BinomialTable const table = make_binomials(40, 40);
    for (std::uint32_t n = 0; n <= 40; ++n) {
        EXPECT_TRUE(entry(table, n, 0) == 1);
        EXPECT_TRUE(entry(table, n, n) == 1);
        for (std::uint32_t i = 1; i < n; ++i) {
            EXPECT_TRUE(entry(table, n, i) == entry(table, n - 1, i - 1) + entry(table, n - 1, i)) << n << ", " << i;
        }
    }
}

TEST(Binomials, AreExactUpTo128BitsAndSaturateBeyond) {
    BinomialTable const table = make_binomials(140, 100);
    EXPECT_EQ(to_string(entry(table, 131, 65)), "188694833082770476622296176145946360850");
    EXPECT_TRUE(entry(table, 132, 66) == ~WideCount{0});
    EXPECT_TRUE(entry(table, 140, 66) == ~WideCount{0});
    EXPECT_EQ(to_string(entry(table, 140, 3)), "447580");
    EXPECT_GE(table.columns, 66u);
}

// Subsets of fewer than `size` vertices are all that a leaf asks for.
TEST(Binomials, HaveNoMoreColumnsThanAreAskedFor) {
    BinomialTable const table = make_binomials(9, 3);
    EXPECT_EQ(table.columns, 3u);
    EXPECT_TRUE(entry(table, 9, 2) == 36);
    EXPECT_TRUE(entry(table, 9, 8) == 9);
}

} // namespace cerrado::test
