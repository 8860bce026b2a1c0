#include "helpers.hpp"

namespace cerrado::test {
namespace {

struct Shape {
    VertexId vertices;
    std::size_t edges;
};

class RoundTrip : public TemporaryFolder {
protected:
    Graph there_and_back(Graph const& graph, std::string const& name) {
        write_graph(graph, path(name));
        return read_graph(path(name));
    }

    template <class Check> void for_all_graphs(std::vector<std::string> const& names, Check&& check) {
        for (std::string const& name : names) {
            for (Shape const shape :
                 {Shape{2, 20}, Shape{9, 12}, Shape{100, 60}, Shape{300, 9000}, Shape{20000, 30000}}) {
                for (Ids const ids : {Ids::positions, Ids::gaps}) {
                    SCOPED_TRACE(name + " of " + std::to_string(shape.vertices) + " vertices");
                    Graph const graph = random_graph(shape.vertices, shape.edges, ids, shape.edges);
                    check(graph, there_and_back(graph, name));
                }
            }
        }
    }
};

TEST_F(RoundTrip, EdgeListsKeepNamedEdges) {
    for_all_graphs({"g.txt", "g.el", "g.edges", "g.txt.gz", "G.TXT"}, [](Graph const& before, Graph const& after) {
        EXPECT_EQ(named_edges(after), named_edges(before));
        EXPECT_EQ(after.cleaning.duplicates, 0u);
    });
}

TEST_F(RoundTrip, MatrixMarketAndMetisKeepTheStructure) {
    for_all_graphs({"g.mtx", "g.mtx.gz", "g.graph", "g.metis", "g.graph.gz"},
                   [](Graph const& before, Graph const& after) {
                       expect_same_structure(after, before);
                       EXPECT_EQ(after.original_id(0), 1u);
                       EXPECT_EQ(after.cleaning.duplicates, 0u);
                   });
}

TEST_F(RoundTrip, BinaryKeepsEverything) {
    for_all_graphs({"g.cbin", "g.cbin.gz"}, [](Graph const& before, Graph const& after) {
        expect_same_structure(after, before);
        EXPECT_EQ(ids_of(after), ids_of(before));
        EXPECT_EQ(after.max_degree(), before.max_degree());
    });
}

} // namespace
} // namespace cerrado::test
