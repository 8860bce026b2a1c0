#include "rows.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <zlib.h>

namespace cerrado::test {

// Graphlets of real graphs: the counts of EXPECTED.csv, and the rows that ORCA prints.

namespace {

RunOptions on(DeviceKind device) {
    RunOptions options;
    options.device = device;
    options.threads = device == DeviceKind::host ? 2 : 0;
    return options;
}

// Graphs and the number of their motifs of five vertices.
struct Total {
    char const* graph;
    char const* of_five;
};
constexpr Total totals[] = {{"karate", nullptr},
                            {"citeseer", nullptr},
                            {"bio-diseasome", nullptr},
                            {"yeast-ppi", nullptr},
                            {"ca-astroph", nullptr},
                            {"com-dblp", nullptr},
                            {"wiki-vote", "519749094435"},
                            {"facebook_combined", "103826787026"},
                            {"email-enron", "1778374888879"},
                            {"mico", "2549490788644"}};

void expect_counts(std::string const& name, GraphletCounts const& counts) {
    int compared = 0;
    for (GoldenCase const& expected : golden_cases()) {
        if (expected.graph != name || expected.task != "motif" || expected.k > 5) continue;
        Counts found;
        for (GraphletCount const& row : counts.patterns) {
            if (row.size == expected.k && row.induced != 0) {
                found[describe_pattern(row.size, row.adjacency).graph6] = row.induced;
            }
        }
        EXPECT_EQ(found, expected.counts) << name << ", k " << expected.k;
        ++compared;
    }
    EXPECT_GE(compared, 2) << "rows are gone from EXPECTED.csv";
}

void expect_all(Total const& total, DeviceKind device) {
    Graph const graph = open_real(total.graph);
    GraphletCounts const counts = count_graphlets(graph, {}, on(device));
    expect_counts(total.graph, counts);
    WideCount sum = 0;
    for (GraphletCount const& row : counts.patterns) sum += row.size == 5 ? row.induced : 0;
    if (total.of_five != nullptr) {
        EXPECT_EQ(to_string(sum), total.of_five) << total.graph;
    }
}

// CRC-32 of a line for each row, numbers between blanks.
std::string crc_of(GraphletOrbits const& orbits, std::vector<std::size_t> const& order) {
    std::string text;
    for (std::size_t const i : order) {
        for (std::size_t c = 0; c < orbits.columns; ++c) text += (c == 0 ? "" : " ") + to_string(orbits.row(i)[c]);
        text += '\n';
    }
    char hex[9];
    std::snprintf(hex, sizeof hex, "%08lx", crc32(0, reinterpret_cast<Bytef const*>(text.data()), uInt(text.size())));
    return hex;
}

std::string crc_of_vertices(std::string const& name, DeviceKind device) {
    Graph const graph = open_real(name);
    std::vector<std::size_t> order(graph.vertex_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t v) { return graph.original_id(static_cast<VertexId>(v)); });
    return crc_of(count_graphlet_orbits(graph, {}, on(device)), order);
}

void expect_rows_of_orca(DeviceKind device) {
    EXPECT_EQ(crc_of_vertices("karate", device), "45751623");
    EXPECT_EQ(crc_of_vertices("bio-diseasome", device), "fb4f5f33");
    EXPECT_EQ(crc_of_vertices("yeast-ppi", device), "89eecdd7");
}

} // namespace

TEST(GoldenGraphlets, OnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    for (Total const& total : totals) {
        if (std::string(total.graph) != "mico") expect_all(total, DeviceKind::host); // it takes several seconds
    }
}
TEST(CudaGoldenGraphlets, OnADevice) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (Total const& total : totals) expect_all(total, DeviceKind::cuda);
}

TEST(GoldenOrbits, OnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    expect_rows_of_orca(DeviceKind::host);
}
TEST(CudaGoldenOrbits, OnADevice) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_rows_of_orca(DeviceKind::cuda);
}

// The score of compression by cliques against COMPRESS_SCORE.csv, and against the sums that are known of other graphs.

namespace {

struct Sums {
    WideCount compressing = 0;
    WideCount score = 0;
};

Sums sums_of(CompressionResult const& result) {
    Sums sums;
    for (CompressionRow const& row : result.rows) {
        sums.compressing += row.compressing;
        sums.score += row.score;
    }
    return sums;
}

void expect_golden_scores(RunOptions const& options) {
    for (char const* name : {"ca-astroph", "com-dblp", "wiki-vote", "citeseer"}) {
        CompressionResult const result = score_compression(open_real(name), {}, options);
        Sums const sums = sums_of(result);
        int compared = 0;
        for (GoldenScore const& expected : golden_scores(name)) {
            ++compared;
            if (expected.k == 0) {
                EXPECT_EQ(to_string(sums.compressing), expected.compressing) << name;
                EXPECT_EQ(to_string(sums.score), expected.score) << name;
                continue;
            }
            CompressionRow const& row = result.rows.at(static_cast<std::size_t>(expected.k) - 3);
            EXPECT_EQ(std::to_string(row.compressing), expected.compressing) << name << " k " << expected.k;
            EXPECT_EQ(to_string(row.score), expected.score) << name << " k " << expected.k;
        }
        EXPECT_GE(compared, 5) << "the rows are gone from COMPRESS_SCORE.csv";
    }
}

void expect_sums(RunOptions const& options) {
    struct Known {
        char const* name;
        unsigned compressing, score;
    };
    for (Known const& known :
         {Known{"email-enron", 3150, 12836}, {"yeast-ppi", 13, 37}, {"bio-diseasome", 55, 387}, {"karate", 0, 0}}) {
        Sums const sums = sums_of(score_compression(open_real(known.name), {}, options));
        EXPECT_EQ(to_string(sums.compressing), std::to_string(known.compressing)) << known.name;
        EXPECT_EQ(to_string(sums.score), std::to_string(known.score)) << known.name;
    }
}

// Rows of one size, from counts per edge.
void expect_one_size(RunOptions const& options) {
    for (int k = 4; k <= 6; ++k) {
        CompressionResult const result = score_compression(open_real("ca-astroph"), {.k = k}, options);
        GoldenScore const expected = golden_scores("ca-astroph").at(static_cast<std::size_t>(k) - 3);
        ASSERT_EQ(expected.k, k);
        EXPECT_EQ(std::to_string(result.rows.at(0).compressing), expected.compressing) << "k " << k;
        EXPECT_EQ(to_string(result.rows.at(0).score), expected.score) << "k " << k;
    }
}

void expect_all(DeviceKind device) {
    RunOptions options;
    options.device = device;
    expect_golden_scores(options);
    expect_sums(options);
    expect_one_size(options);
}

} // namespace

TEST(GoldenScores, OnTheHost) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    expect_all(DeviceKind::host);
}

TEST(CudaGoldenScores, OfEverySizeAndOfOne) {
    if (!why_no_data().empty()) GTEST_SKIP() << why_no_data();
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_all(DeviceKind::cuda);
}

} // namespace cerrado::test
