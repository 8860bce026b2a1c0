#include "places.hpp"
#include "rows.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/run/devices.hpp>

#include <boost/crc.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <string>

namespace cerrado::test {

// Golden counts on the host: what two threads do in less than a second each.

namespace {

// Up to which k a graph's cliques and motifs are counted here.
struct Limit {
    char const* graph;
    int cliques;
    int motifs;
};

void PrintTo(Limit const& limit, std::ostream* out) { *out << limit.graph; }

constexpr Limit limits[] = {
    {"karate", 10, 6},           {"bio-diseasome", 12, 6}, {"citeseer", 10, 5}, {"yeast-ppi", 10, 5},
    {"facebook_combined", 5, 4}, {"ca-astroph", 5, 4},     {"com-dblp", 5, 4},  {"wiki-vote", 6, 3},
    {"email-enron", 6, 3},       {"mico", 4, 3},
};

} // namespace

class HostGolden : public testing::TestWithParam<Limit> {
protected:
    void expect_all(std::string const& task, RunForm& run, int largest_k) {
        if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
        Graph const graph = open_real(GetParam().graph);
        RunOptions options;
        options.device = DeviceKind::host;
        options.threads = 2;
        int compared = 0;
        for (GoldenCase const& expected : golden_cases()) {
            if (expected.graph != GetParam().graph || expected.task != task || expected.k > largest_k) continue;
            expect_golden(expected, run, graph, options);
            ++compared;
        }
        EXPECT_EQ(compared, largest_k - 2) << "rows are gone from EXPECTED.csv";
    }
};

TEST_P(HostGolden, Cliques) { expect_all("clique", *clique_form.run, GetParam().cliques); }
TEST_P(HostGolden, CliquesByBitmap) { expect_all("clique", *clique_bitmap_form.run, GetParam().cliques); }
TEST_P(HostGolden, Motifs) { expect_all("motif", *motif_form.run, GetParam().motifs); }

// Every row of a graph, k = 3 to 20, by one run.
TEST_P(HostGolden, CliquesOfEverySize) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    std::string const name = GetParam().graph;
    int const longest =
        name == "facebook_combined" ? 6 : std::numeric_limits<int>::max(); // all of its sizes take a minute
    EXPECT_GE(expect_golden_sizes(name, open_real(name), longest, options), 4);
}

TEST_P(HostGolden, CliquesByPivot) { expect_all("clique", *clique_pivot_form.run, GetParam().cliques); }

TEST_P(HostGolden, CliquesPerVertexAndEdge) { expect_all("clique", run_clique_local, GetParam().cliques); }

INSTANTIATE_TEST_SUITE_P(Real, HostGolden, testing::ValuesIn(limits), [](auto const& info) {
    std::string name = info.param.graph;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(HostGoldenEveryWay, FourCliques) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    for (char const* graph : {"karate", "bio-diseasome", "citeseer", "yeast-ppi", "ca-astroph"}) {
        expect_golden_every_way(graph, 4, options, 1);
    }
}

// A graph that EXPECTED.csv gains must be added here.
TEST(HostGoldenGraphs, AreAllKnown) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    for (GoldenCase const& expected : golden_cases()) {
        EXPECT_TRUE(std::ranges::any_of(limits, [&](Limit const& limit) { return expected.graph == limit.graph; }))
            << expected.graph;
    }
}

// Golden counts on the GPU: motifs of up to 5 vertices, cliques of up to 7, and the 6-vertex motifs of a graph with one
// large hub.

class CudaGolden : public testing::TestWithParam<char const*> {
protected:
    void expect_all(std::string const& task, RunForm& run, int largest_k) {
        if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
        Graph const graph = open_real(GetParam());
        RunOptions options;
        options.device = DeviceKind::cuda;
        int compared = 0;
        for (GoldenCase const& expected : golden_cases()) {
            if (expected.graph != GetParam() || expected.task != task || expected.k > largest_k) continue;
            expect_golden(expected, run, graph, options);
            ++compared;
        }
        EXPECT_GE(compared, 2) << "the rows are gone from EXPECTED.csv";
    }
};

