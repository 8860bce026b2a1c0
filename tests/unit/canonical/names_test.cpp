#include "unit/canonical/small_graphs.hpp"
#include "unit/message_of.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace cerrado::test {

namespace {

using Edges = std::vector<std::pair<int, int>>;

std::string name_of(int k, Edges const& edges) {
    std::uint64_t adjacency = 0;
    for (auto [u, v] : edges) adjacency |= adjacency_bit(u, v);
    return describe_pattern(k, adjacency).name;
}

Edges path(int k) {
    Edges edges;
    for (int v = 0; v + 1 < k; ++v) edges.emplace_back(v, v + 1);
    return edges;
}

Edges star(int k) {
    Edges edges;
    for (int v = 1; v < k; ++v) edges.emplace_back(0, v);
    return edges;
}

Edges clique(int k) {
    Edges edges;
    for (int v = 1; v < k; ++v)
        for (int u = 0; u < v; ++u) edges.emplace_back(u, v);
    return edges;
}

Edges with(Edges edges, Edges const& more) {
    edges.insert(edges.end(), more.begin(), more.end());
    return edges;
}

} // namespace

TEST(PatternName, OfThreeAndFourVertices) {
    EXPECT_EQ(name_of(3, path(3)), "3-path");
    EXPECT_EQ(name_of(3, clique(3)), "triangle");
    EXPECT_EQ(name_of(4, star(4)), "3-star");
    EXPECT_EQ(name_of(4, path(4)), "4-path");
    EXPECT_EQ(name_of(4, with(clique(3), {{2, 3}})), "paw");
    EXPECT_EQ(name_of(4, with(path(4), {{0, 3}})), "4-cycle");
    EXPECT_EQ(name_of(4, with(path(4), {{0, 3}, {0, 2}})), "diamond");
    EXPECT_EQ(name_of(4, clique(4)), "4-clique");
}

TEST(PatternName, OfEveryPatternUpToFiveVerticesIsKnownAndUnique) {
    for (int k = 3; k <= 5; ++k) {
        std::set<std::string> names;
        for (PatternInfo const& pattern : describe_all(table_of(k))) {
            EXPECT_FALSE(pattern.name.empty()) << pattern.graph6;
            EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
        }
    }
}

TEST(PatternName, OfFamiliesFromSixVerticesOn) {
    for (int k = 6; k <= 9; ++k) {
        std::string const size = std::to_string(k);
        std::string const less = std::to_string(k - 1);
        EXPECT_EQ(name_of(k, path(k)), size + "-path");
        EXPECT_EQ(name_of(k, with(path(k), {{0, k - 1}})), size + "-cycle");
        EXPECT_EQ(name_of(k, star(k)), less + "-star");
        EXPECT_EQ(name_of(k, clique(k)), size + "-clique");
        Edges almost = clique(k);
        almost.pop_back();
        EXPECT_EQ(name_of(k, almost), "K" + size + "-e");
        EXPECT_EQ(name_of(k, with(star(k), with(path(k), {{1, k - 1}}))), less + "-wheel");
        EXPECT_EQ(name_of(k, with(clique(k - 1), {{3, k - 1}})), "(" + less + ",1)-lollipop");
    }
}

TEST(PatternName, OfWellKnownGraphs) {
    Edges k33;
    for (int u = 0; u < 3; ++u)
        for (int v = 3; v < 6; ++v) k33.emplace_back(u, v);
    EXPECT_EQ(name_of(6, k33), "K3,3");
    EXPECT_EQ(name_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {0, 3}, {1, 4}, {2, 5}}), "prism");
    EXPECT_EQ(name_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {0, 3}}), "3-barbell");
    EXPECT_EQ(name_of(6, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 4}, {2, 5}}), "net");
    EXPECT_EQ(name_of(6, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {1, 4}, {2, 4}, {2, 5}, {0, 5}}), "3-sun");
    Edges cube;
    for (int v = 0; v < 8; ++v)
        for (int bit : {1, 2, 4})
            if ((v & bit) == 0) cube.emplace_back(v, v | bit);
    EXPECT_EQ(name_of(8, cube), "cube");
    EXPECT_EQ(name_of(7, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {3, 4}, {0, 4}, {0, 5}, {5, 6}, {0, 6}}), "3-windmill");
}

