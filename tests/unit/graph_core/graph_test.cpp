#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

using Offsets = std::vector<EdgeOffset>;
using Neighbours = std::vector<VertexId>;

std::string refusal(Offsets offsets, Neighbours neighbours, std::vector<OriginalId> ids = {}, bool oriented = false) {
    try {
        Graph(std::move(offsets), std::move(neighbours), std::move(ids), oriented);
    } catch (InputError const& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Graph, MeasuresATriangleWithATail) {
    Graph const graph(Offsets{0, 2, 4, 7, 8}, Neighbours{1, 2, 0, 2, 0, 1, 3, 2}, {10, 20, 30, 40});
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(graph.edge_count(), 4u);
    EXPECT_EQ(graph.max_degree(), 3u);
    EXPECT_EQ(graph.degree(3), 1u);
    EXPECT_EQ(graph.original_id(2), 30u);
    EXPECT_EQ(graph.bytes(), 5 * sizeof(EdgeOffset) + 8 * sizeof(VertexId));
    EXPECT_TRUE(graph.ref().adjacent(2, 3));
    EXPECT_FALSE(graph.ref().adjacent(0, 3));
}

TEST(Graph, DefaultIsEmpty) {
    Graph const graph;
    EXPECT_EQ(graph.vertex_count(), 0u);
    EXPECT_EQ(graph.edge_count(), 0u);
    EXPECT_EQ(graph.max_degree(), 0u);
}

TEST(Graph, CopiesShareTheArraysAndOutliveTheOriginal) {
    Graph copy;
    {
        Graph const graph(Offsets{0, 1, 2}, Neighbours{1, 0});
        copy = graph;
        EXPECT_EQ(copy.offsets().data(), graph.offsets().data());
    }
    EXPECT_EQ(copy.neighbours(0)[0], 1u);
}

TEST(Graph, OrientedCountsEachEntryAsAnEdge) {
    Graph const graph(Offsets{0, 2, 3, 3}, Neighbours{1, 2, 2}, {}, true);
    EXPECT_TRUE(graph.oriented());
    EXPECT_EQ(graph.edge_count(), 3u);
    EXPECT_EQ(graph.max_degree(), 2u);
}

TEST(Graph, RefusesArraysThatAreNoSimpleGraph) {
    EXPECT_NE(refusal({}, {}).find("vertex_count + 1"), std::string::npos);
    EXPECT_NE(refusal({1, 1}, {0}).find("the first of them 0"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 1, 2}, {1, 0}).find("must not decrease"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {1, 0, 0}).find("must be the number of neighbours (3)"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {1, 0}, {7}).find("1 original id for 2 vertices"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {2, 0}).find("not below the vertex count 2"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2}, {0, 1}).find("self-loops"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 3, 4}, {2, 1, 0, 0}).find("strictly ascending"), std::string::npos);
    EXPECT_NE(refusal({0, 2, 4}, {1, 1, 0, 0}).find("strictly ascending"), std::string::npos);
}

TEST(Graph, RefusesAnEdgeStoredInOneDirection) {
    EXPECT_NE(refusal({0, 1, 1}, {1}).find("one direction only"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2, 2}, {1, 2}).find("one direction only"), std::string::npos);
    EXPECT_NE(refusal({0, 1, 2, 3, 4}, {1, 2, 3, 0}).find("one direction only"), std::string::npos);
}

TEST(Graph, RefusesAnOrientedListWithALowerVertex) {
    EXPECT_NE(refusal({0, 1, 2}, {1, 0}, {}, true).find("higher vertices only"), std::string::npos);
}

} // namespace
} // namespace cerrado
