// Answers to queries: known ones, and those of the serial verifier, on every device.
#include "query/verifier.hpp"
#include "unit/apps/query_golden.hpp"
#include "unit/apps/query_random.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/contract/result.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {
namespace {

class Queries : public OnDeviceOrLockstep {};
CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(Queries);

TEST_P(Queries, HaveTheGoldenRowsAndSymmetries) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    std::map<std::string, Graph> graphs;
    for (GoldenQuery const& golden : golden_queries()) {
        constexpr std::uint64_t few = 2000;
        if (is_slow() && golden.count > few) continue;
        auto const graph = graphs.try_emplace(golden.graph, golden_graph(golden.graph)).first;
        std::string const text = golden.match.empty() ? golden.dotmotif : golden.match;
        SCOPED_TRACE(golden.id + ": " + text);
        QueryResult const found = count_query(graph->second, parse_query(text), {}, options());
        EXPECT_EQ(to_string(found.count), std::to_string(golden.count));
        EXPECT_EQ(to_string(found.symmetries), std::to_string(golden.symmetries));
        if (golden.mode == QueryMode::nodes) {
            EXPECT_EQ(to_string(found.matches.value()), std::to_string(golden.count / golden.symmetries));
        }
    }
}

TEST_P(Queries, HaveTheGoldenSumsOfPlaces) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    std::map<std::string, Graph> graphs;
    for (GoldenQuery const& golden : golden_queries()) {
        std::uint64_t const few = is_slow() ? 400 : 30000;
        if (golden.count > few) continue;
        auto const graph = graphs.try_emplace(golden.graph, golden_graph(golden.graph)).first;
        std::vector<std::uint64_t> const places = golden_places(graph->second, golden.graph);
        for (std::string const& text : golden.texts()) {
            SCOPED_TRACE(golden.id + ": " + text);
            Query const query = parse_query(text);
            LocalQuery const found = count_local_query(graph->second, query, {}, options());
            std::map<std::string, std::uint64_t> sums;
            for (std::size_t i = 0; i < query.variables.size(); ++i) {
                std::uint64_t sum = 0;
                for (std::size_t v = 0; v < places.size(); ++v)
                    sum += places[v] * static_cast<std::uint64_t>(found.of_variables[i][v]);
                sums[query.variables[i].name] = sum;
            }
            EXPECT_EQ(sums, golden.sums);
        }
    }
}

TEST_P(Queries, HaveTheGoldenGroups) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    auto const groups = golden_groups();
    for (GoldenQuery const& golden : golden_queries()) {
        if (!groups.contains(golden.id) || (is_slow() && golden.count > 1000)) continue;
        SCOPED_TRACE(golden.id + ": " + golden.match);
        GroupedQuery const found = group_query(golden_graph(golden.graph), parse_query(golden.match), {}, options());
        std::map<std::vector<std::string>, std::uint64_t> counts;
        for (QueryGroup const& group : found.groups) {
            std::vector<std::string> key;
            for (Cell const& cell : group.key) key.push_back(cell.index() == 0 ? "null" : text_of(cell));
            counts[key] = static_cast<std::uint64_t>(group.count);
        }
        EXPECT_EQ(counts, groups.at(golden.id));
    }
}

TEST_P(Queries, HaveTheCountsOfDotMotifsCases) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    for (GoldenMotif const& motif : golden_motifs()) {
        SCOPED_TRACE(motif.id + ": " + motif.query);
        Graph const graph = attributed_graph(motif.vertices, motif.arcs);
        QueryResult const found =
            count_query(graph, parse_query(motif.query), {.distinct = motif.is_distinct}, options());
        EXPECT_EQ(to_string(found.count), std::to_string(motif.count));
    }
}

using Rows = std::set<std::pair<std::vector<VertexId>, std::vector<std::uint32_t>>>; // vertices and edges

Rows rows_of(Graph const& graph, Query const& query, RunOptions const& options) {
    Rows rows;
    list_query(
        graph, query,
        [&](QueryRow const& row) {
            rows.emplace(std::vector(row.vertices.begin(), row.vertices.end()),
                         std::vector(row.rows.begin(), row.rows.end()));
        },
        {}, options);
    return rows;
}

