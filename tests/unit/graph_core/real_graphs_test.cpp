#include "naive_graph.hpp"
#include "places.hpp"

#include <cerrado/graph/open.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace cerrado {
namespace {

using test::data_folder;

struct RealGraph {
    char const* name;
    VertexId vertices;
    std::uint64_t edges;
    VertexId degeneracy;
};

class RealGraphs : public testing::TestWithParam<RealGraph> {};

// The degeneracies are those given for these graphs in the k-core literature.
INSTANTIATE_TEST_SUITE_P(
    OfTheLiterature, RealGraphs,
    testing::Values(RealGraph{"karate", 34, 78, 4}, RealGraph{"facebook_combined", 4039, 88234, 115},
                    RealGraph{"wiki-vote", 7115, 100762, 53}, RealGraph{"ca-astroph", 18771, 198050, 56},
                    RealGraph{"email-enron", 36692, 183831, 43}, RealGraph{"com-dblp", 317080, 1049866, 113}),
    [](auto const& info) {
        std::string name = info.param.name;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

TEST_P(RealGraphs, OrientedByDegeneracyHaveNoLongerList) {
    RealGraph const expected = GetParam();
    std::filesystem::path const path = data_folder() / (std::string(expected.name) + ".txt.gz");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set CERRADO_DATA_DIR";
    Graph const graph = open_graph(path.string());
    EXPECT_EQ(graph.vertex_count(), expected.vertices);
    EXPECT_EQ(graph.edge_count(), expected.edges);
    EXPECT_EQ(degeneracy(graph), expected.degeneracy);
    Graph const oriented = orient(reorder(graph, degeneracy_order(graph)));
    EXPECT_EQ(oriented.max_degree(), expected.degeneracy);
    EXPECT_EQ(oriented.edge_count(), expected.edges);
}

} // namespace
} // namespace cerrado
