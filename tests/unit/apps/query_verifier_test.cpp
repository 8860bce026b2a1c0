// The verifier of queries against known answers.
#include "query/verifier.hpp"
#include "unit/apps/query_golden.hpp"
#include "unit/apps/query_random.hpp"
#include "unit/message_of.hpp"

#include <cerrado/apps/query.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

class VerifiedGoldenQueries : public testing::TestWithParam<char const*> {
protected:
    void SetUp() override {
        if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    }
};

TEST_P(VerifiedGoldenQueries, HaveTheRowsAndSums) {
    Graph const graph = golden_graph(GetParam());
    std::vector<std::uint64_t> const places = golden_places(graph, GetParam());
    int compared = 0;
    for (GoldenQuery const& golden : golden_queries()) {
        if (golden.graph != GetParam()) continue;
        ++compared;
        for (std::string const& text : golden.texts()) {
            SCOPED_TRACE(golden.id + ": " + text);
            Query const query = parse_query(text);
            EXPECT_EQ(query.mode, golden.mode);
            EXPECT_EQ(symmetries_of(query), golden.symmetries);
            VerifiedQuery const found = verify_query(graph, query);
            EXPECT_EQ(to_string(found.rows), std::to_string(golden.count));
            std::map<std::string, std::uint64_t> sums;
            for (std::size_t i = 0; i < query.variables.size(); ++i) {
                WideCount sum = 0, sum_of_numbers = 0;
                for (VertexId v = 0; v < graph.vertex_count(); ++v) {
                    sum += places[v] * found.at_vertices[i][v];
                    sum_of_numbers += v * found.at_vertices[i][v];
                }
                sums[query.variables[i].name] = static_cast<std::uint64_t>(sum);
                EXPECT_TRUE(sum_of_numbers == found.sums[i]) << query.variables[i].name;
            }
            EXPECT_EQ(sums, golden.sums);
        }
    }
    EXPECT_GT(compared, 0);
}
INSTANTIATE_TEST_SUITE_P(Graphs, VerifiedGoldenQueries, testing::Values("plain", "multi", "social", "worm"),
                         [](auto const& info) { return std::string(info.param); });

TEST(QueryVerifier, HasTheGoldenGroups) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    auto const groups = golden_groups();
    int compared = 0;
    for (GoldenQuery const& golden : golden_queries()) {
        if (!groups.contains(golden.id)) continue;
        ++compared;
        SCOPED_TRACE(golden.id + ": " + golden.match);
        VerifiedQuery const found = verify_query(golden_graph(golden.graph), parse_query(golden.match));
        std::map<std::vector<std::string>, std::uint64_t> counts;
        for (auto const& [key, count] : found.groups) counts[key] = static_cast<std::uint64_t>(count);
        EXPECT_EQ(counts, groups.at(golden.id));
    }
    EXPECT_EQ(compared, 3);
}

TEST(QueryVerifier, HasTheCountsOfDotMotifsCases) {
    if (!why_no_queries().empty()) GTEST_SKIP() << why_no_queries();
    std::vector<GoldenMotif> const motifs = golden_motifs();
    EXPECT_EQ(motifs.size(), 42);
    for (GoldenMotif const& motif : motifs) {
        SCOPED_TRACE(motif.id + ": " + motif.query);
        Query const query = parse_query(motif.query);
        WideCount count = verify_query(attributed_graph(motif.vertices, motif.arcs), query).rows;
        if (motif.is_distinct) count /= symmetries_of(query);
        EXPECT_EQ(to_string(count), std::to_string(motif.count));
    }
}

// The rows of a query of attributed_graph().
std::string rows_of(std::string const& arcs, std::string const& text, std::string const& vertices = {},
                    bool is_directed = true, bool induced = false) {
    return to_string(verify_query(attributed_graph(vertices, arcs, is_directed), parse_query(text), induced).rows);
}

