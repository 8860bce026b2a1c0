#include "isomorphism/verifier.hpp"
#include "places.hpp"
#include "unit/canonical/small_graphs.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

namespace cerrado::test {

TEST(CanonicalForm, AgreesWithBruteForceOnEveryGraphOfUpToFiveVertices) {
    std::size_t const graphs_up_to_isomorphism[] = {1, 1, 2, 4, 11, 34};
    for (int k = 1; k <= 5; ++k) {
        std::map<std::uint64_t, std::uint64_t> form_of_smallest;
        std::set<std::uint64_t> forms;
        for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(k); ++adjacency) {
            std::uint64_t const form = canonical_form(k, adjacency).adjacency;
            auto const [known, is_new] = form_of_smallest.emplace(smallest_relabelling(k, adjacency), form);
            EXPECT_EQ(known->second, form) << "k " << k << " adjacency " << adjacency;
            forms.insert(form);
        }
        EXPECT_EQ(form_of_smallest.size(), graphs_up_to_isomorphism[k]);
        EXPECT_EQ(forms.size(), graphs_up_to_isomorphism[k]);
    }
}

TEST(CanonicalForm, PositionsRelabelTheGivenGraphToTheForm) {
    std::mt19937_64 random(7);
    for (int k = 2; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < 200; ++round) {
            std::uint64_t const adjacency = random_connected_graph(k, random);
            CanonicalForm const form = canonical_form(k, adjacency);
            std::vector<int> names;
            for (int v = 0; v < k; ++v) names.push_back(form.position(v));
            ASSERT_EQ(relabel(k, adjacency, names), form.adjacency);
        }
}

TEST(CanonicalForm, IsTheSameForRelabelledGraphs) {
    std::mt19937_64 random(8);
    for (int k = 6; k <= max_adjacency_vertices; ++k)
        for (int round = 0; round < 200; ++round) {
            std::uint64_t const adjacency = random_connected_graph(k, random);
            std::vector<int> names(static_cast<std::size_t>(k));
            std::iota(names.begin(), names.end(), 0);
            std::ranges::shuffle(names, random);
            ASSERT_EQ(canonical_form(k, relabel(k, adjacency, names)).adjacency,
                      canonical_form(k, adjacency).adjacency);
        }
}

TEST(CanonicalForm, MayBeTakenFromManyThreads) {
    std::mt19937_64 random(9);
    std::vector<std::uint64_t> graphs, expected;
    for (int i = 0; i < 2000; ++i) graphs.push_back(random_connected_graph(8, random));
    for (std::uint64_t adjacency : graphs) expected.push_back(canonical_form(8, adjacency).adjacency);
    std::vector<std::vector<std::uint64_t>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& forms : found)
            threads.emplace_back([&] {
                for (std::uint64_t adjacency : graphs) forms.push_back(canonical_form(8, adjacency).adjacency);
            });
    }
    for (auto const& forms : found) EXPECT_EQ(forms, expected);
}

TEST(CanonicalForm, RefusesWhatIsNoGraphOfThatSize) {
    EXPECT_THROW(canonical_form(0, 0), InputError);
    EXPECT_THROW(canonical_form(max_adjacency_vertices + 1, 0), InputError);
    EXPECT_THROW(canonical_form(3, 8), InputError);
}

// Canonical orders of labelled graphs, against all permutations.

namespace {

using Numbers = std::vector<std::uint32_t>;

LabelledGraph reordered(LabelledGraph const& graph, std::vector<std::size_t> const& order) {
    LabelledGraph made{.k = graph.k};
    for (std::size_t p = 0; p < order.size(); ++p) {
        made.labels[p] = graph.labels[order[p]];
        for (std::size_t q = 0; q < order.size(); ++q) made.arcs[p][q] = graph.arcs[order[p]][order[q]];
    }
    return made;
}

Numbers numbers_of(LabelledGraph const& graph) {
    Numbers numbers(graph.labels.begin(), graph.labels.begin() + graph.k);
    for (std::size_t u = 0; u < static_cast<std::size_t>(graph.k); ++u) {
        numbers.insert(numbers.end(), graph.arcs[u].begin(), graph.arcs[u].begin() + graph.k);
    }
    return numbers;
}

Numbers least_of_all_orders(LabelledGraph const& graph) {
    std::vector<std::size_t> order(static_cast<std::size_t>(graph.k));
    std::iota(order.begin(), order.end(), std::size_t{0});
    Numbers least = numbers_of(graph);
    do least = std::min(least, numbers_of(reordered(graph, order)));
    while (std::ranges::next_permutation(order).found);
    return least;
}

} // namespace

TEST(LabelledForm, IsTheSameForIsomorphicGraphsAlone) {
    std::mt19937 random(7);
    for (int k = 1; k <= 5; ++k) {
        std::map<Numbers, Numbers> form_of_least, least_of_form;
        for (int i = 0; i < 400; ++i) {
            LabelledGraph graph{.k = k};
            auto const size = static_cast<std::size_t>(k);
            for (std::size_t u = 0; u < size; ++u) {
                graph.labels[u] = random() % 2;
                for (std::size_t v = 0; v < size; ++v) graph.arcs[u][v] = u == v ? 0 : random() % 4;
            }
            std::vector<std::size_t> order(size);
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::ranges::shuffle(order, random);
            Numbers const least = least_of_all_orders(graph), form = numbers_of(canonical_labelled(graph));
            EXPECT_EQ(least_of_all_orders(canonical_labelled(graph)), least) << "another graph";
            EXPECT_EQ(numbers_of(canonical_labelled(reordered(graph, order))), form);
            EXPECT_EQ(form_of_least.try_emplace(least, form).first->second, form);
            EXPECT_EQ(least_of_form.try_emplace(form, least).first->second, least);
        }
    }
}

