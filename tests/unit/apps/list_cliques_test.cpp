// list_cliques with every kind of sink on the host, from single vertices on.
#include "support.hpp"

#include <clique/verifier.hpp>

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/output/store_input.hpp>

#include <algorithm>
#include <set>

namespace cerrado::test {
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

} // namespace cerrado::test