TEST(QueryVerifier, CountsRowsAsTheModeSays) {
    std::string const parallel = "a>b{w=1} a>b{w=2} b>c{w=3}";
    EXPECT_EQ(rows_of(parallel, "MATCH DIFFERENT NODES (x)-->(y) RETURN count(*)"), "2");
    EXPECT_EQ(rows_of(parallel, "MATCH (x)-->(y) RETURN count(*)"), "3");
    // x and z of x -> y <- z are different vertices, different arcs, or neither
    EXPECT_EQ(rows_of(parallel, "MATCH DIFFERENT NODES (x)-->(y)<--(z) RETURN count(*)"), "0");
    EXPECT_EQ(rows_of(parallel, "MATCH (x)-->(y)<--(z) RETURN count(*)"), "2");
    EXPECT_EQ(rows_of(parallel, "MATCH REPEATABLE ELEMENTS (x)-->(y)<--(z) RETURN count(*)"), "5");
    // two arcs between the same variables
    EXPECT_EQ(rows_of(parallel, "MATCH DIFFERENT NODES (x)-->(y), (x)-->(y) RETURN count(*)"), "2");
    EXPECT_EQ(rows_of(parallel, "MATCH (x)-->(y), (x)-->(y) RETURN count(*)"), "2");
    EXPECT_EQ(rows_of(parallel, "MATCH REPEATABLE ELEMENTS (x)-->(y), (x)-->(y) RETURN count(*)"), "5");
}

TEST(QueryVerifier, CountsLoopsAsConditionsOnAVertex) {
    std::string const loops = "a>a{w=1} a>a{w=2} a>b{w=1} b>b{w=5} b>c";
    EXPECT_EQ(rows_of(loops, "MATCH DIFFERENT NODES (x)-->(x) RETURN count(*)"), "2");
    EXPECT_EQ(rows_of(loops, "MATCH (x)-->(x) RETURN count(*)"), "3");
    EXPECT_EQ(rows_of(loops, "MATCH (x)-[l]->(x), (x)-[e]->(y) WHERE l.w > e.w RETURN count(*)"), "1");
    EXPECT_EQ(rows_of(loops, "MATCH (x)--(x) RETURN count(*)"), "3");
    EXPECT_EQ(rows_of(loops, "A -> B; A !> A"), "0");
    EXPECT_EQ(rows_of(loops, "A -> B; A !> A [w > 2]"), "1");
}

TEST(QueryVerifier, TakesEitherArc) {
    std::string const arcs = "a>b{w=1} b>a{w=2} b>c{w=3}";
    EXPECT_EQ(rows_of(arcs, "MATCH DIFFERENT NODES (x)--(y) RETURN count(*)"), "4");
    EXPECT_EQ(rows_of(arcs, "MATCH (x)--(y) RETURN count(*)"), "6");
    EXPECT_EQ(rows_of(arcs, "MATCH (x)-[e]-(y) WHERE e.w > 1 RETURN count(*)"), "4");
    EXPECT_EQ(rows_of(arcs, "MATCH (x)--(y)--(z) RETURN count(*)"), "8");
    EXPECT_EQ(rows_of(arcs, "MATCH (x)-[e]-(y) WHERE e.w > 1 RETURN count(*)", "", false), "4");
    EXPECT_EQ(rows_of("a>b b>c c>d", "MATCH DIFFERENT NODES (x)--(y)--(z) RETURN count(*)", "", false), "4");
}

TEST(QueryVerifier, KeepsStrangersApartIfInduced) {
    std::string const arcs = "a>b b>c a>c c>d";
    EXPECT_EQ(rows_of(arcs, "A -> B; B -> C"), "3");
    EXPECT_EQ(rows_of(arcs, "A -> B; B -> C", "", true, true), "2");
    EXPECT_EQ(rows_of(arcs, "A -> B; B -> C; C !> A", "", true, true), "3"); // the pattern says something of A and C
}

