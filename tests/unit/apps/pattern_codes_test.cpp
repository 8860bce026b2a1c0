// Counts by pattern with labels and directions: codes as keys, joined on the host.
#include "unit/apps/support.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/pattern_codes.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/engine/by_edges.hpp>
#include <cerrado/engine/exclusive.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace cerrado::test {
namespace {

// All connected sets of k - 1 edges, by pattern.
struct PatternsOfEdges {
    using Engine = ByEdges;
    using Output = ByKey<PatternCode>;
    static constexpr bool only_reads_arrays = true;
    int k;
    PatternCoder coder;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_edges();
        if (te.size() == k - 1) te.aggregate_key(coder.of_extensions(te));
    }
};

// All connected induced subgraphs of k vertices, by pattern.
template <class Grown> struct PatternsOfVertices {
    using Engine = Grown;
    using Output = ByKey<PatternCode>;
    static constexpr bool only_reads_arrays = true;
    int k;
    PatternCoder coder;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if constexpr (std::is_same_v<Engine, Exclusive>) {
            te.extend_exclusive();
        } else if (te.extend(0, te.size())) {
            te.filter([](auto const& t, VertexId u) { return is_canonical(t, u); });
        }
        if (te.size() == k - 1) te.aggregate_key(coder.of_extensions(te));
    }
};

// Every seventh vertex has no label, unless all have one, as a pattern that says nothing of a label means any.
Graph labelled(Graph graph, int kinds, bool all) {
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        bool const lacks = !all && v % 7 == 6;
        labels.push_back(lacks ? "" : std::string(1, static_cast<char>('a' + (v * v + v / 3) % unsigned(kinds))));
    }
    return with_labels(std::move(graph), labels);
}
Graph with_labels_of_edges(Graph graph) {
    std::vector<Edge> edges;
    std::vector<std::string> labels;
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        edges.push_back({v, u});
        labels.emplace_back((v + 2 * u) % 3 == 0 ? "x" : "y");
    });
    return with_edge_labels(std::move(graph), edges, labels);
}

class PatternCodesOf : public OnDeviceOrLockstep {
protected:
    Graph small() const { return generate_graph(is_slow() ? "gen:er:n=12,m=22,seed=4" : "gen:er:n=40,m=110,seed=4"); }

    template <class App> std::vector<CountedPattern> counted(Graph const& graph, int k) const {
        Resident const resident(graph, options());
        PatternCodes const codes(resident, k);
        auto const result = run(App{k, codes.coder()}, resident, options());
        auto const patterns = codes.patterns(result.template of<ByKey<PatternCode>>());
        WideCount sum = 0;
        for (auto const& each : patterns) sum += each.count;
        EXPECT_EQ(sum, result.count);
        return patterns;
    }

    // Each pattern's count is that of its matches. A vertex that has no label in the pattern must have none in the graph.
    void expect_matches(Graph const& graph, std::vector<CountedPattern> const& patterns, bool induced) const {
        EXPECT_GT(patterns.size(), 3u);
        for (CountedPattern const& each : patterns) {
            MatchQuery const query{.pattern = each.pattern, .induced = induced};
            EXPECT_EQ(each.count, count_matches(graph, query).count);
        }
        EXPECT_TRUE(std::ranges::is_sorted(patterns, std::ranges::greater{}, &CountedPattern::count));
    }
};

TEST_P(PatternCodesOf, SetsOfEdgesAreMatches) {
    for (int k = 3; k <= (is_slow() ? 4 : 5); ++k) {
        SCOPED_TRACE(k);
        Graph const labels = labelled(small(), 3, true);
        expect_matches(labels, counted<PatternsOfEdges>(labels, k), false);
        Graph const both = with_labels_of_edges(labels);
        expect_matches(both, counted<PatternsOfEdges>(both, k), false);
    }
}

TEST_P(PatternCodesOf, InducedSubgraphsAreMatches) {
    for (int k = 3; k <= (is_slow() ? 3 : 4); ++k) {
        SCOPED_TRACE(k);
        Graph const labels = labelled(small(), 2, true);
        auto const patterns = counted<PatternsOfVertices<Exclusive>>(labels, k);
        expect_matches(labels, patterns, true);
        for (auto const& other :
             {counted<PatternsOfVertices<Masks>>(labels, k), counted<PatternsOfVertices<Lists>>(labels, k)}) {
            ASSERT_EQ(other.size(), patterns.size());
            for (std::size_t i = 0; i < other.size(); ++i) EXPECT_EQ(other[i].count, patterns[i].count);
        }
        VertexId const n = is_slow() ? 12 : 30;
        Graph const directed = labelled(graph_from_arcs(n, random_arcs(n, static_cast<int>(3 * n), 5)), 2, true);
        expect_matches(directed, counted<PatternsOfVertices<Exclusive>>(directed, k), true);
        Graph const all = with_labels_of_edges(directed);
        expect_matches(all, counted<PatternsOfVertices<Exclusive>>(all, k), true);
    }
}

// Without a label is a kind of vertices, too.
TEST_P(PatternCodesOf, AMissingLabelIsALabel) {
    Graph const graph = labelled(small(), 2, false);
    WideCount of_all = 0, without = 0;
    for (CountedPattern const& each : counted<PatternsOfVertices<Exclusive>>(graph, 3)) {
        of_all += each.count;
        bool lacks = false;
        for (int v = 0; v < 3; ++v) lacks |= each.pattern.labels(v).empty();
        if (lacks) without += each.count;
    }
    WideCount expected_all = 0, expected_with = 0;
    for (char const* const text : {"triangle", "3-path"}) {
        expected_all += count_matches(graph, {.pattern = parse_pattern(text), .induced = true}).count;
        Pattern any = parse_pattern(text);
        for (int v = 0; v < 3; ++v) any.label(v, {"a", "b"});
        expected_with += count_matches(graph, {.pattern = any, .induced = true}).count;
    }
    EXPECT_EQ(of_all, expected_all);
    EXPECT_EQ(of_all - without, expected_with);
    EXPECT_GT(without, WideCount{0});
}

TEST_P(PatternCodesOf, AreTooManyWithTooManyLabels) {
    Graph graph = generate_graph("gen:path:n=4000");
    std::vector<std::string> labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(std::to_string(v));
    Resident const resident(with_labels(std::move(graph), labels), options());
    EXPECT_EQ(PatternCodes(resident, 8).coder().k, 8); // 28 bits of pairs, and 96 of labels
    EXPECT_NE(message_of<InputError>([&] { PatternCodes(resident, 9); }).find("fewer labels"), std::string::npos);
    EXPECT_NE(message_of<InputError>([&] { PatternCodes(resident, 12); }).find("2 to 11"), std::string::npos);
}

CERRADO_ON_EVERY_DEVICE_AND_LOCKSTEP(PatternCodesOf);

} // namespace
} // namespace cerrado::test