TEST(PatternName, OfFiveVerticesAsIsgciAndNetworkxHaveIt) {
    EXPECT_EQ(name_of(5, path(5)), "5-path");
    EXPECT_EQ(name_of(5, with(path(5), {{0, 4}, {1, 4}})), "house");
    EXPECT_EQ(name_of(5, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 4}}), "bull");
    EXPECT_EQ(name_of(5, {{0, 1}, {0, 2}, {0, 3}, {3, 4}}), "fork");
    EXPECT_EQ(name_of(5, with(clique(3), {{0, 3}, {0, 4}})), "cricket");
    EXPECT_EQ(name_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}}), "banner");
    EXPECT_EQ(name_of(5, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {1, 4}}), "dart");
    EXPECT_EQ(name_of(5, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 4}}), "kite");
    EXPECT_EQ(name_of(5, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}), "butterfly");
    EXPECT_EQ(name_of(5, with(path(4), {{0, 4}, {1, 4}, {2, 4}, {3, 4}})), "gem");
    EXPECT_EQ(name_of(5, {{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}), "K2,3");
}

TEST(PatternName, IsEmptyForAGraphWithoutOne) { EXPECT_EQ(name_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}}), ""); }

TEST(PatternName, IsThatOfOnePatternWhateverItsSize) {
    std::set<std::string> names;
    for (int k = 3; k <= 8; ++k) {
        std::size_t named = 0;
        for (PatternInfo const& pattern : describe_all(table_of(k))) {
            if (pattern.name.empty()) continue;
            ++named;
            EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
        }
        if (k > 5) {
            EXPECT_GE(named, 20u);
        }
    }
}