TEST(LabelledForm, RefusesWhatHasNoRoom) {
    LabelledGraph graph{.k = 9};
    graph.arcs[0][1] = 1 << 7;
    EXPECT_THROW(canonical_labelled(graph), InputError);
    EXPECT_THROW(canonical_labelled(LabelledGraph{.k = 17}), InputError);
}

TEST(LabelledForm, HasOrbitsUpToSixteenVertices) {
    LabelledGraph ring{.k = 16};
    for (std::size_t v = 0; v < 16; ++v) ring.arcs[v][(v + 1) % 16] = ring.arcs[(v + 1) % 16][v] = 1;
    EXPECT_EQ(canonical_order(ring).orbits, (std::array<std::uint8_t, 16>{}));
    ring.labels[5] = 1; // then those at one distance from it are alike
    auto const orbits = canonical_order(ring).orbits;
    for (std::size_t i = 1; i < 8; ++i) EXPECT_EQ(orbits[(5 + i) % 16], orbits[(21 - i) % 16]);
    EXPECT_EQ(std::set(orbits.begin(), orbits.end()).size(), 9U);
    EXPECT_EQ(canonical_order(ring).vertices[15], 5); // labels ascend
}

// automorphisms(): the same number as by all permutations, and restrictions that exactly one image satisfies.

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

// The same of two edges from a vertex, and of two arcs, however it is said; and what nobody may be adjacent to.
TEST(Automorphisms, AreOfWhatIsAskedAndNotOfTheText) {
    struct Said {
        char const* text;
        bool induced;
        unsigned automorphisms;
    };
    for (auto const& [text, induced, count] :
         {Said{"0-1,0-2,1~2", true, 2}, Said{"0-1,0-2,0-3,1~2", true, 6}, Said{"0-1,0-2,0-3,1~2", false, 2},
          Said{"0>2,1>2,2~>0", true, 2}, Said{"0>2,1>2,2~>0", false, 1}, Said{"0>2,1>2,0~>1", true, 2},
          Said{"0>2,1-2,2~>1", true, 2}, Said{"0>2,1>2,0-2", true, 1}, Said{"0>2,1>2,0-2", false, 2},
          Said{"0-2,1-2,0~1,0~>1", false, 2}, Said{"0-2,1-2,0~1,0~>1", true, 2},
          Said{"0-1,0-2,1-2,3~0,4~0,4~1", false, 2}, Said{"0-1,0-2,1-2,3~0,4~1,5~0,5~1", false, 2},
          Said{"0>2/x,1>2/x,0-2/x", false, 2}}) {
        Pattern const pattern = parse_pattern(text);
        EXPECT_EQ(count_automorphisms_serially(pattern, induced), count) << text;
        EXPECT_EQ(automorphisms(pattern.meaning(induced)).count, count) << text;
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

namespace {

struct ExpectedPattern {
    int k;
    std::string graph6, name;
};

std::filesystem::path expected_file() { return test::data_folder() / "EXPECTED.csv"; }

std::vector<ExpectedPattern> expected_patterns() {
    std::vector<ExpectedPattern> patterns;
    std::ifstream in(expected_file());
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::string graph, task, k, graph6, name;
        for (std::string* field : {&graph, &task, &k, &graph6, &name}) std::getline(fields, *field, ',');
        if (task == "motif") patterns.push_back({std::stoi(k), graph6, name});
    }
    return patterns;
}

} // namespace

class CatalogueExpected : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(expected_file()))
            GTEST_SKIP() << "no " << expected_file() << ": set CERRADO_DATA_DIR";
        rows = expected_patterns();
        ASSERT_FALSE(rows.empty());
    }
    std::vector<ExpectedPattern> rows;
};

TEST_F(CatalogueExpected, EveryGraph6IsTheOneOfTheCatalogue) {
    std::map<int, std::set<std::string>> expected;
    for (ExpectedPattern const& row : rows) expected[row.k].insert(row.graph6);
    for (auto const& [k, strings] : expected) {
        std::set<std::string> ours;
        for (PatternInfo const& pattern : describe_all(table_of(k))) ours.insert(pattern.graph6);
        EXPECT_EQ(ours, strings) << "k " << k;
    }
    EXPECT_EQ(expected.size(), 4u);
}

TEST_F(CatalogueExpected, EveryNameUpToFiveVerticesIsKnownToTheCatalogue) {
    int named = 0;
    for (ExpectedPattern const& row : rows) {
        bool const counts_edges = row.k == 5 && row.name == "4-path"; // which is the path of four vertices' name here
        if (row.k > 5 || row.name.empty() || counts_edges) continue;
        int k = 0;
        std::uint64_t const adjacency = parse_graph6(row.graph6, k);
        PatternInfo const pattern = describe_pattern(k, adjacency);
        EXPECT_TRUE(pattern.name == row.name || std::ranges::count(pattern.aliases, row.name) == 1) << row.name;
        ++named;
    }
    EXPECT_GE(named, 29);
}

} // namespace cerrado::test
