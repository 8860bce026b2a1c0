#include "equivalence/sanitizers.hpp"
#include "unit/apps/support.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store_input.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cerrado::test {

// Subgraphs that have given vertices: against lists of all, of which the others are dropped. And parts of graphs.

namespace {

using Ids = std::vector<OriginalId>;
using Listed = std::multiset<Ids>;

// Ids are 10, 11, ... so that they differ from numbers.
Graph random_graph(std::uint64_t seed, bool directed = false, bool labels = false) {
    RandomSource random(seed);
    constexpr VertexId vertices = 13;
    std::vector<Edge> edges;
    std::vector<OriginalId> ids;
    for (VertexId u = 0; u < vertices; ++u) {
        ids.push_back(10 + u);
        for (VertexId v = 0; v < vertices; ++v)
            if (u != v && (directed || u < v) && random.below(100) < (directed ? 25U : 60U)) edges.push_back({u, v});
    }
    Graph graph = directed ? graph_from_arcs(vertices, edges, ids) : graph_from_edges(vertices, edges, ids);
    if (!labels) return graph;
    std::vector<std::string> of;
    for (VertexId v = 0; v < vertices; ++v) of.emplace_back(random.below(2) == 0 ? "a" : "b");
    return with_labels(graph, of);
}

bool has_all(Ids const& subgraph, Ids const& through) {
    return std::ranges::all_of(through, [&](OriginalId id) { return std::ranges::count(subgraph, id) != 0; });
}
Listed with(Listed const& all, Ids const& through) {
    Listed some;
    for (Ids const& one : all)
        if (has_all(one, through)) some.insert(one);
    return some;
}
auto into(Listed& listed, bool sorts) {
    return [&listed, sorts](std::span<OriginalId const> ids) {
        Ids one(ids.begin(), ids.end());
        if (sorts) std::ranges::sort(one);
        listed.insert(one);
    };
}

constexpr std::uint64_t seeds = under_sanitizer ? 1 : 3;
std::vector<Ids> const throughs = {{12}, {10, 15}, {22, 11}, {13, 14, 16}};

} // namespace

class Through : public OnDevice {};

TEST_P(Through, CliquesAreThoseOfTheListThatHaveAll) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 2 * seeds; ++seed) {
        Graph const graph = random_graph(seed);
        for (Ids const& through : throughs) {
            std::map<int, std::size_t> sizes;
            for (int k = 1; k <= 6; ++k) {
                SCOPED_TRACE(testing::Message() << "seed " << seed << ", k " << k << ", first " << through[0]);
                Listed all, some;
                list_cliques(graph, {.k = k}, into(all, true), options());
                Listed const expected = with(all, through);
                RunResult const counted = count_cliques(graph, {.k = k, .through = through}, options());
                EXPECT_EQ(to_string(counted.count), std::to_string(expected.size()));
                RunResult const listed = list_cliques(graph, {.k = k, .through = through}, into(some, true), options());
                EXPECT_EQ(some, expected);
                EXPECT_EQ(to_string(listed.count), std::to_string(expected.size()));
                if (!expected.empty()) sizes[k] = expected.size();
                RunResult const local = count_local_cliques(graph, {.k = k, .through = through}, options());
                for (VertexCount const& row : local.of<PerVertexAndEdge>().vertices) {
                    auto const here = std::ranges::count_if(
                        expected, [&](Ids const& clique) { return std::ranges::count(clique, row.vertex) != 0; });
                    EXPECT_EQ(to_string(row.count), std::to_string(here)) << row.vertex;
                }
                EXPECT_EQ(local.of<PerVertexAndEdge>().vertices.size(), graph.vertex_count());
                found += expected.size();
            }
            std::map<int, std::size_t> in_one_run;
            for (SizeCount const& row :
                 count_cliques(graph, {.max_k = 6, .through = through}, options()).of<BySize>().sizes)
                if (row.count != "0") in_one_run[row.k] = std::stoull(row.count);
            EXPECT_EQ(in_one_run, sizes);
        }
    }
    EXPECT_GT(found, under_sanitizer ? 50U : 200U);
}

