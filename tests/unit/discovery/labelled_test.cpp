// Network motifs by labels, and samples: against matches of labelled patterns, and against all subgraphs.
#include "unit/apps/support.hpp"
#include "unit/discovery/any_labels.hpp"
#include "unit/random_arcs.hpp"

#include "isomorphism/verifier.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/graph/generators.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace cerrado::test {
namespace {

Graph digraph() { return graph_from_arcs(24, random_arcs(24, 110, 5)); }
Graph plain() { return generate_graph("gen:er:n=24,m=70,seed=4"); }

WideCount sum_of(Discovery const& found) {
    WideCount sum = 0;
    for (ClassStatistics const& row : found.classes) sum += row.count;
    return sum;
}

// Each row has the matches of its pattern, in the graph and in each random graph.
void expect_matches(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    Discovery const found = discover(graph, query, options);
    ASSERT_EQ(found.status, Status::complete);
    std::vector<Graph> random;
    for (int g = 0; g < query.random_graphs; ++g) {
        random.push_back(
            random_graph(graph, random_graph_query(query, found.model, static_cast<std::uint32_t>(g))).graph);
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        ClassStatistics const& row = found.classes[i];
        std::string name = row.pattern.graph6;
        for (std::string const& label : row.labels) name += " " + label;
        for (std::string const& label : row.edge_labels) name += "/" + label;
        auto const matches = [&](Graph const& in) {
            return to_string(count_matches_serially(in, pattern_of(row, query.directed), true));
        };
        EXPECT_TRUE(seen.insert(name).second) << name;
        EXPECT_EQ(to_string(row.count), matches(graph)) << name;
        for (std::size_t g = 0; g < random.size(); ++g) {
            EXPECT_EQ(to_string(found.random[g][i]), matches(random[g])) << name << " in " << g;
        }
    }
    DiscoveryQuery without = query;
    without.labels = without.edge_labels = false;
    EXPECT_EQ(to_string(sum_of(found)), to_string(sum_of(discover(graph, without, on(DeviceKind::host)))));
}

// How many edges there are by vertex, whether it is the source, the label of the edge and that of the other end.
using Mixing = std::map<std::tuple<VertexId, bool, std::uint32_t, std::uint32_t>, int>;
Mixing mixing_of(Graph const& graph) {
    Mixing mixing;
    for_each_arc_or_edge(graph, [&](VertexId u, VertexId v) {
        std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(u, v)];
        ++mixing[{u, true, label, graph.marks->labels[v]}];
        ++mixing[{v, !is_directed(graph), label, graph.marks->labels[u]}];
    });
    return mixing;
}

} // namespace

class DiscoveryByLabels : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(DiscoveryByLabels);

TEST_P(DiscoveryByLabels, CountsTheMatchesOfItsPatterns) {
    for (Graph const& graph : {with_any_labels(digraph()), with_any_labels(plain())}) {
        bool const directed = is_directed(graph);
        for (auto const& [labels, edge_labels] : {std::pair(true, false), {false, true}, {true, true}}) {
            DiscoveryQuery query{
                .k = 3, .directed = directed, .random_graphs = 3, .labels = labels, .edge_labels = edge_labels};
            expect_matches(graph, query, options());
            query.k = 4;
            query.random_graphs = 2;
            if (labels != edge_labels) expect_matches(graph, query, options());
        }
    }
}

TEST_P(DiscoveryByLabels, OfFreeLabelsAndEveryModel) {
    Graph const graph = with_any_labels(digraph());
    for (NullModel const model :
         {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm, NullModel::er}) {
        for (bool const free : {false, true}) {
            expect_matches(graph,
                           {.k = 3,
                            .directed = true,
                            .random_graphs = 2,
                            .model = model,
                            .labels = true,
                            .edge_labels = true,
                            .free_labels = free},
                           options());
        }
    }
}

TEST_P(DiscoveryByLabels, OfGivenPatterns) {
    Graph const graph = with_any_labels(digraph());
    DiscoveryQuery const query{
        .k = 3,
        .directed = true,
        .patterns = {parse_pattern("0>1,0>2,1>2,0:a,1:b,2:c"), parse_pattern("0>1,1>2,0:a,1:a,2:a")},
        .random_graphs = 2,
        .labels = true};
    Discovery const found = discover(graph, query, options());
    ASSERT_EQ(found.classes.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        WideCount const matches = count_matches_serially(graph, query.patterns[i], true);
        EXPECT_EQ(to_string(found.classes[i].count), to_string(matches)) << i;
    }
}

// Every subgraph is drawn: then the estimates are the counts, and certain.
TEST_P(DiscoveryByLabels, OfASampleOfAll) {
    for (Graph const& graph : {digraph(), plain()}) {
        DiscoveryQuery query{.k = 4, .directed = is_directed(graph), .random_graphs = 3};
        Discovery const exact = discover(graph, query, options());
        query.sample = {1, 1, 1, 1};
        Discovery const sampled = discover(graph, query, options());
        EXPECT_EQ(to_string(sampled.count), to_string(exact.count));
        std::map<std::string, ClassStatistics> by_name;
        for (ClassStatistics const& row : sampled.classes) by_name.emplace(row.pattern.graph6, row);
        ASSERT_EQ(by_name.size(), exact.classes.size());
        for (ClassStatistics const& row : exact.classes) {
            ClassStatistics const& same = by_name.at(row.pattern.graph6);
            EXPECT_EQ(to_string(same.count), to_string(row.count));
            EXPECT_EQ(same.canonical, row.canonical);
            EXPECT_NEAR(same.mean, row.mean, 1e-9 * row.mean);
            EXPECT_NEAR(*same.error, 0, 1e-9 * row.value);
        }
    }
}

