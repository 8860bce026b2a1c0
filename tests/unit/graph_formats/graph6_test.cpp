#include "helpers.hpp"

#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/io/formats.hpp>

namespace cerrado::test {
namespace {

using detail::is_graph6;
using detail::read_graph6;
using detail::write_graph6;

std::string refused(std::string_view text, std::uint64_t graph = 0) {
    return refusal(read_graph6, text, {.graph = graph});
}
Pairs pairs_read(std::string_view text, ReadOptions const& options = {}) {
    return pairs_of(reading(read_graph6, text, options).graph);
}

Pairs const cycle{{0, 1}, {0, 4}, {1, 2}, {2, 3}, {3, 4}};
// As networkx and nauty list and write the Petersen graph.
Pairs const petersen{{0, 1}, {0, 4}, {0, 5}, {1, 2}, {1, 6}, {2, 3}, {2, 7}, {3, 4},
                     {3, 8}, {4, 9}, {5, 7}, {5, 8}, {6, 8}, {6, 9}, {7, 9}};

} // namespace

TEST(Graph6, ReadsItsThreeKinds) {
    EXPECT_EQ(pairs_read("Dhc\n"), cycle);
    EXPECT_EQ(pairs_read("\xEF\xBB\xBF>>graph6<<Dhc\r\n"), cycle);
    EXPECT_EQ(pairs_read(">>graph6<<\nDhc"), cycle);
    EXPECT_EQ(pairs_read(">>graph6<<IheA@GUAo\n"), petersen);
    EXPECT_EQ(pairs_read(">>sparse6<<:I`ES@obGkqegW~\n"), petersen);
    EXPECT_EQ(pairs_read(":DaY_~\n"), cycle);
    // The example of formats.txt.
    EXPECT_EQ(pairs_read("&DI?AO?\n", {.directed = true}), (Pairs{{0, 2}, {0, 4}, {3, 1}, {3, 4}}));
    EXPECT_EQ(pairs_read("&DI?AO?\n"), (Pairs{{0, 2}, {0, 4}, {1, 3}, {3, 4}}));
    EXPECT_NE(refusal(read_graph6, "Dhc\n", {.directed = true}).find("no directions"), std::string::npos);
    EXPECT_EQ(pairs_read(":Fa@x^\n"), (Pairs{{0, 1}, {0, 2}, {1, 2}, {5, 6}})) << "the example of formats.txt";
    EXPECT_EQ(reading(read_graph6, ":Fa@x^\n").graph.vertex_count(), 7u);
}

TEST(Graph6, TakesOneOfManyGraphs) {
    constexpr std::string_view three = "Dhc\n\nIheA@GUAo\n:DaY_~\n";
    auto const first = reading(read_graph6, three);
    EXPECT_EQ(pairs_of(first.graph), cycle);
    EXPECT_EQ(remarks(first), "the first of 3 graphs; --graph N takes another\n");
    auto const second = reading(read_graph6, three, {.graph = 2});
    EXPECT_EQ(pairs_of(second.graph), petersen);
    EXPECT_EQ(remarks(second), "");
    EXPECT_EQ(pairs_read(three, {.graph = 3}), cycle);
    EXPECT_EQ(refused(three, 4), "g.txt: graph 4 was asked for, the file has 3");
}

TEST(Graph6, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(refused("Dhc\nDhcc\n", 2),
              "g.txt:2: 3 characters behind the number of vertices, 5, which takes 2; fetch the file again");
    EXPECT_NE(refused("Dhd\n").find("g.txt:1: the padding at the line's end"), std::string::npos);
    EXPECT_NE(refused("D1c\n").find("g.txt:1: a character that no graph6"), std::string::npos);
    EXPECT_NE(refused("~A\n").find("g.txt:1: a line that is cut"), std::string::npos);
    EXPECT_NE(refused(";DaY_~\n").find("g.txt:1: incremental sparse6"), std::string::npos);
    EXPECT_NE(refused("\n>>graph6<<\n").find("g.txt: no graph in the file"), std::string::npos);
    EXPECT_NE(refused("~~~~~~~~\n").find("g.txt:1: 68719476735 vertices"), std::string::npos);
    EXPECT_NE(refused(":~~@?????A\n").find("g.txt:1: "), std::string::npos);
}

TEST(Graph6, IsKnownByItsLengthToTheCharacter) {
    for (char const* text :
         {">>graph6<<Dhc\n", ">>digraph6<<\n&DI?AO?", ":DaY_~\n", "&DI?AO?\n", "IheA@GUAo\n", "Dhc\nDhc\n"}) {
        EXPECT_TRUE(is_graph6(text)) << text;
    }
    for (char const* text :
         {"", "Dhc\n", "1 2\n", "IheA@GUAo IheA@GUAo\n", "names\nof\nthings\n", "IheA@GUA\n", "&DI?A\n"}) {
        EXPECT_FALSE(is_graph6(text)) << text;
    }
}

TEST(Graph6, WritesGraphsOfEachSizeOfNumber) {
    for (char const* text : {"Dhc", "IheA@GUAo"}) {
        EXPECT_EQ(written(write_graph6, reading(read_graph6, text).graph), ">>graph6<<" + std::string(text) + "\n");
    }
    Graph const directed = reading(read_graph6, "&DI?AO?", {.directed = true}).graph;
    EXPECT_EQ(written(write_graph6, directed), ">>digraph6<<&DI?AO?\n");
    Graph const large = generate_graph("gen:er:n=100,m=300,seed=5");
    std::string const text = written(write_graph6, large);
    EXPECT_TRUE(text.starts_with(">>graph6<<~?@c"));
    EXPECT_EQ(pairs_read(text), pairs_of(large));
    EXPECT_EQ(reading(read_graph6, text).graph.vertex_count(), 100u);
    EXPECT_NE(
        message_of<InputError>([] { written(write_graph6, generate_graph("gen:path:n=65537")); }).find("write a .cbin"),
        std::string::npos);
}

} // namespace cerrado::test
