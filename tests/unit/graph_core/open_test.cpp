#include "naive_graph.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <filesystem>

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
