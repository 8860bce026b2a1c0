// Answers to queries: known ones, and those of the serial verifier, on every device.
#include "query/verifier.hpp"
#include "unit/apps/query_golden.hpp"
#include "unit/apps/query_random.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/contract/result.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
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

// With each way of counting: rows, rows at each vertex, distinct rows, groups.
void expect_as_verified(Graph const& graph, Query const& query, RunOptions const& options) {
    VerifiedQuery const expected = verify_query(graph, query);
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

} // namespace
} // namespace cerrado::test
