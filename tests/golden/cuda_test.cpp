// Golden counts on the GPU: motifs of up to 5 vertices, cliques of up to 7, and the 6-vertex motifs of a graph with one
// large hub.
#include "rows.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace cerrado::test {

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

} // namespace cerrado::test
