#include "places.hpp"
#include "small_graphs.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace cerrado::test {

namespace {

struct ExpectedPattern {
    int k;
    std::string graph6, name;
};

std::filesystem::path expected_file() { return test::data_folder() / "EXPECTED.csv"; }

std::vector<ExpectedPattern> expected_patterns() {
    std::vector<ExpectedPattern> patterns;
    std::ifstream in(expected_file());
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::string graph, task, k, graph6, name;
        for (std::string* field : {&graph, &task, &k, &graph6, &name}) std::getline(fields, *field, ',');
        if (task == "motif") patterns.push_back({std::stoi(k), graph6, name});
    }
    return patterns;
}

} // namespace

class CatalogueExpected : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(expected_file()))
            GTEST_SKIP() << "no " << expected_file() << ": set CERRADO_DATA_DIR";
        rows = expected_patterns();
        ASSERT_FALSE(rows.empty());
    }
    std::vector<ExpectedPattern> rows;
};

TEST_F(CatalogueExpected, EveryGraph6IsTheOneOfTheCatalogue) {
    std::map<int, std::set<std::string>> expected;
    for (ExpectedPattern const& row : rows) expected[row.k].insert(row.graph6);
    for (auto const& [k, strings] : expected) {
        std::set<std::string> ours;
        for (PatternInfo const& pattern : describe_all(table_of(k))) ours.insert(pattern.graph6);
        EXPECT_EQ(ours, strings) << "k " << k;
    }
    EXPECT_EQ(expected.size(), 4u);
}

TEST_F(CatalogueExpected, EveryNameUpToFiveVerticesIsKnownToTheCatalogue) {
    int named = 0;
    for (ExpectedPattern const& row : rows) {
        bool const counts_edges = row.k == 5 && row.name == "4-path"; // which is the path of four vertices' name here
        if (row.k > 5 || row.name.empty() || counts_edges) continue;
        int k = 0;
        std::uint64_t const adjacency = parse_graph6(row.graph6, k);
        PatternInfo const pattern = describe_pattern(k, adjacency);
        EXPECT_TRUE(pattern.name == row.name || std::ranges::count(pattern.aliases, row.name) == 1) << row.name;
        ++named;
    }
    EXPECT_GE(named, 29);
}

} // namespace cerrado::test
