// automorphisms(): the same number as by all permutations, and restrictions that exactly one image satisfies.
#include "small_graphs.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include "isomorphism/verifier.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

// Of all ways to give the vertices different ids, those that satisfy the restrictions are one of each class.
void expect_one_of_each_class(Pattern const& pattern, Automorphisms const& found) {
    std::vector<int> ids(static_cast<std::size_t>(pattern.size()));
    std::iota(ids.begin(), ids.end(), 0);
    std::uint64_t all = 0, satisfying = 0;
    do {
        ++all;
        satisfying += std::ranges::all_of(found.restrictions, [&](Restriction const& restriction) {
            return ids[static_cast<std::size_t>(restriction.low)] < ids[static_cast<std::size_t>(restriction.high)];
        });
    } while (std::ranges::next_permutation(ids).found);
    EXPECT_EQ(satisfying * found.count, all);
}

void expect_right(Pattern const& pattern, std::string const& name) {
    SCOPED_TRACE(name);
    Automorphisms const found = automorphisms(pattern);
    EXPECT_EQ(found.count, count_automorphisms_serially(pattern));
    if (pattern.core() == pattern.all()) expect_one_of_each_class(pattern, found);
}

} // namespace

TEST(Automorphisms, OfAllGraphsOfUpToFiveVertices) {
    for (int k = 2; k <= 5; ++k) {
        for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(k); ++adjacency) {
            if (!is_connected(k, adjacency)) continue;
            Pattern pattern(k);
            for (auto const& [u, v] : edges_of(k, adjacency)) pattern.require_edge(u, v);
            expect_right(pattern, std::to_string(adjacency));
        }
    }
}

// One of each kind; the vertices of those of five came in every order.
TEST(Automorphisms, OfAllGraphsOfSixVertices) {
    TransitionTable const table = TransitionTable::load(6);
    for (std::uint64_t const adjacency : table.representatives(6)) {
        Pattern pattern(6);
        for (auto const& [u, v] : edges_of(6, adjacency)) pattern.require_edge(u, v);
        expect_right(pattern, std::to_string(adjacency));
    }
}

TEST(Automorphisms, OfAllDirectedGraphsOfUpToFourVertices) {
    for (int k = 2; k <= 4; ++k) {
        int const pairs = adjacency_bits(k);
        for (unsigned arcs = 0; arcs < 1u << (2 * pairs); ++arcs) {
            Pattern pattern(k);
            int at = 0;
            for (int v = 1; v < k; ++v) {
                for (int u = 0; u < v; ++u, at += 2) {
                    if ((arcs >> at & 1) != 0) pattern.require_arc(u, v);
                    if ((arcs >> at & 2) != 0) pattern.require_arc(v, u);
                }
            }
            if (pattern.joined_to_least(Pattern::bit(k) - 1) != Pattern::bit(k) - 1) continue;
            expect_right(pattern, std::to_string(arcs));
        }
    }
}

// Of each pair: nothing, an edge, no edge, an arc, arcs both ways, an arc and none back.
TEST(Automorphisms, OfRandomDirectedAndLabelledPatterns) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 400; ++trial) {
        Pattern pattern(4 + static_cast<int>(random() % 3));
        unsigned const kinds = 1 + random() % 6;
        for (int v = 1; v < pattern.size(); ++v) {
            for (int u = 0; u < v; ++u) {
                switch (random() % (1 + kinds)) {
                case 1: pattern.require_edge(u, v); break;
                case 2: pattern.require_arc(u, v); break;
                case 3: pattern.require_arc(v, u); break;
                case 4: pattern.forbid_edge(u, v); break;
                case 5: pattern.label_edge(u, v, "x"); break;
                case 6:
                    pattern.require_arc(u, v);
                    pattern.forbid_arc(v, u);
                    break;
                default: break;
                }
            }
            if (random() % 4 == 0) pattern.label(v, {random() % 2 == 0 ? "A" : "B"});
        }
        expect_right(pattern, "trial " + std::to_string(trial));
    }
}

TEST(Automorphisms, OfKnownPatterns) {
    for (auto const& [text, count] : std::initializer_list<std::pair<char const*, std::uint64_t>>{
             {"house", 2},
             {"K5", 120},
             {"octahedron", 48},
             {"9-cycle", 18},
             {"0>1,1>2,2>0", 3},
             {"FFL", 1},
             {"bi-fan", 4},
             {"0<>1", 2},
             {"0>1", 1},
             {"0-1,0~2,1~2", 2},
             {"0-1,0~2,1~2,0~3,1~3", 2},
             {"2-3,2~0,3~1", 2},
             {"0:A,0-1", 1},
             {"0:A,1:A,0-1", 2},
             {"0-1,0-2,0-3,0-4,0-5,0-6,0-7,0-8,0-9,0-10,0-11,0-12,0-13,0-14,0-15", 1307674368000}}) {
        EXPECT_EQ(automorphisms(parse_pattern(text)).count, count) << text;
    }
}

// NemoGPU's exchanges of pairs would find none here.
TEST(Automorphisms, OfADirectedTriangleFixOneVertex) {
    Automorphisms const found = automorphisms(parse_pattern("0>1,1>2,2>0"));
    EXPECT_EQ(found.restrictions, (std::vector<Restriction>{{0, 1}, {0, 2}}));
    EXPECT_EQ(found.orbits, (std::vector<int>{0, 0, 0}));
}

TEST(Automorphisms, OrbitsOfAHouse) {
    EXPECT_EQ(automorphisms(parse_pattern("0-1,1-2,2-3,3-0,0-4,1-4")).orbits, (std::vector<int>{0, 0, 2, 2, 4}));
    EXPECT_EQ(automorphisms(parse_pattern("0:A,0-1,1-2,2-3,3-0,0-4,1-4")).orbits, (std::vector<int>{0, 1, 2, 3, 4}));
}

} // namespace cerrado::test
