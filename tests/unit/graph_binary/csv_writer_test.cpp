// Edges written as CSV.
#include "../graph_io/helpers.hpp"

#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

namespace cerrado::test {
namespace {

class CsvWriter : public TemporaryFolder {
protected:
    std::string written(Graph const& graph) {
        detail::OutputFile file(path("g.csv"), false);
        detail::write_csv(graph, file);
        file.commit();
        return content_of(path("g.csv"));
    }
};

TEST_F(CsvWriter, HasOriginalIds) {
    EXPECT_EQ(written(graph_from_edges(3, std::vector<Edge>{{0, 2}, {1, 2}}, {5, 70, 900})),
              "source,target\n5,900\n70,900\n");
}

TEST_F(CsvWriter, QuotesNamesThatNeedIt) {
    Graph const graph = with_names(graph_from_edges(4, std::vector<Edge>{{0, 1}, {2, 3}, {0, 3}}),
                                   {" x", "New York", "a, b", "the \"y\""});
    EXPECT_EQ(written(graph), "source,target\n\" x\",New York\n\" x\",\"the \"\"y\"\"\"\n\"a, b\",\"the \"\"y\"\"\"\n");
}

TEST_F(CsvWriter, HasDirectionsAndLabels) {
    std::vector<Edge> const arcs{{1, 0}, {1, 2}};
    EXPECT_EQ(written(with_edge_labels(graph_from_arcs(3, arcs), arcs, {"x,y", ""})),
              "source,target,label\n1,0,\"x,y\"\n1,2,\n");
}

} // namespace
} // namespace cerrado::test
