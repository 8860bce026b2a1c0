// What an instance is: the matrices of a graph and a pattern have as many injective maps as a walk finds.
#include "isomorphism/verifier.hpp"
#include "support.hpp"
#include "unit/random_arcs.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>

namespace cerrado::test {
namespace {

// A graph of 9 vertices whose original ids are in no order.
Graph small_graph(bool directed, unsigned seed) {
    std::vector<Edge> const arcs = random_arcs(9, 40, seed);
    std::vector<OriginalId> const ids = {70, 3, 12, 5, 8, 100, 41, 2, 9};
    return directed ? graph_from_arcs(9, arcs, ids) : graph_from_edges(9, arcs, ids);
}

Graph with_marks(Graph graph, unsigned seed) {
    std::mt19937 random(seed);
    auto const any = [&] { return std::string(random() % 4 == 0 ? "" : random() % 2 == 0 ? "A" : "B"); };
    std::vector<std::string> labels, edge_labels;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels.push_back(any());
    std::vector<Edge> edges;
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) { edges.push_back({from, to}); });
    for (std::size_t i = 0; i < edges.size(); ++i) edge_labels.push_back(any());
    return with_edge_labels(with_labels(std::move(graph), labels), edges, edge_labels);
}

void expect_serial_count(Graph const& graph, char const* pattern) {
    for (bool const induced : {false, true}) {
        EXPECT_EQ(count_with_matrices(graph, pattern, induced),
                  count_matches_serially(graph, parse_pattern(pattern), induced))
            << pattern << (induced ? ", induced" : "");
    }
}

std::string refusal_of(Graph const& graph, SixQuery const& query) {
    return message_of<InputError>([&] { prepare_six(graph, query); });
}

std::string refusal_of(Graph const& graph, char const* pattern) {
    return refusal_of(graph, {.pattern = parse_pattern(pattern)});
}

Graph edgeless(VertexId vertices) { return graph_from_edges(vertices, {}); }

} // namespace

TEST(SixInstance, HasKnownCounts) {
    Graph const karate = dataset("karate");
    EXPECT_EQ(count_with_matrices(karate, "6-path"), 43244u);
    EXPECT_EQ(count_with_matrices(karate, "prism"), 37u);
    EXPECT_EQ(count_with_matrices(karate, "octahedron"), 3u);
    EXPECT_EQ(count_with_matrices(karate, "K3,3"), 4u);
    EXPECT_EQ(count_with_matrices(karate, "6-cycle", true), 2u);
    EXPECT_EQ(count_with_matrices(karate, "6-path", true), 1099u);
    EXPECT_EQ(count_with_matrices(karate, "prism", true), 8u);
    EXPECT_EQ(count_with_matrices(dataset("icosahedron"), "6-cycle"), 240u);
    EXPECT_EQ(count_with_matrices(dataset("icosahedron"), "6-cycle", true), 40u);
}

TEST(SixInstance, VerticesBeyondThePatternAreFree) {
    SixInstance const cycles = six_instance(dataset("petersen"), "0-1,1-2,2-3,3-4,0-4");
    EXPECT_EQ(maps_of(cycles), 600u);
    EXPECT_EQ(cycles.count_of(600), 12u);
    std::vector<Edge> const arcs = {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 2}, {4, 5}, {0, 5}};
    SixInstance const loops = six_instance(graph_from_arcs(6, arcs), "FFL");
    EXPECT_EQ(maps_of(loops), 6u);
    EXPECT_EQ(loops.count_of(6), 1u);
    expect_part("no multiple", message_of<Error>([&] { (void)loops.count_of(7); }));
}

TEST(SixInstance, CountsAreThoseOfAWalk) {
    for (unsigned seed = 1; seed <= 2; ++seed) {
        Graph const graph = small_graph(false, seed);
        for (char const* pattern : {"0-1,1-2,2-3,3-4,4-5,0~2,1~3", "K3", "claw", "house", "0-1,1-2,0~2", six_cycle,
                                    "gem", "0-1,0-2,0-3,0-4,4-5,1-2,1~5"}) {
            expect_serial_count(graph, pattern);
        }
    }
}

TEST(SixInstance, DirectedAndLabelledCountsAreThoseOfAWalk) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        Graph const graph = with_marks(small_graph(true, seed), seed);
        for (char const* pattern :
             {"FFL", "0>1,1>2,2>0", "0>1,1>2,2~>1", "0<>1,1>2,2>3,3-0", "0>1,2>1,2>3,4>3,4-5", "0>1,0-1,1>2,2~>0",
              "0:A,1:B,0-1,1-2", "0>1/A,1>2/B", "0-1/A,1>2,2-3", "0:A|B,0>1,1>2/A,2>3,3:B,0~3", "0<>1/A,1-2/B,2>3"}) {
            expect_serial_count(graph, pattern);
        }
        Graph const undirected = with_marks(small_graph(false, seed), seed);
        for (char const* pattern :
             {"0:A,1:B,2:A,0-1,1-2,0-2", "0-1/A,1-2/B,2-3/A,3-0", "0:A|B,0-1,1-2/B,2-3,3-4,4-5"}) {
            expect_serial_count(undirected, pattern);
        }
    }
}