TEST_P(Through, MaximalCliquesAreThoseOfTheListThatHaveAll) {
    for (std::uint64_t seed = 1; seed <= 2 * seeds; ++seed) {
        Graph const graph = random_graph(seed);
        Listed all;
        list_maximal_cliques(graph, {}, into(all, true), options());
        for (Ids const& through : throughs) {
            Listed some;
            list_maximal_cliques(graph, {.through = through}, into(some, true), options());
            EXPECT_EQ(some, with(all, through));
            Ids records;
            RunOptions batches = options();
            batches.of<StoreInput>().batch_sink = [&](std::span<OriginalId const> ids) {
                records.insert(records.end(), ids.begin(), ids.end());
            };
            list_maximal_cliques(graph, {.through = through}, batches);
            std::size_t cliques = 0;
            for (std::size_t at = 0; at < records.size(); at += records[at] + 1) ++cliques;
            EXPECT_EQ(cliques, some.size());
            RunResult const counted = count_maximal_cliques(graph, {.through = through}, options());
            EXPECT_EQ(to_string(counted.count), std::to_string(some.size()));
        }
    }
}

TEST_P(Through, MatchesAreThoseOfTheListThatHaveAll) {
    struct Asked {
        char const* pattern;
        bool directed, labels;
    };
    constexpr Asked all_asked[] = {{"0-1", false, false},
                                   {"house", false, false},
                                   {"0-1,0-2,0-3", false, false},
                                   {"0-1,1-2,2-3,3-0,0~2", false, false},
                                   {"0-1,1-2,0:a,2:b", false, true},
                                   {"0-1,1-2,2-0,0:a|b,1:b", false, true},
                                   {"0>1,1>2,0>2", true, false},
                                   {"0>1,1-2,2~>0", true, false},
                                   {"0-1,1-2,2-3,0~3,1:a", false, true}};
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        for (Asked const& asked : all_asked) {
            Graph const graph = random_graph(seed, asked.directed, asked.labels);
            for (bool const induced : {false, true}) {
                MatchQuery query{.pattern = parse_pattern(asked.pattern), .induced = induced};
                Listed all;
                list_matches(graph, query, into(all, false), options());
                for (Ids const& through : throughs) {
                    SCOPED_TRACE(testing::Message()
                                 << asked.pattern << ", seed " << seed << ", through " << through[0]);
                    Listed const expected = with(all, through);
                    query.through = through;
                    EXPECT_EQ(to_string(count_matches(graph, query, options()).count), std::to_string(expected.size()));
                    Listed some;
                    list_matches(graph, query, into(some, false), options());
                    EXPECT_EQ(some, expected);
                    EXPECT_EQ(bind_match_exists(query).run(graph, options()).count, expected.empty() ? 0 : 1);
                    found += expected.size();
                    if (expected.size() > 2) {
                        RunOptions few = options();
                        few.of<StoreInput>().limit = 2;
                        Listed two;
                        list_matches(graph, query, into(two, false), few);
                        EXPECT_EQ(two.size(), 2U);
                    }
                    query.through.clear();
                }
            }
        }
    }
    EXPECT_GT(found, under_sanitizer ? 300U : 1000U);
}

