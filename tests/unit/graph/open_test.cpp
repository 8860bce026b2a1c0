#include "places.hpp"
#include "unit/graph/helpers.hpp"
#include "unit/graph/naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/graph/order/order.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>
#include <unistd.h>

namespace cerrado {

namespace {

class OpenGraph : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("cerrado_open_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

TEST_F(OpenGraph, GeneratesFromASpec) {
    Graph const graph = open_graph("gen:complete:n=5");
    EXPECT_EQ(graph.edge_count(), 10u);
    EXPECT_EQ(graph.source, "gen:complete:n=5");
}

TEST_F(OpenGraph, AnEdgelessGeneratedGraphIsNoError) { EXPECT_EQ(open_graph("gen:er:n=5,m=0").edge_count(), 0u); }

TEST_F(OpenGraph, ReadsBackWhatSaveGraphWrote) {
    Graph const graph = open_graph("gen:er:n=100,m=300,seed=2");
    for (char const* name : {"graph.txt", "graph.txt.gz", "graph.mtx", "graph.metis", "graph.cbin"}) {
        std::string const path = (folder_ / name).string();
        save_graph(graph, path);
        Graph const again = open_graph(path);
        EXPECT_EQ(again.source, path);
        EXPECT_EQ(again.edge_count(), graph.edge_count()) << name;
    }
}

TEST_F(OpenGraph, RefusesAPathThatIsNotThereAndABadSpec) {
    EXPECT_THROW(open_graph((folder_ / "missing.txt").string()), InputError);
    EXPECT_THROW(open_graph("gen:nothing"), InputError);
}

} // namespace

} // namespace cerrado

namespace cerrado::test {

namespace {

using ReadingPaths = TemporaryFolder;

std::string error(std::string const& path) {
    return error_of([&] { read_graph(path); });
}

TEST_F(ReadingPaths, Missing) {
    EXPECT_EQ(error(path("none.txt")), "input: " + path("none.txt") + ": no such file; check the path");
    EXPECT_EQ(error(write("file", "0 1\n") + "/below"),
              "input: " + path("file/below") + ": no such file; check the path");
    EXPECT_EQ(error(""), "input: no file name was given for the graph; give a path");
}

TEST_F(ReadingPaths, Directory) {
    EXPECT_EQ(error(folder_.string()), "input: " + folder_.string() + ": is a directory; give a graph file in it");
}

TEST_F(ReadingPaths, Device) {
    EXPECT_EQ(error("/dev/zero"), "input: /dev/zero: is a device; give a graph file or a pipe");
}

TEST_F(ReadingPaths, TooLong) {
    EXPECT_NE(error(path(std::string(5000, 'x'))).find("not a usable path (File name too long)"), std::string::npos);
}

TEST_F(ReadingPaths, PermissionIsAnErrorOfTheSystem) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
    std::string const file = write("secret.txt", "0 1\n");
    ::chmod(file.c_str(), 0);
    EXPECT_EQ(error(file), "error: " + file + ": permission denied; make the file readable for this user (chmod u+r)");
}

TEST_F(ReadingPaths, FailedReadIsAnErrorOfTheSystem) {
    std::string const file = "/proc/self/mem";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file << " to provoke a failing read";
    EXPECT_EQ(error(file), "error: " + file + ": cannot be read (Input/output error); check the file and its disk");
}

TEST_F(ReadingPaths, EmptyFile) {
    std::string const file = write("empty.txt", "");
    EXPECT_EQ(error(file), "input: " + file + ": the file is empty; expected a graph");
}

TEST_F(ReadingPaths, PipesAreReadToTheirEnd) {
    std::string const pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << "0 1\n1 2\n"; });
    Graph const graph = read_graph(pipe);
    writer.join();
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST_F(ReadingPaths, ErrorsNameFileAndLine) {
    std::string const file = write("bad.txt", "0 1\n1 x\n");
    EXPECT_EQ(
        error(file),
        "input: " + file + ":2: 'x' is not a vertex id; expected a whole number, or give --names where ids are names");
}

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
