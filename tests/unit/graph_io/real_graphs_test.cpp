#include "helpers.hpp"
#include "places.hpp"

namespace cerrado::test {
namespace {

// Sizes after cleaning, as the files' own headers give them.
struct Known {
    char const* name;
    VertexId vertices;
    std::uint64_t edges;
};

TEST(RealGraphs, HaveTheirKnownSizes) {
    std::filesystem::path const folder = test::data_folder();
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no data folder " << folder << "; set CERRADO_DATA_DIR";
    for (Known const known :
         {Known{"karate", 34, 78}, Known{"citeseer", 3264, 4536}, Known{"ca-astroph", 18771, 198050},
          Known{"com-dblp", 317080, 1049866}, Known{"mico", 96638, 1080156}, Known{"wiki-vote-dir", 7115, 100762}}) {
        Graph const graph = read_graph((folder / (std::string(known.name) + ".txt.gz")).string());
        EXPECT_EQ(graph.vertex_count(), known.vertices) << known.name;
        EXPECT_EQ(graph.edge_count(), known.edges) << known.name;
        EXPECT_EQ(graph.cleaning.self_loops, 0u) << known.name;
    }
}

} // namespace
} // namespace cerrado::test