TEST_P(Through, MotifsAreTheInducedMatchesThatHaveAll) {
    for (int k = 3; k <= (under_sanitizer ? 4 : 5); ++k) {
        TransitionTable const tables = TransitionTable::load(k);
        for (std::uint64_t seed = 1; seed <= (k == 5 ? 1 : seeds); ++seed) {
            Graph const graph = random_graph(seed);
            for (Ids const& through : throughs) {
                SCOPED_TRACE(testing::Message() << "seed " << seed << ", k " << k << ", first " << through[0]);
                for (bool const all : {false, true}) {
                    MotifResult const counted = count_motifs(
                        graph, {.k = k, .edge_induced = all, .through = through, .tables = &tables}, options());
                    EXPECT_EQ(counted.status, Status::complete);
                    for (MotifCount const& motif : counted.motifs) {
                        MatchQuery const query{
                            .pattern = parse_pattern(motif.pattern.graph6), .induced = !all, .through = through};
                        EXPECT_EQ(to_string(motif.count), to_string(count_matches(graph, query, options()).count))
                            << motif.pattern.graph6;
                    }
                }
            }
        }
    }
    Graph const directed = random_graph(4, true);
    for (MotifCount const& motif :
         count_motifs(directed, {.k = 3, .directed = true, .through = {12, 15}}, options()).motifs) {
        MatchQuery const query{.pattern = parse_pattern(motif.pattern.graph6), .induced = true, .through = {12, 15}};
        EXPECT_EQ(to_string(motif.count), to_string(count_matches(directed, query, options()).count))
            << motif.pattern.graph6;
    }
}

CERRADO_ON_EVERY_DEVICE(Through);

TEST(ThroughRules, WrongVerticesAreRefused) {
    Graph const graph = random_graph(1);
    RunOptions const options = on(DeviceKind::host);
    expect_refusal("no vertex 99", [&] { count_cliques(graph, {.k = 3, .through = {99}}, options); });
    expect_refusal("given twice", [&] { count_cliques(graph, {.k = 3, .through = {12, 12}}, options); });
    expect_refusal("per_edge", [&] { bind_local_cliques({.k = 3, .per_edge = true, .through = {12}}); });
    expect_refusal("no counts at vertices",
                   [&] { bind_local_matches({.pattern = parse_pattern("0-1"), .through = {12}}); });
    expect_refusal("3 vertices has 4", [&] { count_motifs(graph, {.k = 3, .through = {10, 11, 12, 13}}, options); });
}

TEST(Within, IsTheGraphOfTheseVerticesAndWhatJoinsThem) {
    for (bool const directed : {false, true}) {
        Graph const graph = random_graph(2, directed, true);
        Ids const ids = {20, 11, 13, 14, 19, 22};
        Graph const part = within(graph, vertices_of(graph, ids));
        ASSERT_EQ(part.vertex_count(), ids.size());
        GraphRef const whole = graph.ref();
        for (VertexId v = 0; v < part.vertex_count(); ++v) {
            VertexId const old = static_cast<VertexId>(part.original_id(v) - 10);
            EXPECT_EQ(part.marks->label_names[part.marks->labels[v]],
                      graph.marks->label_names[graph.marks->labels[old]]);
            for (VertexId u = 0; u < part.vertex_count(); ++u) {
                VertexId const other = static_cast<VertexId>(part.original_id(u) - 10);
                EdgeOffset const entry = part.ref().find(v, u);
                bool const is_there = entry < part.ref().end(v) && part.ref().neighbours[entry] == u;
                EXPECT_EQ(is_there, whole.adjacent(old, other));
                if (directed && is_there) {
                    EXPECT_EQ(part.marks->arcs[entry], graph.marks->arcs[whole.find(old, other)]);
                }
            }
        }
    }
    EXPECT_EQ(within(random_graph(1), {}).vertex_count(), 0U);
}

TEST(Through, MatchesOfHubsAreADifference) {
    Graph const star = generate_graph("gen:star:n=200001");
    RunResult const result =
        count_matches(star, {.pattern = parse_pattern("4-star"), .through = {17}}, on(DeviceKind::host));
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(to_string(result.count), to_string(WideCount{199999} * 199998 * 199997 / 6));
    RunResult const two =
        count_matches(star, {.pattern = parse_pattern("4-star"), .through = {17, 0}}, on(DeviceKind::host));
    EXPECT_EQ(to_string(two.count), to_string(result.count));
    RunResult const leaves =
        count_matches(star, {.pattern = parse_pattern("4-star"), .through = {17, 18}}, on(DeviceKind::host));
    EXPECT_EQ(to_string(leaves.count), to_string(WideCount{199998} * 199997 / 2));
}

} // namespace cerrado::test
