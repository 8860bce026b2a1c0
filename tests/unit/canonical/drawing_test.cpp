#include "small_graphs.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/drawing/layout.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <ctime>
#include <set>

namespace cerrado::test {

namespace {

std::size_t columns_of(std::string const& line) {
    return static_cast<std::size_t>(std::ranges::count_if(line, [](char byte) { return (byte & 0xc0) != 0x80; }));
}

void expect_well_formed(int k, std::uint64_t adjacency) {
    std::vector<std::string> const lines = draw_pattern(k, adjacency);
    ASSERT_FALSE(lines.empty());
    EXPECT_LE(lines.size(), 7u);
    std::ptrdiff_t nodes = 0;
    for (std::string const& line : lines) {
        EXPECT_LE(columns_of(line), 15u) << line;
        EXPECT_FALSE(line.ends_with(' ')) << '"' << line << '"';
        nodes += std::ranges::count(line, 'o');
    }
    EXPECT_EQ(nodes, k) << format_graph6(k, adjacency);
    EXPECT_EQ(draw_pattern(k, adjacency), lines) << "not the same again";
}

} // namespace

TEST(Drawing, OfThreeAndFourVerticesAsAPersonDrawsThem) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(draw_pattern(3, 0b111), (Lines{"  o", " / \\", "o---o"}));
    EXPECT_EQ(draw_pattern(3, 0b011), (Lines{"  o", " / \\", "o   o"}));
    EXPECT_EQ(draw_pattern(4, 0b111111), (Lines{"o-----o", "|\\   /|", "|  X  |", "|/   \\|", "o-----o"}));
    EXPECT_EQ(draw_pattern(4, 0b111110), (Lines{"o-----o", "|\\    |", "|  \\  |", "|    \\|", "o-----o"}));
    EXPECT_EQ(draw_pattern(4, adjacency_bit(0, 1) | adjacency_bit(1, 2) | adjacency_bit(2, 3)),
              (Lines{"o---o---o---o"}));
}

TEST(Drawing, OfEveryPatternUpToSevenVerticesFitsAndHasAllNodes) {
    for (int k = 3; k <= 7; ++k)
        for (std::size_t c = 0; c < table_of(k).representatives(k).size(); c += k < 7 ? 1 : 60)
            expect_well_formed(k, table_of(k).representatives(k)[c]);
}

TEST(Drawing, OfLargerPatternsFitsAndHasAllNodes) {
    std::mt19937_64 random(5);
    for (int k = 8; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < (k < 10 ? 3 : 1); ++round) expect_well_formed(k, random_connected_graph(k, random));
}

TEST(Drawing, DiffersBetweenPatterns) {
    for (int k = 3; k <= 6; ++k) {
        std::set<std::vector<std::string>> drawings;
        for (std::uint64_t adjacency : table_of(k).representatives(k)) drawings.insert(draw_pattern(k, adjacency));
        EXPECT_EQ(drawings.size(), table_of(k).representatives(k).size());
    }
}

TEST(Drawing, PutsEveryVertexOnItsOwnPlaceOfTheCanvas) {
    for (int k = 5; k <= 6; ++k)
        for (std::uint64_t adjacency : table_of(k).representatives(k)) {
            Layout const layout = choose_layout(k, adjacency);
            std::set<std::pair<int, int>> places;
            for (Place place : layout.places) {
                EXPECT_TRUE(place.column >= 0 && place.column < layout.columns && place.row >= 0 &&
                            place.row < layout.rows);
                EXPECT_TRUE(places.emplace(place.column, place.row).second);
            }
            EXPECT_EQ(static_cast<int>(places.size()), k);
        }
}

// By processor time, which other programs do not lengthen much; sanitizers do.
TEST(Drawing, TakesAboutAMillisecondAtMost) {
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> patterns;
    for (int i = 0; i < 50; ++i) patterns.push_back(random_connected_graph(9, random));
    draw_pattern(9, patterns[0]); // the first measures the frames
    std::clock_t const begin = std::clock();
    for (std::uint64_t const adjacency : patterns) draw_pattern(9, adjacency);
    double const seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds / 50, 0.008);
}

TEST(Drawing, OfOneVertexIsRefused) { EXPECT_THROW(draw_pattern(1, 0), InputError); }

} // namespace cerrado::test