TEST(QueryVerifier, IsTrueUnknownOrFalseAsSql) {
    // v has no x, and p no y
    std::string const vertices = "u{x=1,y=1} v{y=1} p{x=1}", arcs = "u>q v>q p>q";
    auto const rows = [&](std::string const& condition) {
        return rows_of(arcs, "MATCH (a)-->(b) WHERE " + condition + " RETURN count(*)", vertices);
    };
    EXPECT_EQ(rows("a.x = 1"), "2");
    EXPECT_EQ(rows("a.x <> 1"), "0");
    EXPECT_EQ(rows("NOT a.x = 1"), "0");
    EXPECT_EQ(rows("NOT a.x <> 1"), "2");
    EXPECT_EQ(rows("a.x = 1 OR a.y = 1"), "3");
    EXPECT_EQ(rows("a.x = 1 AND a.y = 1"), "1");
    EXPECT_EQ(rows("NOT (a.x = 1 AND a.y = 2)"), "2"); // of u, and of v: unknown and false is false
    EXPECT_EQ(rows("NOT (a.x = 2 OR a.y = 2)"), "1");
    EXPECT_EQ(rows("a.x IS NULL"), "1");
    EXPECT_EQ(rows("a.x IS NOT NULL"), "2");
    EXPECT_EQ(rows("a.x IN [1, 2]"), "2");
    EXPECT_EQ(rows("NOT a.x IN [2, 3]"), "2");
    EXPECT_EQ(rows("NOT a.x IN [2, a.y]"), "0"); // p: 1 is none of 2 and unknown
    EXPECT_EQ(rows("a.x + a.y = 2"), "1");
    EXPECT_EQ(rows("a.x - a.y * 2 = -1"), "1");
}

TEST(QueryVerifier, ComparesIntegersAndRealsExactly) {
    // 2^53 + 1 is no real
    std::string const vertices = "u{n=9007199254740993,x=9007199254740992.0} v{n=9007199254740992}", arcs = "u>v";
    auto const rows = [&](std::string const& condition) {
        return rows_of(arcs, "MATCH (a)-->(b) WHERE " + condition + " RETURN count(*)", vertices);
    };
    EXPECT_EQ(rows("a.n = a.x"), "0");
    EXPECT_EQ(rows("a.n > a.x"), "1");
    EXPECT_EQ(rows("b.n = a.x"), "1");
    EXPECT_EQ(rows("b.n >= a.x"), "1");
    EXPECT_EQ(rows("a.x < a.n"), "1");
    EXPECT_EQ(rows("a.n * a.n > b.n * a.n"), "1");
}

TEST(QueryVerifier, RefusesWhatCannotBeEvaluated) {
    auto const work = [](std::string const& condition) {
        return [=] { rows_of("a>b{w=1,t=x}", "MATCH (a)-[e]->(b) WHERE " + condition + " RETURN count(*)"); };
    };
    EXPECT_EQ(message_of<InputError>(work("e.weight > 1")), "the edges have no column 'weight'");
    EXPECT_EQ(message_of<InputError>(work("a.w > 1")), "the vertices have no column 'w'");
    EXPECT_EQ(message_of<InputError>(work("e.w > e.t")), "a comparison of values of different types");
    EXPECT_EQ(message_of<InputError>(work("e.t + 1 > 1")), "arithmetic with a value that is no number");
}

TEST(QueryVerifier, TakesLabelsFromAColumn) {
    Graph const graph = attributed_graph("a{kind=K} b{kind=L} c", "a>b{type=S} b>a{type=T} b>c{type=S}");
    auto const rows = [&](std::string const& text) {
        return to_string(verify_query(graph, parse_query(text), false, {"kind", "type"}).rows);
    };
    EXPECT_EQ(rows("MATCH (x:K)-->(y) RETURN count(*)"), "1");
    EXPECT_EQ(rows("MATCH (x:K|L)-->(y) RETURN count(*)"), "3");
    EXPECT_EQ(rows("MATCH (x)-[:S]->(y) RETURN count(*)"), "2");
    EXPECT_EQ(rows("MATCH (x:L)-[:T]->(y) RETURN count(*)"), "1");
}

WideCount sum_of(std::vector<WideCount> const& counts) {
    WideCount sum = 0;
    for (WideCount const count : counts) sum += count;
    return sum;
}

class VerifiedRandomQueries : public testing::TestWithParam<bool> {};