void expect_found(FoundQuery const& found, bool exists) {
    EXPECT_EQ(found.exists, exists);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.count, exists ? 1u : 0u);
    EXPECT_EQ(found.vertices.empty(), !exists);
}

TEST_P(Queries, AreFoundIfTheyHaveGoldenRows) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    std::map<std::string, Graph> graphs;
    for (GoldenQuery const& golden : golden_queries()) {
        auto const graph = graphs.try_emplace(golden.graph, golden_graph(golden.graph)).first;
        for (std::string const& text : golden.texts()) {
            SCOPED_TRACE(golden.id + ": " + text);
            Query const query = parse_query(text);
            FoundQuery const found = find_query(graph->second, query, {}, options());
            expect_found(found, golden.count > 0);
            EXPECT_EQ(to_string(found.symmetries), std::to_string(golden.symmetries));
            constexpr std::uint64_t few = 30000;
            if (golden.count == 0 || golden.count > few || is_slow()) continue;
            EXPECT_TRUE(rows_of(graph->second, query, options()).contains({found.vertices, found.rows}));
        }
    }
}

// With each way of counting: rows, rows at each vertex, distinct rows, groups; and by the search for one row.
void expect_as_verified(Graph const& graph, Query const& query, RunOptions const& options) {
    VerifiedQuery const expected = verify_query(graph, query);
    FoundQuery const one = find_query(graph, query, {}, options);
    expect_found(one, expected.rows > 0);
    EXPECT_TRUE(!one.exists || !*one.exists || rows_of(graph, query, options).contains({one.vertices, one.rows}));
    QueryResult const found = count_query(graph, query, {}, options);
    EXPECT_EQ(to_string(found.count), to_string(expected.rows));
    EXPECT_EQ(to_string(found.symmetries), std::to_string(symmetries_of(query)));
    LocalQuery const local = count_local_query(graph, query, {}, options);
    EXPECT_TRUE(local.of_variables == expected.at_vertices);
    if (query.items.size() > 1) {
        std::map<std::vector<std::string>, WideCount> groups;
        for (QueryGroup const& group : group_query(graph, query, {}, options).groups) {
            std::vector<std::string> key;
            for (Cell const& cell : group.key) key.push_back(cell.index() == 0 ? "null" : text_of(cell));
            groups[key] += group.count;
        }
        EXPECT_TRUE(groups == expected.groups);
    }
    if (query.mode != QueryMode::nodes) return;
    expect_found(find_query(graph, query, {.induced = true}, options),
                 count_query(graph, query, {.induced = true}, options).count > 0);
    std::set<std::vector<VertexId>> distinct;
    QueryResult const listed = list_query(
        graph, query, [&](QueryRow const& row) { distinct.emplace(row.vertices.begin(), row.vertices.end()); },
        {.distinct = true}, options);
    EXPECT_EQ(to_string(listed.count), to_string(expected.rows / found.symmetries));
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(listed.count));
}

TEST_P(Queries, AreAsVerified) {
    unsigned const seeds = is_slow() ? 12 : 150;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        for (bool const is_directed : {true, false}) {
            RandomQueries random(seed, is_directed);
            Graph const graph = random.graph();
            Query const query = random.query();
            SCOPED_TRACE(fmt::format("seed {}, {}: {}", seed, is_directed ? "directed" : "undirected", query.text));
            expect_as_verified(graph, query, options());
        }
    }
}

// A directed graph of layers: each vertex has arcs to all of the next layer, and those of the last one go to the first one with
// a weight of 1, others with 5. Beside it a cycle as long as there are layers, of weight 5.
Graph layers_and_a_cycle(VertexId layers, VertexId width) {
    std::vector<Edge> arcs;
    std::vector<Cell> weights;
    VertexId const inside = layers * width;
    for (VertexId layer = 0; layer < layers; ++layer) {
        bool const is_last = layer + 1 == layers;
        for (VertexId u = 0; u < width; ++u) {
            for (VertexId v = 0; v < width; ++v) {
                arcs.push_back({layer * width + u, (is_last ? 0 : layer + 1) * width + v});
                weights.emplace_back(std::int64_t{is_last ? 1 : 5});
            }
        }
        arcs.push_back({inside + layer, inside + (is_last ? 0 : layer + 1)});
        weights.emplace_back(std::int64_t{5});
    }
    Graph const graph = graph_from_arcs(inside + layers, arcs);
    return with_rows(graph, arcs, {column_of("w", weights)});
}

