#include "unit/canonical/small_graphs.hpp"
#include "unit/message_of.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/detail/drawing/layout.hpp>
#include <cerrado/canonical/detail/names.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/from_boost.hpp>
#include <cerrado/pattern/from_graph.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <gtest/gtest.h>

#include <ctime>
#include <set>
#include <string>

namespace cerrado::test {

// parse_pattern: every way to write a pattern, and what each mistake is answered with.

namespace {

using Labels = std::vector<std::string>;

std::uint64_t adjacency_of(Pattern const& pattern) {
    std::uint64_t adjacency = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        for (int u = 0; u < v; ++u) adjacency |= (pattern.edges(v) >> u & 1) != 0 ? adjacency_bit(u, v) : 0;
    }
    return adjacency;
}

std::string refusal(std::string const& text) {
    return message_of<InputError>([&] { parse_pattern(text); });
}

} // namespace

TEST(ParsePattern, EdgesOfItems) {
    Pattern const pattern = parse_pattern("0-1,1-2,0-3");
    EXPECT_EQ(pattern.size(), 4);
    EXPECT_EQ(pattern.edges(0), 0b1010u);
    EXPECT_EQ(pattern.edges(1), 0b0101u);
    EXPECT_EQ(pattern.neighbours(3), 0b0001u);
    EXPECT_FALSE(pattern.has_arcs() || pattern.has_labels() || pattern.has_edge_labels());
}

TEST(ParsePattern, ArcsAndWhatIsNotThere) {
    Pattern const pattern = parse_pattern("0>1,1<>2,0~2,2~>3,3>2");
    EXPECT_EQ(pattern.arcs_from(0), 0b0010u);
    EXPECT_EQ(pattern.arcs_from(1), 0b0100u);
    EXPECT_EQ(pattern.arcs_from(2), 0b0010u);
    EXPECT_EQ(pattern.arcs_from(3), 0b0100u);
    EXPECT_EQ(pattern.no_arcs_from(2), 0b1000u);
    EXPECT_EQ(pattern.strangers(0), 0b0100u);
    EXPECT_EQ(pattern.strangers(2), 0b0001u);
    EXPECT_EQ(pattern.neighbours(2), 0b1010u);
    EXPECT_TRUE(pattern.has_arcs());
}

TEST(ParsePattern, LabelsOfVerticesAndEdges) {
    Pattern const pattern = parse_pattern("0:TF,2:B|A|B,0-1/up,2>1/down,0-2");
    EXPECT_EQ(pattern.labels(0), Labels{"TF"});
    EXPECT_EQ(pattern.labels(1), Labels{});
    EXPECT_EQ(pattern.labels(2), (Labels{"A", "B"}));
    EXPECT_EQ(pattern.edge_label(1, 0), "up");
    EXPECT_EQ(pattern.arc_label(2, 1), "down");
    EXPECT_EQ(pattern.arc_label(1, 2), "");
    EXPECT_EQ(pattern.edge_label(1, 2), "");
    EXPECT_EQ(pattern.edge_label(0, 2), "");
    EXPECT_EQ(pattern.arcs_from(2), 0b010u);
    EXPECT_EQ(pattern.edges(1), 0b001u) << "a label on an arc asks for no edge the other way";
}

TEST(ParsePattern, AntiVerticesStandForNobody) {
    Pattern const pattern = parse_pattern("0-1,0~2,1~2");
    EXPECT_TRUE(pattern.is_anti(2));
    EXPECT_FALSE(pattern.is_anti(0));
    EXPECT_EQ(pattern.core(), 0b011u);
    EXPECT_EQ(parse_pattern("0-1,1-2,0~2").core(), 0b111u);
}

