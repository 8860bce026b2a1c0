// Graphlets, their orbits, and the table that finds them.
#include "small_graphs.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace cerrado::test {

TEST(Graphlets, AreTheThirtyConnectedPatternsByEdges) {
    std::set<std::pair<int, std::uint64_t>> patterns;
    std::set<std::string_view> names;
    ASSERT_EQ(graphlets().size(), 30u);
    for (Graphlet const& graphlet : graphlets()) {
        EXPECT_TRUE(is_connected(graphlet.size, graphlet.adjacency)) << graphlet.name;
        patterns.emplace(graphlet.size, smallest_relabelling(graphlet.size, graphlet.adjacency));
        names.insert(graphlet.name);
    }
    EXPECT_EQ(patterns.size(), 30u);
    EXPECT_EQ(names.size(), 30u);
    auto const rank = [](Graphlet const& g) { return std::pair(g.size, std::popcount(g.adjacency)); };
    EXPECT_TRUE(std::ranges::is_sorted(graphlets(), {}, rank));
    for (int k = 2; k <= 5; ++k)
        EXPECT_TRUE(std::ranges::all_of(graphlets_of(k), [&](Graphlet const& g) { return g.size == k; })) << k;
}

// The figure of Przulj 2007, by the names that the catalogue has for people.
TEST(Graphlets, HaveTheNumbersOfPrzulj) {
    std::vector<std::string> const expected = {
        "edge",     "3-path",     "triangle",  "4-path",  "3-star", "4-cycle",       "paw",     "diamond",
        "4-clique", "5-path",     "fork",      "4-star",  "bull",   "(3,2)-tadpole", "cricket", "5-cycle",
        "banner",   "dart",       "butterfly", "kite",    "K2,3",   "house",         "K1,1,3",  "(4,1)-lollipop",
        "gem",      "co-(P2+P3)", "house-x",   "4-wheel", "K5-e",   "5-clique"};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(describe_pattern(graphlets()[i].size, graphlets()[i].adjacency).name, expected[i]) << "G" << i;
}

// Vertices share an orbit where nauty says so, and no orbit is in two graphlets.
TEST(GraphletOrbits, AreThoseOfTheAutomorphisms) {
    std::map<int, int> graphlet_of;
    for (std::size_t g = 0; g < graphlets().size(); ++g) {
        Graphlet const& graphlet = graphlets()[g];
        std::vector<int> const least = automorphisms(pattern_of(graphlet.size, graphlet.adjacency)).orbits;
        for (std::size_t u = 0; u < least.size(); ++u) {
            for (std::size_t v = 0; v < u; ++v)
                EXPECT_EQ(graphlet.orbits[u] == graphlet.orbits[v], least[u] == least[v]) << graphlet.name << u << v;
            EXPECT_EQ(graphlet_of.emplace(graphlet.orbits[u], g).first->second, static_cast<int>(g));
        }
    }
    EXPECT_EQ(graphlet_of.size(), 73u);
    EXPECT_EQ(graphlet_of.begin()->first, 0);
    EXPECT_EQ(graphlet_of.rbegin()->first, 72);
}

// Two edges have one orbit if and only if the graphlet looks the same where their ends are named 0 and 1.
TEST(GraphletOrbits, EdgesShareOneIfTheyLookAlike) {
    std::set<int> orbits;
    for (Graphlet const& graphlet : graphlets().subspan(1)) {
        std::map<std::uint64_t, int> orbit_of; // by the smallest word of the graph with this edge named 0, 1
        for (auto const& [u, v] : edges_of(graphlet.size, graphlet.adjacency)) {
            std::uint64_t smallest = ~std::uint64_t{0};
            std::vector<int> names(static_cast<std::size_t>(graphlet.size));
            std::iota(names.begin(), names.end(), 0);
            do {
                if (names[static_cast<std::size_t>(u)] + names[static_cast<std::size_t>(v)] == 1)
                    smallest = std::min(smallest, relabel(graphlet.size, graphlet.adjacency, names));
            } while (std::ranges::next_permutation(names).found);
            int const orbit = graphlet.edge_orbits[static_cast<std::size_t>(std::countr_zero(adjacency_bit(u, v)))];
            EXPECT_EQ(orbit_of.emplace(smallest, orbit).first->second, orbit) << graphlet.name << u << v;
        }
        for (auto const& [word, orbit] : orbit_of) EXPECT_TRUE(orbits.insert(orbit).second) << orbit;
    }
    EXPECT_EQ(orbits.size(), 68u);
    EXPECT_EQ(*orbits.begin(), 0);
    EXPECT_EQ(*orbits.rbegin(), 67);
}