TEST_P(VerifiedRandomQueries, AddUp) {
    int found_some = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        RandomQueries random(seed, GetParam());
        Graph const graph = random.graph();
        Query const query = random.query();
        SCOPED_TRACE(fmt::format("seed {}: {}", seed, query.text));
        VerifiedQuery const found = verify_query(graph, query);
        for (std::vector<WideCount> const& counts : found.at_vertices) EXPECT_TRUE(sum_of(counts) == found.rows);
        WideCount in_groups = 0;
        for (auto const& [key, count] : found.groups) in_groups += count;
        EXPECT_TRUE(in_groups == (query.items.size() > 1 ? found.rows : 0));
        EXPECT_TRUE(query.mode != QueryMode::nodes || found.rows % symmetries_of(query) == 0);
        EXPECT_TRUE(verify_query(graph, query, false, {"l", "l"}).rows == found.rows); // as the labels are
        found_some += found.rows != 0 ? 1 : 0;
    }
    EXPECT_GT(found_some, 100);
}

TEST_P(VerifiedRandomQueries, AreAsTheirTexts) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        RandomQueries random(seed, GetParam());
        Graph const graph = random.graph();
        Query const query = random.query();
        SCOPED_TRACE(fmt::format("seed {}: {}", seed, query.text));
        Query const read = parse_query(query.text);
        VerifiedQuery const expected = verify_query(graph, query), found = verify_query(graph, read);
        EXPECT_EQ(read.mode, query.mode);
        EXPECT_EQ(to_string(found.rows), to_string(expected.rows));
        EXPECT_TRUE(found.groups == expected.groups);
        EXPECT_EQ(symmetries_of(read), symmetries_of(query));
    }
}
INSTANTIATE_TEST_SUITE_P(Graphs, VerifiedRandomQueries, testing::Bool(),
                         [](auto const& info) { return info.param ? "Directed" : "Undirected"; });

TEST(SymmetriesOfAQuery, AreThoseThatKeepArcsAndConditions) {
    auto const symmetries = [](std::string const& text) { return symmetries_of(parse_query(text)); };
    EXPECT_EQ(symmetries("A -> B; B -> C; C -> A"), 3);
    EXPECT_EQ(symmetries("A -> B; B -> C; C -> A; A.t = B.t; B.t = C.t; C.t = A.t"), 3);
    EXPECT_EQ(symmetries("A -> B; A -> C; B.t < C.t"), 1);
    EXPECT_EQ(symmetries("A -> B; A -> C; B.t != C.t"), 2);
    EXPECT_EQ(symmetries("A -> B; A -> C; B !> C"), 1);
    EXPECT_EQ(symmetries("A -> B; A -> C; B !> C; C !> B"), 2);
    EXPECT_EQ(symmetries("A -> B; A -> C; A -> D; B !> C [w > 1]; C !> B [w > 1]"), 2);
    EXPECT_EQ(symmetries("A -> B; A -> C; A -> D; B !> C [w > 1]; C !> B [w > 2]"), 1);
    EXPECT_EQ(symmetries("MATCH (a)-[e]-(b) RETURN count(*)"), 2);
    EXPECT_EQ(symmetries("MATCH (a)-[e]-(b)-[f]-(c) WHERE e.w < 3 AND 3 > f.w RETURN count(*)"), 2);
    EXPECT_EQ(symmetries("MATCH (a)-[e]-(b)-[f]-(c) WHERE e.w - f.w > 0 RETURN count(*)"), 1);
    EXPECT_EQ(symmetries("MATCH (a)-[e]-(b)-[f]-(c) WHERE e.w * 2 + f.w * 2 > 0 RETURN count(*)"), 2);
    EXPECT_EQ(symmetries("MATCH (a)-[e]->(b), (a)-[f]->(b) WHERE e.w < f.w RETURN count(*)"), 1);
    EXPECT_EQ(symmetries("MATCH (a:K)-->(b), (c:L)-->(b) RETURN count(*)"), 1);
    EXPECT_EQ(symmetries("MATCH (a:K|L)-->(b), (c:L|K)-->(b) RETURN count(*)"), 2);
}

} // namespace
} // namespace cerrado::test