TEST(ParsePattern, NamesAreThoseOfTheCatalogue) {
    for (auto const& [name, graph6] : {std::pair{"house", "Dd["},
                                       {"K5", "D~{"},
                                       {"claw", "CF"},
                                       {"Butterfly", "D`{"},
                                       {"k4-E", "C^"},
                                       {"octahedron", "E]~o"},
                                       {"edge", "A_"}}) {
        int k = 0;
        std::uint64_t const wanted = canonical_form(graph6[0] - 63, parse_graph6(graph6, k)).adjacency;
        Pattern const pattern = parse_pattern(name);
        EXPECT_EQ(pattern.size(), k) << name;
        EXPECT_EQ(canonical_form(k, adjacency_of(pattern)).adjacency, wanted) << name;
    }
    EXPECT_EQ(parse_pattern("4-path").size(), 4);
    EXPECT_EQ(parse_pattern("K11").edges(3), 0x7ffu & ~8u);
    EXPECT_EQ(parse_pattern("k16").neighbours(15), 0x7fffu) << "no star";
    EXPECT_EQ(parse_pattern("K1,6").size(), 7);
    EXPECT_EQ(parse_pattern("K33").size(), 6);
    EXPECT_THROW(parse_pattern("K17"), InputError);
    for (char const* star : {"31-star", "K1,31"}) {
        EXPECT_EQ(parse_pattern(star).size(), 32);
        EXPECT_EQ(parse_pattern(star).neighbours(0), 0xfffffffeu);
    }
    EXPECT_EQ(parse_pattern("11-Star").size(), 12);
    EXPECT_THROW(parse_pattern("32-star"), InputError);
    EXPECT_EQ(
        parse_pattern("31-0,0-1,1-30,30-29,29-28,28-27,27-26,26-25,25-24,24-23,23-22,22-21,21-20,20-19,19-18,18-17,"
                      "17-16,16-15,15-14,14-13,13-12,12-11,11-10,10-9,9-8,8-7,7-6,6-5,5-4,4-3,3-2")
            .all(),
        0xffffffffu);
    Pattern const loop = parse_pattern("FFL");
    EXPECT_EQ(loop.arcs_from(0), 0b110u);
    EXPECT_EQ(loop.arcs_from(1), 0b100u);
    EXPECT_EQ(parse_pattern("bi-fan").arcs_from(1), 0b1100u);
}

TEST(ParsePattern, LabelsThatAreDiscovered) {
    Pattern const pattern = parse_pattern("0:?,1:A|B,1:?,2:A,0-1,1-2,3: ?,2-3,0:?");
    EXPECT_EQ(pattern.discovered(), 0b1011u);
    EXPECT_TRUE(pattern.discovers(1) && !pattern.discovers(2));
    EXPECT_EQ(pattern.labels(0), Labels{});
    EXPECT_EQ(pattern.labels(1), (Labels{"A", "B"}));
    EXPECT_TRUE(parse_pattern("0:?,0-1").has_labels() && parse_pattern("0:?,0-1").has_marks());
    EXPECT_EQ(parse_pattern("0:?,0-1").meaning(true).discovered(), 0b1u);
    EXPECT_EQ(parse_pattern("1:?,1-2").discovered(), 0b1u) << "counted from 1";
}

TEST(ParsePattern, ALabelMayBeAQuestionMark) {
    EXPECT_EQ(parse_pattern("0:\\?,0-1").labels(0), Labels{"?"});
    EXPECT_EQ(parse_pattern("0:\\?|A,0-1").labels(0), (Labels{"?", "A"}));
    EXPECT_EQ(parse_pattern("0-1/?").edge_label(0, 1), "?");
    for (char const* label : {"?", "\\?", "\\\\?", "A?", "?A", "\\", "a\\?", "??"}) {
        Pattern const pattern = parse_pattern("0-1,0:" + label_in_item(label));
        EXPECT_EQ(pattern.labels(0), Labels{label}) << label;
        EXPECT_EQ(pattern.discovered(), 0u) << label;
    }
    Pattern labelled(2);
    labelled.label(0, {"?"});
    EXPECT_EQ(labelled.discovered(), 0u);
    EXPECT_NE(message_of<InputError>([] { Pattern(2).discover_label(2); }).find("has no vertex 2"), std::string::npos);
}

TEST(ParsePattern, BlanksAndLongArrows) {
    Pattern const edges = parse_pattern(" 0-1, 1 - 2 ,0-3/x y");
    EXPECT_EQ(edges.edges(0), 0b1010u);
    EXPECT_EQ(edges.edges(1), 0b0101u);
    EXPECT_EQ(edges.edge_label(0, 3), "x y");
    Pattern const arcs = parse_pattern("0->1, 1 <-> 2, 0 ~> 2, 2: A b|B");
    EXPECT_EQ(arcs.arcs_from(0), 0b010u);
    EXPECT_EQ(arcs.arcs_from(1), 0b100u);
    EXPECT_EQ(arcs.arcs_from(2), 0b010u);
    EXPECT_EQ(arcs.no_arcs_from(0), 0b100u);
    EXPECT_EQ(arcs.labels(2), (Labels{"A b", "B"}));
    EXPECT_EQ(parse_pattern("0->1/up").arc_label(0, 1), "up");
}