// Degrees of the members, as the figures of Przulj and of ORCA draw them.
TEST(GraphletOrbits, MembersHaveTheDegreesOfTheFigure) {
    std::vector<int> const expected = {1, 1, 2, 2, 1, 2, 1, 3, 2, 1, 2, 3, 2, 3, 3, 1, 2, 2, 1, 1, 2, 3, 1, 4, 1,
                                       2, 3, 1, 2, 2, 3, 1, 2, 4, 2, 1, 2, 2, 3, 1, 2, 3, 4, 2, 4, 1, 2, 3, 3, 2,
                                       3, 2, 2, 3, 2, 4, 1, 3, 4, 2, 3, 4, 2, 3, 3, 2, 3, 4, 3, 4, 3, 4, 4};
    for (std::size_t o = 0; o < expected.size(); ++o) {
        GraphletOrbit const& orbit = graphlet_orbits(false)[o];
        Graphlet const& graphlet = graphlets()[static_cast<std::size_t>(orbit.graphlet)];
        int degree = 0;
        for (int v = 0; v < graphlet.size; ++v) degree += adjacent(graphlet.adjacency, orbit.member, v);
        EXPECT_EQ(degree, expected[o]) << "orbit " << o;
    }
}

TEST(GraphletOrbits, ListsSayWhoIsInThem) {
    for (bool const per_edge : {false, true}) {
        std::vector<int> members(30);
        for (std::size_t o = 0; o < graphlet_orbits(per_edge).size(); ++o) {
            GraphletOrbit const& orbit = graphlet_orbits(per_edge)[o];
            Graphlet const& graphlet = graphlets()[static_cast<std::size_t>(orbit.graphlet)];
            auto const member = static_cast<std::size_t>(orbit.member);
            EXPECT_EQ(per_edge ? graphlet.edge_orbits[member] : graphlet.orbits[member], static_cast<int>(o));
            members[static_cast<std::size_t>(orbit.graphlet)] += orbit.size;
        }
        for (std::size_t g = 1; g < 30; ++g)
            EXPECT_EQ(members[g], per_edge ? std::popcount(graphlets()[g].adjacency) : graphlets()[g].size) << g;
        for (int k = 3; k <= 5; ++k) {
            int const count = per_edge ? edge_orbits(k) : vertex_orbits(k);
            EXPECT_EQ(graphlet_orbits(per_edge)[static_cast<std::size_t>(count - 1)].graphlet, graphlets_up_to(k) - 1);
        }
    }
}

TEST(SmallGraphs, AreAllOfThemAndTheConnectedOnesFirst) {
    std::vector<std::size_t> const expected = {0, 0, 2, 4, 11, 34};
    for (int k = 2; k <= 5; ++k) {
        std::vector<std::uint64_t> const& graphs = small_graphs(k);
        std::set<std::uint64_t> patterns;
        for (std::uint64_t const graph : graphs) patterns.insert(smallest_relabelling(k, graph));
        EXPECT_EQ(graphs.size(), expected[static_cast<std::size_t>(k)]);
        EXPECT_EQ(patterns.size(), graphs.size());
        std::size_t const connected = graphlets_of(k).size();
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            EXPECT_EQ(is_connected(k, graphs[i]), i < connected);
            if (i < connected) {
                EXPECT_EQ(graphs[i], graphlets_of(k)[i].adjacency);
            }
            if (i > connected) {
                EXPECT_GE(std::popcount(graphs[i]), std::popcount(graphs[i - 1]));
            }
        }
        EXPECT_EQ(graphs[connected], 0u);
    }
    EXPECT_EQ(small_graph_name(5, 10), "kite");
    EXPECT_EQ(small_graph_name(5, 21), "D??");
}

TEST(SmallGraphs, LocateGivesAnIsomorphism) {
    for (int k = 2; k <= 5; ++k) {
        for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(k); ++adjacency) {
            Located const& located = locate(k, adjacency);
            std::vector<int> const names(located.vertex.begin(), located.vertex.begin() + k);
            EXPECT_EQ(std::set<int>(names.begin(), names.end()).size(), static_cast<std::size_t>(k));
            EXPECT_EQ(relabel(k, adjacency, names), small_graphs(k)[static_cast<std::size_t>(located.index)]);
        }
    }
}

} // namespace cerrado::test