TEST(SixInstance, VerticesAreThoseOfTheGraphByOriginalId) {
    std::vector<Edge> const edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
    Graph const graph = graph_from_edges(7, edges, {30, 20, 10, 40, 50, 70, 60});
    SixInstance const instance = six_instance(graph, six_cycle);
    EXPECT_EQ(instance.padded(), 8u);
    EXPECT_EQ(instance.vertices(), 7u);
    EXPECT_EQ(instance.row_words(), 1u);
    int const asked = six_pair(0, 1), free = six_pair(0, 2);
    EXPECT_TRUE(instance.allows(asked, 0, 1)) << "10 and 20";
    EXPECT_TRUE(instance.allows(asked, 0, 3)) << "10 and 40";
    EXPECT_FALSE(instance.allows(asked, 0, 2)) << "10 and 30";
    EXPECT_TRUE(instance.allows(asked, 5, 6)) << "60 and 70";
    for (std::uint32_t x = 0; x < 8; ++x) {
        for (std::uint32_t y = 0; y < 8; ++y) {
            EXPECT_EQ(instance.allows(free, x, y), x != y && x < 7 && y < 7) << x << " " << y;
        }
    }
}

TEST(SixInstance, PairsComeInTheirOrder) {
    int expected = 0;
    for (int u = 0; u < six_vertices; ++u) {
        for (int v = u + 1; v < six_vertices; ++v) EXPECT_EQ(six_pair(u, v), expected++);
    }
    EXPECT_EQ(expected, six_pairs);
}

TEST(SixInstance, SaysWhatItIs) {
    Graph const graph = with_marks(small_graph(true, 1), 1);
    EXPECT_EQ(six_instance(graph, "2-0,1:B|A,0>1/A,1~>2").pattern_text(), "1:A|B,0>1/A,0-2,1~>2");
    EXPECT_EQ(six_instance(graph, "0<>1/A,1-2/B,0~2", true).pattern_text(), "0>1/A,1>0/A,0~2,1-2/B, induced");
    SixInstance const instance = six_instance(graph, "K3");
    EXPECT_EQ(instance.pattern_vertices(), 3);
    EXPECT_EQ(instance.automorphisms(), 6u);
    EXPECT_EQ(instance.bits(), 4);
    EXPECT_EQ(instance.blocks(), 4u);
    EXPECT_EQ(instance.block_size(), 4u);
    EXPECT_EQ(instance.nodes(), 49u);
}

TEST(SixInstance, RefusesWhatItCannotTake) {
    Graph const graph = dataset("karate");
    expect_part("has 2 vertices", refusal_of(graph, "0-1"));
    expect_part("has 7 vertices", refusal_of(graph, "7-cycle"));
    expect_part("vertex 2 of the pattern stands for nobody", refusal_of(graph, "0-1,0~2,1~2"));
    expect_part("has arcs", refusal_of(graph, "FFL"));
    expect_part("has labels", refusal_of(graph, "0:A,0-1,1-2"));
    expect_part("labels of edges", refusal_of(graph, "0-1/x,1-2"));
    expect_part("not connected", refusal_of(graph, {.pattern = Pattern(3)}));
    expect_part("the graph has 5 vertices", refusal_of(edgeless(5), "K3"));
    expect_part("the graph has 1,025 vertices", refusal_of(edgeless(1025), "K3"));
    Graph const labelled = with_labels(graph, std::vector<std::string>(graph.vertex_count(), "A"));
    expect_part("\"B\"", refusal_of(labelled, "0:B,0-1,1-2"));
    SixQuery query{.pattern = parse_pattern("0:B,0-1,1-2"), .labels_may_lack = true};
    EXPECT_EQ(maps_of(prepare_six(labelled, query)), 0u);
}

TEST(SixInstance, ASplitIsThereForLargeGraphs) {
    EXPECT_EQ(six_instance(edgeless(6), "K3").split(), 2);
    EXPECT_EQ(six_instance(edgeless(1024), "K3").split(), 2);
    EXPECT_EQ(six_instance(edgeless(1024), "K3").degree(), 3u * (5764801 - 1));
    EXPECT_EQ(six_instance(edgeless(1024), "K3", false, 10).points_needed(), 1u);
    auto const with_split = [](VertexId vertices, int split) {
        return refusal_of(edgeless(vertices), {.pattern = parse_pattern("K3"), .split = split});
    };
    expect_part("choose 2 or more", with_split(1024, 1));
    expect_part("choose 1 or more", with_split(512, 0));
    expect_part("choose 0 to 3", with_split(8, 4));
    expect_part("choose 0 to 3", with_split(8, -1));
}

TEST(SixInstance, TheChecksumIsOfWhatDecidesTheCount) {
    Graph const graph = dataset("karate");
    SixQuery query{.pattern = parse_pattern(six_cycle)};
    std::uint64_t const checksum = prepare_six(graph, query).checksum();
    query.text = "a ring";
    EXPECT_EQ(prepare_six(graph, query).checksum(), checksum) << "its name does not";
    EXPECT_EQ(prepare_six(graph, query).pattern_text(), "a ring");
    query.split = 3;
    EXPECT_NE(prepare_six(graph, query).checksum(), checksum);
    EXPECT_NE(six_instance(graph, six_cycle, true).checksum(), checksum);
    EXPECT_NE(six_instance(dataset("petersen"), six_cycle).checksum(), checksum);
}

} // namespace cerrado::test