TEST(ParsePattern, VerticesThatAreCountedFromOneAreTakenAsMeant) {
    std::vector<std::string> notes;
    auto const note = [&](std::string const& text) { notes.push_back(text); };
    Pattern const triangle = parse_pattern("1-2,2-3,3-1", note);
    EXPECT_EQ(triangle.size(), 3);
    EXPECT_EQ(adjacency_of(triangle), 0b111u);
    EXPECT_EQ(notes, std::vector<std::string>{
                         "pattern \"1-2,2-3,3-1\": vertices count from 0, so 1 to 3 are taken as 0 to 2"});
    Pattern const lonely = parse_pattern("1:A,1-2,1~3,2~3");
    EXPECT_EQ(lonely.labels(0), Labels{"A"});
    EXPECT_TRUE(lonely.is_anti(2)) << "who is named is meant";
    std::string star = "1-2";
    for (int v = 3; v <= 32; ++v) star += ",1-" + std::to_string(v);
    EXPECT_EQ(parse_pattern(star).neighbours(0), 0xfffffffeu);
    notes.clear();
    parse_pattern("0-1,1-2", note);
    EXPECT_THROW(parse_pattern("1-2,3-4", note), InputError);
    EXPECT_EQ(notes.size(), 0u);
}

TEST(ParsePattern, EveryGraph6OfUpToFiveVertices) {
    for (int k = 2; k <= 5; ++k) {
        for (std::uint64_t adjacency = 0; adjacency < std::uint64_t{1} << adjacency_bits(k); ++adjacency) {
            if (!is_connected(k, adjacency)) continue;
            Pattern const pattern = parse_pattern(format_graph6(k, adjacency));
            EXPECT_EQ(pattern.size(), k);
            EXPECT_EQ(adjacency_of(pattern), adjacency);
        }
    }
}

TEST(ParsePattern, PathsAndCyclesThatAreLarge) {
    for (char const* name : {"C12", "c12", "12-cycle"}) {
        Pattern const cycle = parse_pattern(name);
        ASSERT_EQ(cycle.size(), 12);
        for (int v = 0; v < 12; ++v) {
            EXPECT_EQ(cycle.edges(v), Pattern::bit((v + 1) % 12) | Pattern::bit((v + 11) % 12));
        }
    }
    Pattern const path = parse_pattern("16-path");
    EXPECT_EQ(path.size(), 16);
    EXPECT_EQ(path.edges(15), Pattern::bit(14));
    EXPECT_EQ(parse_pattern("P12").edges(0), Pattern::bit(1));
    EXPECT_THROW(parse_pattern("C33"), InputError);
}

TEST(ParsePattern, Digraph6) {
    Pattern const pattern = parse_pattern("&CACW"); // as PATTERNS.csv has it: 1>0,2>1,3>1,3>2
    EXPECT_EQ(pattern.size(), 4);
    EXPECT_EQ(pattern.arcs_from(0), 0u);
    EXPECT_EQ(pattern.arcs_from(1), 0b0001u);
    EXPECT_EQ(pattern.arcs_from(2), 0b0010u);
    EXPECT_EQ(pattern.arcs_from(3), 0b0110u);
}

