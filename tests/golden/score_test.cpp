// The score of compression by cliques against COMPRESS_SCORE.csv, and against the sums that are known of other graphs.
#include "rows.hpp"

#include <cerrado/apps/compression.hpp>
#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {
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
