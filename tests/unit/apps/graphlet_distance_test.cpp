#include "places.hpp"
#include "unit/message_of.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <random>
#include <string>

namespace cerrado {

// Distances of networks, from orbits written down by hand.

namespace {

using test::message_of;

constexpr GraphletDistance every_kind[] = {GraphletDistance::gcd11,          GraphletDistance::gcd56,
                                           GraphletDistance::gcd73,          GraphletDistance::gdda,
                                           GraphletDistance::gdda_geometric, GraphletDistance::rgf};

// `columns` numbers for each vertex, those that are given, and then zeros.
GraphletOrbits orbits_with(std::size_t columns, std::initializer_list<std::vector<WideCount>> rows) {
    GraphletOrbits orbits;
    orbits.columns = columns;
    for (std::vector<WideCount> row : rows) {
        row.resize(columns);
        orbits.counts.insert(orbits.counts.end(), row.begin(), row.end());
    }
    return orbits;
}

GraphletOrbits random_orbits(unsigned seed) {
    std::mt19937 random(seed);
    GraphletOrbits orbits;
    orbits.columns = 73;
    for (int i = 0; i < 73 * 50; ++i) orbits.counts.push_back(random() % 20);
    return orbits;
}

double correlation(std::vector<WideCount> const& x, std::vector<WideCount> const& y, bool row_of_ones) {
    GraphletOrbits orbits;
    orbits.columns = 2;
    for (std::size_t i = 0; i < x.size(); ++i) {
        orbits.counts.push_back(x[i]);
        orbits.counts.push_back(y[i]);
    }
    int const columns[] = {0, 1};
    std::vector<double> const matrix = graphlet_correlation(orbits, columns, row_of_ones);
    EXPECT_EQ(matrix.size(), 4U);
    if (!std::isnan(matrix[1])) {
        EXPECT_EQ(matrix[1], matrix[2]);
    }
    return matrix[1];
}

TEST(GraphletCorrelation, IsOneForRisingAndMinusOneForFallingNumbers) {
    EXPECT_DOUBLE_EQ(correlation({1, 2, 3, 4}, {1, 8, 27, 64}, false), 1);
    EXPECT_DOUBLE_EQ(correlation({1, 2, 3, 4}, {9, 7, 5, 3}, false), -1);
}

TEST(GraphletCorrelation, EqualNumbersShareTheirRank) {
    // Ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: the sum of products of differences from 2.5 is 4.5, the squares are 4.5 and 5.
    EXPECT_DOUBLE_EQ(correlation({1, 2, 2, 3}, {1, 3, 2, 4}, false), 4.5 / std::sqrt(4.5 * 5));
}

TEST(GraphletCorrelation, ARowOfOnesIsOneMoreVertex) {
    std::vector<WideCount> const x{5, 0, 2, 2, 7}, y{0, 3, 3, 1, 9};
    std::vector<WideCount> with_x = x, with_y = y;
    with_x.push_back(1);
    with_y.push_back(1);
    EXPECT_DOUBLE_EQ(correlation(x, y, true), correlation(with_x, with_y, false));
    EXPECT_NE(correlation(x, y, true), correlation(x, y, false));
}

TEST(GraphletCorrelation, AConstantColumnHasNone) {
    EXPECT_TRUE(std::isnan(correlation({4, 4, 4}, {1, 2, 3}, false)));
    EXPECT_DOUBLE_EQ(correlation({0, 0, 0}, {0, 0, 0}, true), 1); // the row of ones is the highest in both
    EXPECT_TRUE(std::isnan(correlation({1, 1, 1}, {0, 2, 3}, true)));
}

TEST(GraphletCorrelation, TellsNumbersApartThatNeed128Bits) {
    WideCount const large = WideCount{1} << 100;
    EXPECT_DOUBLE_EQ(correlation({large, large + 1, large + 2}, {1, 2, 3}, false), 1);
}

TEST(GraphletCorrelation, RefusesAColumnThatWasNotCounted) {
    GraphletOrbits const orbits = orbits_with(15, {{1, 2}});
    int const columns[] = {15};
    EXPECT_EQ(message_of<InputError>([&] { graphlet_correlation(orbits, columns); }),
              "orbit 15 was not counted: the number of counted orbits is 15; count the orbits of 5 vertices (k = 5)");
}

TEST(GraphletDistances, TakeTheirOrbits) {
    EXPECT_EQ(orbits_of(GraphletDistance::gcd11).size(), 11U);
    EXPECT_EQ(orbits_of(GraphletDistance::gcd56).size(), 56U);
    EXPECT_EQ(orbits_of(GraphletDistance::gcd73).size(), 73U);
    EXPECT_EQ(orbits_of(GraphletDistance::gcd56)[3], 4);
    EXPECT_EQ(orbits_of(GraphletDistance::gcd56).back(), 70);
    EXPECT_NO_THROW(graphlet_signature(orbits_with(15, {{1, 2}}), GraphletDistance::gcd11));
    EXPECT_THROW(graphlet_signature(orbits_with(15, {{1, 2}}), GraphletDistance::gcd56), InputError);
}

TEST(GraphletDistances, ANetworkHasNoneToItself) {
    GraphletOrbits const orbits = random_orbits(1);
    GraphletOrbits const one = orbits_with(73, {{1}, {1}}); // an edge: its column of degrees is constant
    for (GraphletDistance const kind : every_kind) {
        bool const is_agreement = kind == GraphletDistance::gdda || kind == GraphletDistance::gdda_geometric;
        EXPECT_EQ(graphlet_distance(orbits, orbits, kind), is_agreement ? 1 : 0);
        EXPECT_EQ(graphlet_distance(one, one, kind), is_agreement ? 1 : 0);
    }
}

TEST(GraphletDistances, AreTheSameFromBothSides) {
    GraphletOrbits const a = random_orbits(1), b = random_orbits(2);
    for (GraphletDistance const kind : every_kind) {
        std::optional<double> const distance = graphlet_distance(a, b, kind);
        ASSERT_TRUE(distance);
        EXPECT_EQ(distance, graphlet_distance(b, a, kind));
        EXPECT_NE(*distance, *graphlet_distance(a, a, kind));
    }
}

TEST(GraphletDistances, AreThoseOfTheUpperTriangles) {
    // Beside the row of ones, column 0 falls in one network and rises in the other where column 1 rises.
    GraphletOrbits const a = orbits_with(73, {{4, 2}, {3, 3}, {2, 4}}), b = orbits_with(73, {{2, 2}, {3, 3}, {4, 4}});
    GraphletSignature const of_a = graphlet_signature(a, GraphletDistance::gcd11);
    GraphletSignature const of_b = graphlet_signature(b, GraphletDistance::gcd11);
    double squares = 0;
    for (std::size_t i = 0; i < 11; ++i) {
        for (std::size_t j = i + 1; j < 11; ++j) {
            double const difference = of_a.correlation[i * 11 + j] - of_b.correlation[i * 11 + j];
            squares += difference * difference;
        }
    }
    EXPECT_GT(squares, 0);
    EXPECT_NEAR(graphlet_distance(of_a, of_b).value(), std::sqrt(squares), 1e-12);
    EXPECT_THROW(graphlet_distance(of_a, graphlet_signature(b, GraphletDistance::rgf)), InputError);
}

TEST(GraphletDistances, AConstantColumnOfOneNetworkHasNoDistance) {
    GraphletOrbits const edges = orbits_with(73, {{1}, {1}}), star = orbits_with(73, {{2, 0, 1}, {1, 1}, {1, 1}});
    EXPECT_FALSE(graphlet_distance(edges, star, GraphletDistance::gcd11));
}

TEST(GraphletDistances, DistributionsAreScaledByTheNumber) {
    // Degrees 1, 1, 2: shares of (2/1, 1/2) are .8 and .2. Degrees 2, 2, 2: all is at 2. All other orbits are empty.
    GraphletOrbits const path = orbits_with(73, {{1}, {2}, {1}}), triangle = orbits_with(73, {{2}, {2}, {2}});
    double const of_degree = 1 - std::sqrt(.8 * .8 + .8 * .8) / std::sqrt(2.0);
    EXPECT_NEAR(graphlet_distance(path, triangle, GraphletDistance::gdda).value(), (72 + of_degree) / 73, 1e-12);
    EXPECT_NEAR(graphlet_distance(path, triangle, GraphletDistance::gdda_geometric).value(),
                std::pow(of_degree, 1.0 / 73), 1e-12);
}

TEST(GraphletDistances, AnOrbitThatOneNetworkLacksAgreesByWhatTheOtherHas) {
    GraphletOrbits const with = orbits_with(73, {{0, 3}, {0, 3}}), without = orbits_with(73, {{0, 0}, {0, 0}});
    double const of_orbit = 1 - 1 / std::sqrt(2.0);
    EXPECT_NEAR(graphlet_distance(with, without, GraphletDistance::gdda).value(), (72 + of_orbit) / 73, 1e-12);
}

TEST(GraphletDistances, FrequenciesAreSharesOfAllGraphlets) {
    // 3 wedges and 1 triangle; 1 wedge and 3 triangles.
    GraphletOrbits const a = orbits_with(73, {{0, 6, 3, 3}}), b = orbits_with(73, {{0, 2, 1, 9}});
    EXPECT_NEAR(graphlet_distance(a, b, GraphletDistance::rgf).value(), 2 * std::log(3.0), 1e-12);
    GraphletOrbits const twice = orbits_with(73, {{0, 6, 3, 3}, {0, 6, 3, 3}});
    EXPECT_NEAR(graphlet_distance(a, twice, GraphletDistance::rgf).value(), 0, 1e-12);
    GraphletOrbits const wedges = orbits_with(73, {{0, 6, 3, 0}});
    EXPECT_FALSE(graphlet_distance(a, wedges, GraphletDistance::rgf));
}

TEST(GraphletDistances, OfNetworksWithoutVerticesOrEdges) {
    GraphletOrbits const nothing = orbits_with(73, {}), lonely = orbits_with(73, {{0}, {0}});
    for (GraphletDistance const kind : {GraphletDistance::gdda, GraphletDistance::gdda_geometric})
        EXPECT_EQ(graphlet_distance(nothing, lonely, kind), 1);
    EXPECT_EQ(graphlet_distance(nothing, nothing, GraphletDistance::gcd73), 0);
    EXPECT_EQ(graphlet_distance(lonely, lonely, GraphletDistance::rgf), 0);
}

} // namespace

// Distances of two real networks.

namespace {

TEST(GraphletDistances, OfYeastAndDiseasesAreThoseOfOtherPrograms) {
    // Source: from ORCA's orbits, by programs that share no code with this one.
    struct Row {
        GraphletDistance kind;
        double distance;
    };
    constexpr Row rows[] = {{GraphletDistance::gcd11, 2.579385566},         {GraphletDistance::gcd56, 10.417078715},
                            {GraphletDistance::gcd73, 14.147178574},        {GraphletDistance::gdda, .793074191},
                            {GraphletDistance::gdda_geometric, .784524267}, {GraphletDistance::rgf, 46.118391622}};
    std::filesystem::path const folder = test::data_folder();
    std::string const yeast = folder / "yeast-ppi.txt.gz", diseases = folder / "bio-diseasome.txt.gz";
    for (std::string const& path : {yeast, diseases}) {
        if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set CERRADO_DATA_DIR";
    }
    RunOptions options;
    options.device = DeviceKind::host;
    GraphletOrbits const a = count_graphlet_orbits(open_graph(yeast), {}, options);
    GraphletOrbits const b = count_graphlet_orbits(open_graph(diseases), {}, options);
    for (auto const& [kind, distance] : rows)
        EXPECT_NEAR(graphlet_distance(a, b, kind).value_or(-1), distance, 1e-9) << static_cast<int>(kind);
}

} // namespace

} // namespace cerrado