// A text, and what the message says of it.
constexpr std::pair<char const*, char const*> mistakes[] = {
    {"", "character 1, \"\": expected 0-1"},
    {"0-1,", "character 5, \"\": expected 0-1"},
    {"0-1,1-x", "character 5, \"1-x\": expected 0-1"},
    {"0-1,2--1", "character 5, \"2--1\": expected"},
    {"0-1,1-2!", "character 5, \"1-2!\": expected"},
    {"0-1,1+2", "character 5, \"1+2\": expected"},
    {"0-0", "character 1, \"0-0\": the pattern joins vertex 0 to itself"},
    {"0-1,0~1", "character 5, \"0~1\": the pattern asks that vertices 0 and 1 are not adjacent and that they are"},
    {"0~1,1-0", "character 5, \"1-0\": the pattern asks that vertices 1 and 0 are adjacent and that they are not"},
    {"0>1,0~>1",
     "character 5, \"0~>1\": the pattern asks that vertices 0 and 1 have no arc from the first to the second and that "
     "they have one"},
    {"0~>1,0<>1",
     "character 6, \"0<>1\": the pattern asks that vertices 0 and 1 have an arc from the first to the second and that "
     "they have none"},
    {"0-1,0~>1,1~>0",
     "character 10, \"1~>0\": the pattern asks that vertices 1 and 0 are adjacent and that there is no arc in either "
     "direction"},
    {"0-32", "numbered from 0 to 31"},
    {"1-33,1-2", "no item names 0"},
    {"2-3,3-4", "vertices count from 0, and no item names 0: number them 0, 1, 2"},
    {"1-2,2-4", "no item names 0"},
    {"0-1, 1-x", "character 6, \"1-x\": expected 0-1"},
    {"0-99999999999", "expected"},
    {"0:,0-1", "the label is empty"},
    {"0:A||B,0-1", "the label is empty"},
    {"0:A,0:B,0-1", "character 5, \"0:B\": vertex 0 of the pattern has two lists of labels"},
    {"0:?|A,0-1", "character 1, \"0:?|A\": ? discovers any label, so it stands alone: write 0:?"},
    {"0-1/", "the label of the edge is empty"},
    {"0-1/a,1-0/b", "two labels, \"a\" and \"b\""},
    {"0~1/a", "an edge that must be absent cannot have a label"},
    {"0-1,2-3", "not connected: nothing joins vertex 2 to vertex 0"},
    {"0-1,1-3", "not connected: nothing joins vertex 2 to vertex 0"},
    {"0~1", "no edge"},
    {"0-1,2~3,2~0", "has no meaning: drop it"},
    {"hous", "not a known name"},
    {"&", "digraph6"},
    {"&C??", "has 5 characters"},
    {"&A\x7f", "digraph6"},
    {"Bw?", "graph6"}};

