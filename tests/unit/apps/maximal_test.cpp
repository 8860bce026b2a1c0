#include "unit/apps/support.hpp"
#include "unit/size_map.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/result.hpp>

#include <clique/verifier.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace cerrado::test {

// Maximal and largest cliques: against the serial program, against formulas, and each list by the definition.

namespace {

using Cliques = std::vector<std::vector<OriginalId>>;

SizeMap sizes_in(RunResult const& result) { return map_of(result.of<BySize>()); }

SizeMap serial_sizes(Graph const& graph) {
    SizeMap sizes;
    for (auto const& [size, count] : clique::count_maximal(graph)) sizes[size] = to_string(count);
    return sizes;
}

Cliques listed(Graph const& graph, MaximalCliqueQuery const& query, RunOptions const& options) {
    Cliques cliques;
    RunResult const result = list_maximal_cliques(
        graph, query,
        [&](std::span<OriginalId const> ids) {
            cliques.emplace_back(ids.begin(), ids.end());
            std::ranges::sort(cliques.back());
        },
        options);
    EXPECT_EQ(to_string(result.count), std::to_string(cliques.size()));
    EXPECT_EQ(result.status, Status::complete);
    std::ranges::sort(cliques);
    return cliques;
}

// By the definition: all are adjacent, and no vertex is adjacent to all.
bool is_maximal(Graph const& graph, std::vector<OriginalId> const& ids) {
    std::vector<VertexId> members;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        if (std::ranges::count(ids, graph.original_id(v)) != 0) members.push_back(v);
    GraphRef const ref = graph.ref();
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const beside = std::ranges::count_if(members, [&](VertexId u) { return ref.adjacent(u, v); });
        bool const is_member = std::ranges::count(members, v) != 0;
        if (beside != std::ssize(members) - (is_member ? 1 : 0) && is_member) return false;
        if (beside == std::ssize(members) && !is_member) return false;
    }
    return members.size() == ids.size();
}

Graph random_graph(std::uint64_t seed) {
    RandomSource random(seed);
    auto const vertices = static_cast<VertexId>(1 + random.below(28));
    std::uint64_t const percent = random.below(101);
    std::vector<Edge> edges;
    for (VertexId u = 0; u < vertices; ++u)
        for (VertexId v = u + 1; v < vertices; ++v)
            if (random.below(100) < percent) edges.push_back({u, v});
    return graph_from_edges(vertices, edges);
}

// All vertices in groups of `size`, adjacent to all of other groups.
Graph complete_multipartite(VertexId groups, VertexId size) {
    std::vector<Edge> edges;
    for (VertexId u = 0; u < groups * size; ++u)
        for (VertexId v = u + 1; v < groups * size; ++v)
            if (u / size != v / size) edges.push_back({u, v});
    return graph_from_edges(groups * size, edges);
}

} // namespace

class MaximalCliquesOn : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(MaximalCliquesOn);

TEST_P(MaximalCliquesOn, OfRandomGraphsAreThoseOfTheSerialProgram) {
    std::uint64_t const graphs = GetParam() == DeviceKind::lockstep ? 12 : 120;
    for (std::uint64_t seed = 0; seed < graphs; ++seed) {
        SCOPED_TRACE(seed);
        Graph const graph = random_graph(seed);
        RunResult const result = count_maximal_cliques(graph, {.per_vertex = true}, options());
        EXPECT_EQ(sizes_in(result), serial_sizes(graph));
        std::vector<VertexId> all(graph.vertex_count());
        std::iota(all.begin(), all.end(), VertexId{0});
        LocalCounts const serial = clique::locate_maximal(graph, 1, 1 << 20, all);
        EXPECT_TRUE(result.of<PerVertexAndEdge>().vertices == serial.vertices);
        RunResult const at_edges = count_maximal_cliques(graph, {.per_edge = true}, options());
        EXPECT_TRUE(at_edges.of<PerVertexAndEdge>() == serial);
        EXPECT_EQ(sizes_in(at_edges), serial_sizes(graph));
        Cliques const cliques = listed(graph, {}, options());
        EXPECT_EQ(to_string(result.count), std::to_string(cliques.size()));
        EXPECT_TRUE(std::ranges::adjacent_find(cliques) == cliques.end()) << "one was met twice";
        for (std::vector<OriginalId> const& clique : cliques) EXPECT_TRUE(is_maximal(graph, clique));
    }
}

// Moon and Moser (1965): no graph of 3 n vertices has more.
TEST_P(MaximalCliquesOn, FollowFormulas) {
    bool const is_slow = GetParam() == DeviceKind::lockstep;
    WideCount power = 1;
    for (VertexId groups = 1; groups <= (is_slow ? 4u : 9u); ++groups) {
        power *= 3;
        RunResult const result = count_maximal_cliques(complete_multipartite(groups, 3), {}, options());
        EXPECT_EQ(sizes_in(result), (SizeMap{{static_cast<int>(groups), to_string(power)}}));
    }
    auto const sizes_of = [&](char const* spec) {
        return sizes_in(count_maximal_cliques(generate_graph(spec), {}, options()));
    };
    EXPECT_EQ(sizes_of("gen:complete:n=70"), (SizeMap{{70, "1"}}));
    EXPECT_EQ(sizes_of("gen:star:n=300"), (SizeMap{{2, "299"}}));
    EXPECT_EQ(sizes_of("gen:cycle:n=40"), (SizeMap{{2, "40"}}));
    EXPECT_EQ(sizes_in(count_maximal_cliques(graph_from_edges(5, {}), {}, options())), (SizeMap{{1, "5"}}));
    EXPECT_EQ(sizes_in(count_maximal_cliques(graph_from_edges(0, {}), {}, options())), SizeMap{});
    EXPECT_EQ(sizes_in(count_maximal_cliques(complete_multipartite(2, 40), {}, options())), (SizeMap{{2, "1600"}}));
}

