#include "small_graphs.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cerrado::test {

TEST(Graph6, OfKnownGraphs) {
    EXPECT_EQ(format_graph6(1, 0), "@");
    EXPECT_EQ(format_graph6(2, 1), "A_");
    EXPECT_EQ(format_graph6(3, 0b111), "Bw");
    // The example of nauty's formats.txt: 5 vertices with the edges 0-2, 0-4, 1-3, 3-4.
    EXPECT_EQ(format_graph6(5, adjacency_bit(0, 2) | adjacency_bit(0, 4) | adjacency_bit(1, 3) | adjacency_bit(3, 4)),
              "DQc");
    int k = 0;
    EXPECT_EQ(parse_graph6("DQc", k),
              adjacency_bit(0, 2) | adjacency_bit(0, 4) | adjacency_bit(1, 3) | adjacency_bit(3, 4));
    EXPECT_EQ(k, 5);
    EXPECT_EQ(parse_graph6(">>graph6<<C~", k), 0b111111u);
    EXPECT_EQ(k, 4);
}

TEST(Graph6, ReadsBackWhatItWrote) {
    std::mt19937_64 random(3);
    for (int k = 1; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < 200; ++round) {
            std::uint64_t const adjacency = random() & ((std::uint64_t{1} << adjacency_bits(k)) - 1);
            int read_k = 0;
            ASSERT_EQ(parse_graph6(format_graph6(k, adjacency), read_k), adjacency);
            ASSERT_EQ(read_k, k);
        }
}

TEST(Graph6, RefusesWhatIsNotGraph6AndLeavesKAlone) {
    for (char const* text :
         {"", ">>graph6<<", "?", "K??????????", "~??", "B", "Bww", "B ", "Bw\n", "B!", "Bx", "BW\x80", ":Bw"}) {
        int k = 77;
        try {
            parse_graph6(text, k);
            ADD_FAILURE() << "accepted \"" << text << '"';
        } catch (InputError const& error) {
            EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
        }
        EXPECT_EQ(k, 77);
    }
}

TEST(Graph6, OfAPatternThatIsLarge) {
    Pattern star(32);
    for (int v = 1; v < 32; ++v) star.require_edge(0, v);
    std::string const text = format_graph6(star);
    EXPECT_EQ(text.size(), 1u + 83u);
    Pattern const read = parse_graph6(text);
    ASSERT_EQ(read.size(), 32);
    for (int v = 0; v < 32; ++v) EXPECT_EQ(read.edges(v), star.edges(v));
    EXPECT_EQ(format_graph6(parse_graph6("Dd[")), "Dd[");
    EXPECT_THROW(parse_graph6("`" + std::string(88, '?')), InputError); // 33 vertices
}

// However it is numbered it has one form, and a small one that of canonical_form().
TEST(Graph6, OfACanonicalPattern) {
    std::mt19937_64 random(5);
    for (int const k : {5, 11, 12, 20, 32}) {
        std::vector<int> number(static_cast<std::size_t>(k));
        std::iota(number.begin(), number.end(), 0);
        std::string first;
        for (int round = 0; round < 5; ++round) {
            std::ranges::shuffle(number, random);
            auto const at = [&](int v) { return number[static_cast<std::size_t>(v)]; };
            Pattern pattern(k);
            for (int v = 1; v < k; ++v) pattern.require_edge(at(v), at(v / 3)); // a tree, and a few edges more
            for (int v = 4; v < k; v += 3) pattern.require_edge(at(v), at(v - 3));
            std::string const text = format_graph6(*canonical_pattern(pattern));
            if (round == 0) first = text;
            EXPECT_EQ(text, first);
            auto const small = canonical_form(pattern);
            EXPECT_EQ(small.has_value(), k <= max_adjacency_vertices);
            EXPECT_EQ(text, small ? format_graph6(k, small->adjacency) : first);
        }
    }
    Pattern marked(3);
    marked.require_edge(0, 1);
    marked.forbid_edge(1, 2);
    EXPECT_FALSE(canonical_pattern(marked));
}

TEST(Graph6, RefusesEdgesBeyondItsVertices) {
    EXPECT_THROW(format_graph6(3, 0b1000), InputError);
    EXPECT_THROW(format_graph6(0, 0), InputError);
    EXPECT_THROW(format_graph6(12, 0), InputError);
}

} // namespace cerrado::test
