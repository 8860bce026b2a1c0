#include "unit/canonical/small_graphs.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/detail/graphlets/copies.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>

namespace cerrado::test {

// Copies of small graphs in each other, and induced numbers from those of copies.

namespace {

int index_of(std::string const& name, int k) {
    int i = 0;
    while (small_graph_name(k, i) != name) ++i;
    return i;
}

int copies(std::string const& name, std::string const& in, int k) {
    return spanning_copies(k, true).copies(index_of(name, k), index_of(in, k));
}

std::vector<WideCount> random_numbers(std::size_t count, std::mt19937_64& random) {
    std::vector<WideCount> numbers(count);
    for (WideCount& number : numbers) number = random() % 3 == 0 ? 0 : WideCount{random()} << random() % 40;
    return numbers;
}

WideCount permutations(int k) { return k == 0 ? 1 : permutations(k - 1) * static_cast<WideCount>(k); }

} // namespace

TEST(SpanningCopies, HaveKnownNumbers) {
    EXPECT_EQ(copies("path3", "triangle", 3), 3);
    EXPECT_EQ(copies("path4", "K4", 4), 12);
    EXPECT_EQ(copies("star3", "K4", 4), 4);
    EXPECT_EQ(copies("cycle4", "K4", 4), 3);
    EXPECT_EQ(copies("paw", "K4", 4), 12);
    EXPECT_EQ(copies("diamond", "K4", 4), 6);
    EXPECT_EQ(copies("path4", "cycle4", 4), 4);
    EXPECT_EQ(copies("star3", "cycle4", 4), 0);
    EXPECT_EQ(copies("cycle5", "K5", 5), 12);
    EXPECT_EQ(copies("cycle5", "W4", 5), 4);
    EXPECT_EQ(copies("cycle5", "K5-e", 5), 6);
    EXPECT_EQ(copies("cycle5", "house", 5), 1);
    EXPECT_EQ(copies("K23", "book", 5), 1);
    EXPECT_EQ(copies("star4", "butterfly", 5), 1);
}

// The complete graph has each pattern as often as vertices can be permuted, its automorphisms divided out.
TEST(SpanningCopies, InTheCompleteGraphArePermutations) {
    for (int k = 2; k <= 5; ++k) {
        CopyMatrix const& matrix = spanning_copies(k, false);
        int const complete = index_of(std::string(graphlets_of(k).back().name), k);
        for (int i = 0; i < matrix.size(); ++i) {
            WideCount const symmetries =
                automorphisms(pattern_of(k, small_graphs(k)[static_cast<std::size_t>(i)])).count;
            EXPECT_TRUE(static_cast<WideCount>(matrix.copies(i, complete)) == permutations(k) / symmetries) << k << i;
        }
    }
}

TEST(InducedOfCopies, UndoesCopiesOfInduced) {
    std::mt19937_64 random(33);
    for (int k = 2; k <= 5; ++k) {
        for (std::size_t const count : {small_graphs(k).size(), graphlets_of(k).size()}) {
            for (int round = 0; round < 50; ++round) {
                std::vector<WideCount> const induced = random_numbers(count, random);
                std::vector<WideCount> const all = copies_of_induced(k, induced);
                EXPECT_TRUE(induced_of_copies(k, all) == induced);
            }
        }
    }
}

// Both say the same of connected patterns, though one labels what is left where an edge is taken away.
TEST(CopiesOfInduced, AgreesWithEdgeInducedCounts) {
    std::mt19937_64 random(34);
    for (int k = 3; k <= 5; ++k) {
        std::vector<std::uint64_t> const& classes = table_of(k).representatives(k);
        std::vector<WideCount> const by_class = random_numbers(classes.size(), random);
        std::vector<WideCount> induced(classes.size());
        for (std::size_t c = 0; c < classes.size(); ++c)
            induced[static_cast<std::size_t>(locate(k, classes[c]).index)] = by_class[c];
        std::vector<WideCount> const expected = edge_induced_counts(table_of(k), by_class);
        std::vector<WideCount> const found = copies_of_induced(k, induced);
        for (std::size_t c = 0; c < classes.size(); ++c)
            EXPECT_TRUE(found[static_cast<std::size_t>(locate(k, classes[c]).index)] == expected[c]) << k << ' ' << c;
    }
}

// Three paths are in a triangle: two paths and a triangle are impossible.
TEST(InducedOfCopies, NamesWhatIsContradicted) {
    EXPECT_TRUE(induced_of_copies(3, {5, 1}) == (std::vector<WideCount>{2, 1}));
    try {
        induced_of_copies(3, {2, 1});
        FAIL() << "two paths and a triangle were accepted";
    } catch (Error const& error) {
        EXPECT_NE(std::string(error.what()).find("the counts of path3 contradict each other"), std::string::npos);
    }
    std::vector<WideCount> counts(34);
    counts[0] = 1; // a 5-path has a subgraph without edges
    EXPECT_THROW(induced_of_copies(5, counts), Error);
    EXPECT_THROW(induced_of_copies(3, {0, ~WideCount{0}}), Error);
    EXPECT_THROW(induced_of_copies(5, std::vector<WideCount>(30)), InputError);
}

TEST(CopiesOfInduced, BeyondAllBitsAreRefused) {
    EXPECT_THROW(copies_of_induced(3, {0, ~WideCount{0} / 2}), InputError);
    EXPECT_THROW(copies_of_induced(3, {~WideCount{0}, 1}), InputError);
    EXPECT_NO_THROW(copies_of_induced(3, {0, ~WideCount{0} / 3}));
}

TEST(OrbitSystem, HasKnownNumbers) {
    OrbitSystem const vertices(false, 5);
    EXPECT_EQ(vertices.copies(0, 0), 1);
    EXPECT_EQ(vertices.copies(1, 3), 2);  // of the three paths in a triangle a vertex ends two
    EXPECT_EQ(vertices.copies(2, 3), 1);  // and is the middle of one
    EXPECT_EQ(vertices.copies(7, 14), 1); // a star at each vertex of K4
    EXPECT_EQ(vertices.copies(4, 14), 6); // twelve paths of four vertices, two ends each
    EXPECT_EQ(vertices.copies(34, 72), 12);
    OrbitSystem const edges(true, 5);
    EXPECT_EQ(edges.copies(0, 1), 2);   // of the three paths in a triangle an edge is in two
    EXPECT_EQ(edges.copies(5, 11), 2);  // three 4-cycles of four edges on six
    EXPECT_EQ(edges.copies(28, 67), 6); // twelve 5-cycles of five edges on ten
}

// Copies of p in q, each with all members of role r: counted at the members of q, orbit by orbit.
TEST(OrbitSystem, SumsOverMembersAreThoseOfTheGraphlets) {
    for (bool const per_edge : {false, true}) {
        OrbitSystem const system(per_edge, 5);
        std::span<GraphletOrbit const> const orbits = graphlet_orbits(per_edge);
        for (int r = per_edge ? 0 : 1; r < system.columns(); ++r) {
            GraphletOrbit const& role = orbits[static_cast<std::size_t>(r)];
            int const k = graphlets()[static_cast<std::size_t>(role.graphlet)].size, first = graphlets_up_to(k - 1);
            std::vector<int> sums(graphlets_of(k).size());
            for (int s = 0; s < system.columns(); ++s) {
                GraphletOrbit const& orbit = orbits[static_cast<std::size_t>(s)];
                if (graphlets()[static_cast<std::size_t>(orbit.graphlet)].size != k)
                    EXPECT_EQ(system.copies(r, s), 0);
                else
                    sums[static_cast<std::size_t>(orbit.graphlet - first)] += system.copies(r, s) * orbit.size;
            }
            for (int q = 0; q < static_cast<int>(sums.size()); ++q)
                EXPECT_EQ(sums[static_cast<std::size_t>(q)],
                          spanning_copies(k, true).copies(role.graphlet - first, q) * role.size);
        }
    }
}

TEST(OrbitSystem, UndoesItself) {
    std::mt19937_64 random(35);
    for (bool const per_edge : {false, true}) {
        for (int k = 3; k <= 5; ++k) {
            OrbitSystem const system(per_edge, k);
            EXPECT_EQ(system.columns(), per_edge ? edge_orbits(k) : vertex_orbits(k));
            for (int round = 0; round < 50; ++round) {
                std::vector<WideCount> induced = random_numbers(static_cast<std::size_t>(system.columns()), random);
                induced.back() += 1; // a clique, which has copies of others
                std::vector<WideCount> row = induced;
                system.copies_of_induced(row);
                EXPECT_TRUE(row != induced);
                system.induced_of_copies(row);
                EXPECT_TRUE(row == induced);
            }
        }
    }
}

TEST(OrbitSystem, NamesWhatIsContradicted) {
    OrbitSystem const system(false, 4);
    std::vector<WideCount> row(15);
    row[0] = 3;
    row[3] = 1; // in a triangle, and no end of a path
    try {
        system.induced_of_copies(row);
        FAIL() << "a triangle without paths was accepted";
    } catch (Error const& error) {
        EXPECT_NE(std::string(error.what()).find("path3 in orbit 1"), std::string::npos) << error.what();
    }
    EXPECT_THROW(system.induced_of_copies(std::span(row).first(4)), InputError);
}

// Graphlets, their orbits, and the table that finds them.

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