TEST_P(MaximalCliquesOn, OfSomeSizesAreAPartOfAll) {
    Graph const graph = generate_graph("gen:er:n=40,m=300,seed=5");
    SizeMap const all = sizes_in(count_maximal_cliques(graph, {}, options()));
    ASSERT_GE(all.size(), 3u);
    for (int least = 1; least <= 6; ++least) {
        for (int most = least; most <= 6; ++most) {
            SizeMap some = all;
            std::erase_if(some, [&](auto const& row) { return row.first < least || row.first > most; });
            EXPECT_EQ(sizes_in(count_maximal_cliques(graph, {.min_k = least, .max_k = most}, options())), some);
            for (std::vector<OriginalId> const& clique : listed(graph, {.min_k = least, .max_k = most}, options())) {
                EXPECT_GE(std::ssize(clique), least);
                EXPECT_LE(std::ssize(clique), most);
            }
        }
    }
}

TEST_P(MaximalCliquesOn, OfTheLargestSizeAreTheLargest) {
    for (std::uint64_t seed = 200; seed < 210; ++seed) {
        Graph const graph = random_graph(seed);
        SizeMap const all = serial_sizes(graph);
        RunResult const result = count_largest_cliques(graph, options());
        EXPECT_EQ(sizes_in(result), (SizeMap{*all.rbegin()}));
        std::set<std::vector<OriginalId>> cliques;
        RunResult const list = list_largest_cliques(
            graph,
            [&](std::span<OriginalId const> ids) {
                EXPECT_EQ(std::ssize(ids), all.rbegin()->first);
                std::vector<OriginalId> sorted(ids.begin(), ids.end());
                std::ranges::sort(sorted);
                EXPECT_TRUE(is_maximal(graph, sorted));
                EXPECT_TRUE(cliques.insert(sorted).second);
            },
            options());
        EXPECT_EQ(to_string(list.count), all.rbegin()->second);
        EXPECT_EQ(std::to_string(cliques.size()), all.rbegin()->second);
    }
}

TEST_P(MaximalCliquesOn, InListsOfManyHaveTheirNumberFirst) {
    Graph const graph = generate_graph("gen:er:n=30,m=150,seed=3");
    Cliques const expected = listed(graph, {}, options());
    Cliques found;
    auto const take = [&](auto ids) {
        for (std::size_t at = 0; at < ids.size(); at += 1 + ids[at]) {
            auto const clique = ids.subspan(at + 1, ids[at]);
            found.emplace_back(clique.begin(), clique.end());
            std::ranges::sort(found.back());
        }
    };
    RunOptions own = options();
    own.of<StoreInput>().batch_sink = take;
    list_maximal_cliques(graph, {}, own);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
    found.clear();
    own = options();
    own.of<StoreInput>().narrow_sink = take;
    list_maximal_cliques(graph, {}, own);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
    own.of<StoreInput>().limit = 3;
    found.clear();
    RunResult const some = list_maximal_cliques(graph, {}, own);
    EXPECT_EQ(some.status, Status::limit);
    EXPECT_EQ(found.size(), 3u);
}

TEST(MaximalCliques, RefuseWhatTheyCannotDo) {
    Graph const graph = generate_graph("gen:star:n=50");
    EXPECT_THROW(count_maximal_cliques(graph, {.min_k = 0}), InputError);
    EXPECT_THROW(count_maximal_cliques(graph, {.min_k = 3, .max_k = 2}), InputError);
    RunOptions given = on(DeviceKind::host);
    given.order = GraphOrder::given; // the hub comes first
    EXPECT_THROW(count_maximal_cliques(graph, {}, given), InputError);
    given.order = GraphOrder::degeneracy;
    EXPECT_THROW(count_maximal_cliques(graph, {}, given), InputError);
    RunOptions sinks = on(DeviceKind::host);
    sinks.of<StoreInput>().device_sink = [](DeviceBatch const&) {};
    EXPECT_THROW(list_maximal_cliques(graph, {}, sinks), InputError);
    EXPECT_THROW(list_maximal_cliques(graph, {}, on(DeviceKind::host)), InputError) << "no sink";
}

TEST(MaximalCliques, RunInPartsOnlyIfTheyAreCounted) {
    RunOptions options = on(DeviceKind::host);
    options.checkpoint.file = "unused.ck";
    options.checkpoint.key = "unused";
    options.of<StoreInput>().sink = [](std::span<OriginalId const>) {};
    EXPECT_THROW(list_maximal_cliques(generate_graph("gen:star:n=5"), {}, options), InputError);
}

} // namespace cerrado::test