TEST(PatternName, KeepsFormerOnesAsAliasesOfOnePatternOfASize) {
    for (int k = 3; k <= 8; ++k) {
        std::set<std::string> names;
        for (PatternInfo const& pattern : describe_all(table_of(k))) {
            if (!pattern.name.empty()) {
                EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
            }
            for (std::string const& alias : pattern.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
        }
    }
    using Aliases = std::vector<std::string>;
    EXPECT_EQ(describe_pattern(3, 0b011).aliases, (Aliases{"P3", "wedge", "2-star", "cherry", "K1,2"}));
}

TEST(PatternEdges, AreThoseOfTheGraph6String) {
    for (PatternInfo const& pattern : describe_all(table_of(6))) {
        std::uint64_t adjacency = 0;
        for (auto [u, v] : pattern.edges) adjacency |= adjacency_bit(u, v);
        EXPECT_EQ(format_graph6(6, adjacency), pattern.graph6);
    }
}

TEST(PatternInfo, IsThatOfTheCanonicalFormForEveryNumbering) {
    PatternInfo const wedge = describe_pattern(3, 0b011);
    for (std::uint64_t numbering : {0b101, 0b110}) {
        EXPECT_EQ(describe_pattern(3, numbering).graph6, wedge.graph6);
        EXPECT_EQ(describe_pattern(3, numbering).edges, wedge.edges);
    }
    EXPECT_THROW(describe_pattern(1, 0), InputError);
    EXPECT_THROW(describe_pattern(3, 0b1000), InputError);
}

// Every name that is printed, and those of other programs, as parse_pattern() reads them.

namespace {

std::string canonical_graph6(Pattern const& pattern) { return format_graph6(canonical_pattern(pattern).value()); }

std::string canonical_digraph6(Pattern const& pattern) {
    int const k = pattern.size();
    return format_digraph6(k, canonical_arcs(k, arcs_of(pattern).value()).arcs);
}

// The name and the aliases of a pattern, each asked for.
template <class CanonicalText> void expect_named(PatternInfo const& info, CanonicalText const& text_of) {
    std::vector<std::string> names = info.aliases;
    if (!info.name.empty()) names.push_back(info.name);
    for (std::string const& name : names) EXPECT_EQ(text_of(parse_pattern(name)), info.graph6) << name;
}

} // namespace

TEST(KnownNames, OfEveryPatternThatIsPrintedGiveThatPattern) {
    int const largest = 6;
    for (int k = 3; k <= largest; ++k) {
        for (PatternInfo const& info : describe_all(table_of(k))) expect_named(info, canonical_graph6);
    }
    int named = 0;
    for (NamedAdjacency const& each : all_named()) {
        PatternInfo const info = describe_canonical(each.k, each.adjacency);
        EXPECT_FALSE(info.name.empty());
        expect_named(info, canonical_graph6);
        ++named;
    }
    EXPECT_GT(named, 200);
}

TEST(KnownNames, OfDirectedPatternsGiveThatPattern) {
    for (DirectedName const& each : directed_names()) {
        Pattern const pattern = parse_pattern(each.items);
        PatternWord const canonical = canonical_arcs(pattern.size(), arcs_of(pattern).value()).arcs;
        PatternInfo const info = describe_canonical(PatternKind::directed, pattern.size(), canonical);
        EXPECT_EQ(info.name, each.names.front());
        expect_named(info, canonical_digraph6);
    }
    EXPECT_EQ(parse_pattern("ffl").arcs_from(0), 0b110u);
    EXPECT_EQ(parse_pattern("Feed forward loop").arcs_from(0), 0b110u);
    EXPECT_EQ(parse_pattern("021d").arcs_from(1), 0b101u);
}

TEST(KnownNames, OfOtherProgramsAreUnderstood) {
    for (auto const& [name, graph6] : std::initializer_list<std::pair<char const*, char const*>>{
             {"square", "Cr"},          {"bowtie", "D`{"},        {"3-cycle", "Bw"},
             {"3-clique", "Bw"},        {"2-star", "BW"},         {"wedge", "BW"},
             {"cherry", "BW"},          {"4-chordalcycle", "C^"}, {"4-tailedtriangle", "CN"},
             {"Tailed triangle", "CN"}, {"chordal_cycle", "C^"},  {"Chordal-4-cycle", "C^"},
             {"house_x", "DN{"},        {"HouseX", "DN{"},        {"tetrahedron", "C~"},
             {"Tetrahedral", "C~"},     {"pentagon", "DqK"},      {"co-fork", "DJk"},
             {"co-P5", "Dd["},          {"octahedral", "E]~o"},   {"K4e", "C^"},
             {"5 path", "DDW"},         {" house ", "Dd["},       {"bull_graph", "DD["}}) {
        EXPECT_EQ(canonical_graph6(parse_pattern(name)), canonical_graph6(parse_graph6(graph6))) << name;
    }
    Pattern const petersen = parse_pattern("Petersen");
    ASSERT_EQ(petersen.size(), 10);
    for (int v = 0; v < 10; ++v) {
        EXPECT_EQ(std::popcount(petersen.edges(v)), 3);
        for (int u = 0; u < v; ++u) { // strongly regular: no triangle, and one path of two edges between strangers
            bool const adjacent = (petersen.edges(v) >> u & 1) != 0;
            EXPECT_EQ(std::popcount(petersen.edges(v) & petersen.edges(u)), adjacent ? 0 : 1);
        }
    }
}

TEST(KnownNames, AreTheGraphsThatTheySay) {
    EXPECT_EQ(parse_pattern("K15").size(), 15) << "no star";
    EXPECT_EQ(parse_pattern("4-path").size(), 4);
    EXPECT_EQ(canonical_graph6(parse_pattern("co-chair")), canonical_graph6(parse_pattern("0-2,0-3,0-4,1-4,2-3,2-4")))
        << "the edges that a fork 0-1,1-2,1-3,3-4 lacks";
}

TEST(KnownNames, ThatAreMistypedAreFound) {
    for (auto const& [text, meant] :
         std::initializer_list<std::pair<char const*, char const*>>{{"hose", "house"},
                                                                    {"buterfly", "butterfly"},
                                                                    {"4-cicle", "4-cycle"},
                                                                    {"dimond", "diamond"},
                                                                    {"bi-fann", "bi-fan"}}) {
        std::string const message = message_of<InputError>([typed = text] { parse_pattern(typed); });
        EXPECT_NE(message.find(std::string("did you mean ") + meant + "?"), std::string::npos) << message;
    }
    EXPECT_EQ(message_of<InputError>([] { parse_pattern("xyzzyxyz"); }).find("did you mean"), std::string::npos);
}

} // namespace cerrado::test