TEST_P(CudaGolden, Cliques) { expect_all("clique", *clique_form.run, 7); }
TEST_P(CudaGolden, CliquesByBitmap) { expect_all("clique", *clique_bitmap_form.run, 7); }
TEST_P(CudaGolden, CliquesByPivot) { expect_all("clique", *clique_pivot_form.run, 12); }
TEST_P(CudaGolden, CliquesPerVertexAndEdge) { expect_all("clique", run_clique_local, 6); }
TEST_P(CudaGolden, CliquesOfEverySize) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    RunOptions options;
    options.device = DeviceKind::cuda;
    Graph const graph = open_real(GetParam());
    bool const is_hard = GetParam() == std::string("facebook_combined");
    for (int repetition = 0; repetition < 10; ++repetition) {
        EXPECT_GE(expect_golden_sizes(GetParam(), graph, is_hard ? 8 : std::numeric_limits<int>::max(), options), 5);
    }
}
TEST_P(CudaGolden, CliquesEveryWayTenTimes) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    RunOptions options;
    options.device = DeviceKind::cuda;
    expect_golden_every_way(GetParam(), 4, options, 10);
}
TEST_P(CudaGolden, Motifs) { expect_all("motif", *motif_form.run, std::string(GetParam()) == "citeseer" ? 6 : 5); }

INSTANTIATE_TEST_SUITE_P(Real, CudaGolden,
                         testing::Values("karate", "bio-diseasome", "citeseer", "yeast-ppi", "facebook_combined",
                                         "ca-astroph", "com-dblp", "wiki-vote", "email-enron", "mico"),
                         [](auto const& info) {
                             std::string name = info.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

// Maximal cliques by maximal/dev.csv: the total, the number of each size, and a checksum of the numbers at each vertex.

namespace {

constexpr char const* graphs_of_maximal[] = {"karate", "citeseer", "yeast-ppi", "wiki-vote", "ca-astroph", "com-dblp"};

struct GoldenMaximal {
    std::string total, checksum, most;
    std::map<int, std::string> sizes;
};

GoldenMaximal golden_maximal(std::string const& graph) {
    GoldenMaximal golden;
    std::ifstream in(data_folder() / "maximal" / "dev.csv");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(graph + ",")) continue;
        std::string const row = line.substr(graph.size() + 1);
        auto const column = [&](std::size_t number) { // behind the first, which may have a comma in quotes
            std::size_t at = row.front() == '"' ? row.find('"', 1) + 1 : row.find(',');
            for (; number > 1; --number) at = row.find(',', at + 1);
            return row.substr(at + 1, row.find(',', at + 1) - at - 1);
        };
        if (row.starts_with("total,")) golden.total = column(2);
        if (row.starts_with("size,")) golden.sizes[std::stoi(column(1))] = column(2);
        if (row.starts_with("most at vertex,")) golden.most = column(2);
        if (row.starts_with("\"crc32")) golden.checksum = column(2);
    }
    return golden;
}

void expect_golden_maximal(std::string const& name, RunOptions const& options) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    GoldenMaximal const golden = golden_maximal(name);
    ASSERT_FALSE(golden.checksum.empty()) << "the rows are gone from maximal/dev.csv";
    RunResult const result = count_maximal_cliques(open_real(name), {.per_vertex = true}, options);
    EXPECT_EQ(to_string(result.count), golden.total);
    std::map<int, std::string> sizes;
    for (SizeCount const& row : result.of<BySize>().sizes)
        if (row.count != "0") sizes[row.k] = row.count;
    EXPECT_EQ(sizes, golden.sizes);
    boost::crc_32_type checksum;
    WideCount most = 0;
    for (VertexCount const& row : result.of<PerVertexAndEdge>().vertices) {
        std::string const line = std::to_string(row.vertex) + "," + to_string(row.count) + "\n";
        checksum.process_bytes(line.data(), line.size());
        most = std::max(most, row.count);
    }
    EXPECT_EQ(fmt::format("{:08x}", checksum.checksum()), golden.checksum);
    EXPECT_EQ(to_string(most), golden.most);
}

} // namespace

TEST(HostGoldenMaximal, Cliques) {
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 2;
    for (char const* const graph : graphs_of_maximal) expect_golden_maximal(graph, options);
}

TEST(CudaGoldenMaximal, CliquesTenTimes) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    RunOptions options;
    options.device = DeviceKind::cuda;
    for (char const* const graph : graphs_of_maximal)
        for (int repetition = 0; repetition < 10; ++repetition) expect_golden_maximal(graph, options);
}

} // namespace cerrado::test