// A list would meet 10^16 paths before the cycle. Many different conditions have more bits than fit a byte.
TEST(LargeQueries, AreFoundSoon) {
    constexpr VertexId layers = 16, width = 10;
    Graph const graph = layers_and_a_cycle(layers, width);
    RunOptions options = on(DeviceKind::host);
    options.deadline_seconds = 60;
    for (unsigned const different : {1u, 6u}) {
        std::string text;
        for (VertexId i = 0; i < layers; ++i)
            text += fmt::format("V{} -> V{} [w > 2.{}]; ", i, (i + 1) % layers, i % different);
        FoundQuery const found = find_query(graph, parse_query(text), {}, options);
        expect_found(found, true);
        EXPECT_EQ(found.chosen.form, "first");
        ASSERT_EQ(found.vertices.size(), layers);
        std::set<VertexId> const vertices(found.vertices.begin(), found.vertices.end());
        EXPECT_EQ(vertices.size(), layers);
        EXPECT_EQ(*vertices.begin(), layers * width);
        expect_found(find_query(graph, parse_query(text + "V0 -> V1 [w < 2]"), {}, options), false);
    }
}

TEST(LargeQueries, MayEndBeforeTheAnswerIsKnown) {
    Graph const graph = generate_graph("gen:complete:n=60");
    std::string text = "V0.t = V12.t"; // which no two vertices meet
    for (int i = 0; i < 12; ++i) text += fmt::format("; V{} -- V{}", i, i + 1);
    std::vector<Cell> cells;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) cells.emplace_back(std::int64_t{v});
    Graph const marked = with_vertex_column(graph, column_of("t", cells));
    RunOptions options = on(DeviceKind::host);
    options.deadline_seconds = 0.05;
    FoundQuery const found = find_query(marked, parse_query(text), {}, options);
    EXPECT_EQ(found.exists, std::nullopt);
    EXPECT_EQ(found.status, Status::deadline);
    EXPECT_TRUE(found.vertices.empty());
}

TEST_P(Queries, HaveTheRowsOfTheirLimit) {
    unsigned const seeds = is_slow() ? 6 : 60;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        RandomQueries random(seed, true);
        Graph const graph = random.graph();
        Query query = random.query();
        query.items = {{QueryItem::Kind::vertex, 0, {}, "x"}};
        Rows const all = rows_of(graph, query, options());
        for (std::uint64_t const limit : {1u, 2u, 7u, 50u}) {
            SCOPED_TRACE(fmt::format("seed {}, limit {}: {}", seed, limit, query.text));
            query.limit = limit;
            std::uint64_t visited = 0;
            QueryResult const found = list_query(
                graph, query,
                [&](QueryRow const& row) {
                    ++visited;
                    EXPECT_TRUE(all.contains({std::vector(row.vertices.begin(), row.vertices.end()),
                                              std::vector(row.rows.begin(), row.rows.end())}));
                },
                {}, options());
            EXPECT_EQ(visited, std::min<std::uint64_t>(limit, all.size()));
            EXPECT_EQ(static_cast<std::uint64_t>(found.count), visited);
            EXPECT_EQ(found.status, limit < all.size() ? Status::limit : Status::complete);
        }
    }
}

// All rows are more than can be listed.
TEST(LimitedQueries, EndSoon) {
    Graph const graph = generate_graph("gen:complete:n=200");
    RunOptions options = on(DeviceKind::host);
    options.deadline_seconds = 60;
    for (char const* mode : {"DIFFERENT NODES", "DIFFERENT EDGES", "REPEATABLE ELEMENTS"}) {
        Query const query =
            parse_query(fmt::format("MATCH {} (a)--(b)--(c)--(d)--(e)--(f)--(g), (a)--(g) RETURN a LIMIT 5", mode));
        std::uint64_t visited = 0;
        QueryResult const found = list_query(
            graph, query, [&](QueryRow const&) { ++visited; }, {}, options);
        EXPECT_EQ(visited, 5u) << mode;
        EXPECT_EQ(found.status, Status::limit) << mode;
    }
}

} // namespace
} // namespace cerrado::test
