// Every name that is printed, and those of other programs, as parse_pattern() reads them.
#include "../message_of.hpp"
#include "small_graphs.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>

#include <bit>

namespace cerrado::test {
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