TEST(FormatPattern, IsReadAsTheSamePattern) {
    for (char const* const text : {"0-1", "0:A,1:B|C,0-1", "0-1/x,0-2,1-2/a b,0~3,1-3", "0>1,1>0/y,1>2/x,0~>2",
                                   "0-1,1>2,2>3/z,0~2", "2:A,0>1,0~>2,1>2", "0:?,1:A,1:?,2:\\?|B,0-1,1-2"})
        EXPECT_EQ(format_pattern(parse_pattern(text)),
                  format_pattern(parse_pattern(format_pattern(parse_pattern(text)))))
            << text;
    EXPECT_EQ(format_pattern(parse_pattern("house")), "0-1,0-3,1-4,2-3,2-4,3-4");
    EXPECT_EQ(format_pattern(parse_pattern("1:B|A,0<>1/x,1-2/y,0~2")), "1:A|B,0>1/x,0~2,1>0/x,1-2/y");
    EXPECT_EQ(format_pattern(parse_pattern("0>1,2>1,0~>2")), "0>1,0~>2,2>1");
    // every graph of up to five vertices has its own text
    std::set<std::string> texts;
    for (std::uint64_t adjacency = 0; adjacency < 1024; ++adjacency) {
        Pattern const pattern = pattern_of(5, adjacency);
        std::string const text = format_pattern(pattern);
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
}

TEST(ParsePattern, MistakesAreShownWhereTheyAre) {
    for (auto const& [text, said] : mistakes) {
        std::string const message = refusal(text);
        EXPECT_NE(message.find(said), std::string::npos) << text << ": " << message;
        EXPECT_NE(message.find("pattern \"" + std::string(text) + '"'), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

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

// A graph as a pattern.

TEST(PatternFromGraph, HasItsEdgesAndLabels) {
    std::vector<Edge> const edges{{0, 1}, {1, 2}, {2, 3}};
    Graph graph = with_labels(graph_from_edges(4, edges), {"A", "", "B", "A"});
    graph = with_edge_labels(graph, edges, {"x", "", "y"});
    Pattern const pattern = pattern_from_graph(graph);
    EXPECT_EQ(pattern.size(), 4);
    EXPECT_EQ(pattern.edges(1), 0b0101u);
    EXPECT_EQ(pattern.edges(3), 0b0100u);
    EXPECT_FALSE(pattern.has_arcs());
    EXPECT_EQ(pattern.labels(0), std::vector<std::string>{"A"});
    EXPECT_TRUE(pattern.labels(1).empty());
    EXPECT_EQ(pattern.labels(2), std::vector<std::string>{"B"});
    EXPECT_EQ(pattern.edge_label(1, 0), "x");
    EXPECT_EQ(pattern.edge_label(1, 2), "");
    EXPECT_EQ(pattern.edge_label(2, 3), "y");
}

TEST(PatternFromGraph, HasArcsWhereTheGraphIsDirected) {
    std::vector<Edge> const arcs{{0, 1}, {1, 0}, {2, 1}};
    Graph const graph = with_edge_labels(graph_from_arcs(3, arcs), arcs, {"to", "from", ""});
    Pattern const pattern = pattern_from_graph(graph);
    EXPECT_EQ(pattern.arcs_from(0), 0b010u);
    EXPECT_EQ(pattern.arcs_from(1), 0b001u);
    EXPECT_EQ(pattern.arcs_from(2), 0b010u);
    EXPECT_EQ(pattern.arc_label(0, 1), "to");
    EXPECT_EQ(pattern.arc_label(1, 0), "from");
    EXPECT_EQ(pattern.edges(0), 0u);
}

TEST(PatternFromGraph, IsRefusedWhereItIsTooLarge) {
    EXPECT_EQ(pattern_from_graph(generate_graph("gen:path:n=32")).size(), 32);
    EXPECT_NE(message_of<InputError>([] {
                  pattern_from_graph(generate_graph("gen:path:n=33"));
              }).find("the graph has 33 vertices, and a pattern has at most 32"),
              std::string::npos);
}

// Patterns from and to graphs of Boost.Graph.

namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using OfLists = boost::adjacency_list<boost::listS, boost::listS, boost::undirectedS>;

void expect_same(Pattern const& a, Pattern const& b) {
    ASSERT_EQ(a.size(), b.size());
    for (int v = 0; v < a.size(); ++v) {
        EXPECT_EQ(a.edges(v), b.edges(v)) << v;
        EXPECT_EQ(a.arcs_from(v), b.arcs_from(v)) << v;
        EXPECT_EQ(a.strangers(v), b.strangers(v)) << v;
    }
}

template <class Function> std::string message_of(Function const& function) {
    try {
        function();
    } catch (InputError const& error) {
        return error.what();
    }
    return "nothing was thrown";
}

} // namespace

TEST(PatternFromBoost, HasTheEdges) {
    Undirected graph(4);
    for (auto const& [u, v] : {std::pair(0, 1), {1, 2}, {2, 0}, {2, 3}, {1, 0}}) {
        add_edge(static_cast<std::size_t>(u), static_cast<std::size_t>(v), graph);
    }
    expect_same(pattern_from_boost(graph), parse_pattern("0-1,1-2,0-2,2-3"));
    expect_same(pattern_from_boost(pattern_to_boost<Undirected>(parse_pattern("house"))), parse_pattern("house"));
}

TEST(PatternFromBoost, HasArcsOfADirectedGraph) {
    Pattern const loop = parse_pattern("0>1,1>2,2>0,0<>3");
    Directed const graph = pattern_to_boost<Directed>(loop);
    EXPECT_EQ(num_edges(graph), 5u);
    expect_same(pattern_from_boost(graph), loop);
}

TEST(PatternFromBoost, NumbersVerticesThatHaveNoNumbers) {
    OfLists graph;
    auto const a = add_vertex(graph), b = add_vertex(graph), c = add_vertex(graph);
    add_edge(c, b, graph);
    add_edge(b, a, graph);
    expect_same(pattern_from_boost(graph), parse_pattern("0-1,1-2"));
}

TEST(PatternFromBoost, RefusesWhatIsNoPattern) {
    EXPECT_THROW(pattern_from_boost(Undirected(33)), InputError);
    EXPECT_THROW(pattern_from_boost(Undirected()), InputError);
    Undirected loop(2);
    add_edge(1, 1, loop);
    EXPECT_THROW(pattern_from_boost(loop), InputError);
}

TEST(PatternToBoost, RefusesWhatAGraphDoesNotSay) {
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0-1,1-2,0~2")); }).find("must be absent"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0>1")); }).find("take a directed graph"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Directed>(parse_pattern("0-1")); }).find("take an undirected graph"),
              std::string::npos);
    EXPECT_NE(message_of([] { pattern_to_boost<Undirected>(parse_pattern("0:a,0-1")); }).find("labels"),
              std::string::npos);
}

} // namespace cerrado::test