TEST_P(DiscoveryByLabels, OfASampleIsTheSameOnTheHost) {
    DiscoveryQuery const query{
        .k = 4, .directed = true, .random_graphs = 3, .labels = true, .sample = {.9, .8, .7, .6}};
    Graph const graph = with_any_labels(digraph(), true);
    Discovery const found = discover(graph, query, options()), on_host = discover(graph, query, on(DeviceKind::host));
    ASSERT_EQ(found.classes.size(), on_host.classes.size());
    EXPECT_EQ(found.random, on_host.random);
    for (std::size_t i = 0; i < found.classes.size(); ++i) {
        EXPECT_EQ(found.classes[i].value, on_host.classes[i].value);
        EXPECT_EQ(found.classes[i].labels, on_host.classes[i].labels);
    }
}

TEST(DiscoveryInLockstep, ByLabels) {
    Graph const graph = with_any_labels(graph_from_arcs(12, random_arcs(12, 30, 8)));
    expect_matches(graph, {.k = 4, .directed = true, .random_graphs = 2, .labels = true}, on(DeviceKind::lockstep));
}

TEST(DiscoveryOfSamples, HasNoBiasAndKnowsItsError) {
    Graph const graph = plain();
    DiscoveryQuery query{.k = 4, .random_graphs = 2};
    std::map<std::string, double> exact, mean, error;
    for (ClassStatistics const& row : discover(graph, query, on(DeviceKind::host)).classes) {
        exact[row.pattern.graph6] = row.value;
    }
    query.sample = {1, .7, .5, .5};
    constexpr int seeds = 100;
    for (int seed = 1; seed <= seeds; ++seed) {
        query.seed = static_cast<std::uint64_t>(seed);
        for (ClassStatistics const& row : discover(graph, query, on(DeviceKind::host)).classes) {
            mean[row.pattern.graph6] += row.value / seeds;
            error[row.pattern.graph6] += *row.error * *row.error / seeds;
        }
    }
    for (auto const& [name, value] : exact) {
        double const of_mean = std::sqrt(error[name] / seeds);
        EXPECT_NEAR(mean[name], value, 4 * of_mean + 1e-9) << name;
        if (value > 100) {
            EXPECT_LT(of_mean, .05 * value) << name;
        }
    }
}

TEST(RandomGraphsWithLabels, KeepWhichLabelsEachVertexMeets) {
    for (Graph const& graph : {with_any_labels(digraph(), true), with_any_labels(plain(), true)}) {
        for (NullModel const model : {NullModel::degree, NullModel::mutual, NullModel::global, NullModel::jdm}) {
            if (!is_directed(graph) && model != NullModel::degree && model != NullModel::jdm) continue;
            RandomGraphQuery const query{
                .model = model, .switches = 30, .number = 3, .labels = true, .edge_labels = true};
            RandomGraph const random = random_graph(graph, query);
            EXPECT_EQ(mixing_of(random.graph), mixing_of(graph)) << name_of(model);
            if (model != NullModel::jdm) {
                EXPECT_GT(random.taken, 0u) << name_of(model);
            }
        }
    }
}

TEST(RandomGraphsWithLabels, KeepHowManyEdgesHaveFreeLabels) {
    Graph const graph = with_any_labels(digraph(), true);
    auto const labels_of = [](Graph const& of) {
        std::map<std::uint32_t, int> counts;
        for_each_arc_or_edge(of, [&](VertexId u, VertexId v) { ++counts[of.marks->edge_labels[of.ref().find(u, v)]]; });
        return counts;
    };
    for (NullModel const model : {NullModel::mutual, NullModel::er, NullModel::triads}) {
        Graph const random =
            random_graph(graph, {.model = model, .labels = true, .edge_labels = true, .free_labels = true}).graph;
        EXPECT_EQ(labels_of(random), labels_of(graph)) << name_of(model);
        EXPECT_EQ(random.marks->labels, graph.marks->labels);
    }
}

TEST(DiscoveryOfSamples, AndLabelsAreRefused) {
    Graph const labelled = with_any_labels(digraph());
    auto const search = [&](Graph const& graph, DiscoveryQuery query) {
        query.directed = is_directed(graph);
        discover(graph, query, on(DeviceKind::host));
    };
    expect_refusal("vertices of this graph have no labels", [&] { search(digraph(), {.labels = true}); });
    expect_refusal("edges of this graph have no labels", [&] { search(digraph(), {.edge_labels = true}); });
    expect_refusal("more than 62 bits", [&] { search(labelled, {.k = 7, .labels = true, .edge_labels = true}); });
    expect_refusal("cannot keep labels",
                   [&] { search(labelled, {.k = 4, .model = NullModel::triads, .labels = true}); });
    expect_refusal("3 probabilities", [&] { search(digraph(), {.sample = {1, 1}}); });
    expect_refusal("from 1e-06 to 1", [&] { search(digraph(), {.sample = {1, 0, 1}}); });
    expect_refusal("a label for each vertex",
                   [&] { search(labelled, {.patterns = {parse_pattern("0>1,1>2")}, .labels = true}); });
    expect_refusal("has the label z",
                   [&] { search(labelled, {.patterns = {parse_pattern("0>1,1>2,0:z,1:a,2:a")}, .labels = true}); });
    expect_refusal("without labels and samples", [&] {
        search(labelled, {.patterns = {parse_pattern("0>1,1>2")}, .edge_induced = true, .labels = true});
    });
}

} // namespace cerrado::test
