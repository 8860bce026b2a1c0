#include "unit/graph/helpers.hpp"

#include <cerrado/graph/detail/io/edges/edge_lines.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <functional>

namespace cerrado::test {

namespace {

Graph read(std::string_view text) { return detail::read_buffer(text, "graph.txt"); }

TEST(EdgeList, ReadsPlainPairs) {
    Graph const graph = read("0 1\n1 2\n2 0\n2 3\n");
    EXPECT_EQ(graph.vertex_count(), 4u);
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 2}, {1, 2}, {2, 3}}));
    EXPECT_TRUE(graph.original_ids().empty());
    EXPECT_EQ(graph.source, "graph.txt");
}

TEST(EdgeList, SkipsCommentsAndBlankLines) {
    EXPECT_EQ(named_edges(read("# SNAP\n% KONECT sym\n\n  \t\n0 1\n  # indented\n\n1 2\n%")),
              (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, TakesAnySeparators) {
    EXPECT_EQ(named_edges(read("0\t1\n1,2\n2; 3\n 3 ,\t 4 \n4|5\n5::6\n")),
              (NamedEdges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}));
}

TEST(EdgeList, IgnoresFurtherColumns) {
    EXPECT_EQ(named_edges(read("0 1 0.5 1217567877\n1 2 -3 anything at all\n")), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, TakesWindowsLineEndsAndNoFinalLineEnd) {
    EXPECT_EQ(named_edges(read("0 1\r\n\r\n1 2 0.7\r\n2 3")), (NamedEdges{{0, 1}, {1, 2}, {2, 3}}));
    EXPECT_EQ(named_edges(read("0 1\r\n1 2\r")), (NamedEdges{{0, 1}, {1, 2}}));
}

TEST(EdgeList, SkipsByteOrderMark) {
    EXPECT_EQ(named_edges(read("\xEF\xBB\xBF"
                               "0 1\n")),
              (NamedEdges{{0, 1}}));
}

TEST(EdgeList, DropsAndReportsLoopsAndDuplicates) {
    Graph const graph = read("0 1\n1 0\n0 1\n1 1\n2 2\n0 3\n");
    EXPECT_EQ(named_edges(graph), (NamedEdges{{0, 1}, {0, 3}}));
    EXPECT_EQ(graph.cleaning.self_loops, 2u);
    EXPECT_EQ(graph.cleaning.duplicates, 2u);
}

TEST(EdgeList, AVertexWithLoopsAloneIsNoVertex) {
    EXPECT_EQ(ids_of(read("0 1\n7 7\n")), (std::vector<OriginalId>{0, 1}));
}

std::string error(std::string_view text) { return reading_error(text, "g.txt"); }

TEST(EdgeListErrors, NegativeId) {
    EXPECT_EQ(error("0 1\n2 -5\n"), "input: g.txt:2: negative vertex id -5; expected whole numbers from 0");
    EXPECT_EQ(error("-1 1\n"), "input: g.txt:1: negative vertex id -1; expected whole numbers from 0");
}

TEST(EdgeListErrors, IdAbove64Bits) {
    EXPECT_EQ(error("0 1\n\n# c\n18446744073709551616 1\n"),
              "input: g.txt:4: vertex id 18446744073709551616 does not fit into 64 "
              "bits; expected whole numbers from 0 to 18446744073709551615");
    EXPECT_NE(error("1 99999999999999999999999999999999999999999999999999999999999999999\n")
                  .find("does not fit into 64 bits"),
              std::string::npos);
}

TEST(EdgeListErrors, NotANumber) {
    EXPECT_EQ(error("1,2\nTP53,MDM2\n"),
              "input: g.txt:2: 'TP53' is not a vertex id; expected a whole number, or give --names if ids are names");
    for (std::string_view line : {"1.5 2", "1 2e3", "+1 2", "0x1 2", "1 b", "1 \"2.\"", "- 2", "\xC3\xA9 1"}) {
        EXPECT_NE(error(std::string(line) + "\n").find("is not a vertex id"), std::string::npos) << line;
    }
}

TEST(EdgeListErrors, OneIdOnTheLine) {
    std::string const expected =
        "the line has one id, 3; expected two ids, the ends of an edge (is the file truncated?); lists of neighbours "
        "need --format adjlist";
    EXPECT_EQ(error("0 1\n3\n4 5\n"), "input: g.txt:2: " + expected);
    EXPECT_EQ(error("0 1\n3 \t\r\n"), "input: g.txt:2: " + expected);
    EXPECT_EQ(error("0 1\n3"), "input: g.txt:2: " + expected);
}

TEST(EdgeListErrors, NoEdge) {
    EXPECT_EQ(error("# nothing\n"), "input: g.txt: the file has no edge; expected at least one, is it the right file?");
    EXPECT_EQ(error("4 4\n"),
              "input: g.txt: the file has no edge besides self-loops (1), which are dropped; expected at least one, "
              "is it the right file?");
}

TEST(EdgeListErrors, EmptyFile) { EXPECT_EQ(error(""), "input: g.txt: the file is empty; expected a graph"); }

TEST(EdgeListErrors, BinaryData) {
    EXPECT_EQ(error(std::string_view("\x7f"
                                     "ELF\x02\x01\0\0\n",
                                     9)),
              "input: g.txt:1: the line has binary data; expected a text file, fetch or export it again");
    EXPECT_NE(error(std::string_view("1 2\n3 4 \0\0\0\n", 12)).find("g.txt:2: the line has binary data"),
              std::string::npos);
}

TEST(EdgeListErrors, CarriageReturnsAsLineEndsDoNotHideEdges) {
    EXPECT_EQ(error("1 2\r3 4\r5 6\r"), "no error");
    EXPECT_NE(error("1 2\r3 4\rx 6\r").find("g.txt:3: 'x'"), std::string::npos);
}

} // namespace

// Edge lists are read the same by any number of threads, packed or not, and so are their errors.

namespace {

// Long enough that each of seven threads gets a part; comments, blank lines, both line ends, further columns, loops.
std::string long_list(OriginalId stride) {
    std::mt19937_64 random(3);
    std::string text = "\xEF\xBB\xBF# a list\n";
    while (text.size() < 5'000'000) {
        OriginalId const source = random() % 50000 * stride, target = random() % 50000 * stride;
        text += std::to_string(source) + (random() % 3 == 0 ? "\t" : " ") + std::to_string(target);
        if (random() % 8 == 0) text += " 1.5 more";
        text += random() % 4 == 0 ? "\r\n" : "\n";
        if (random() % 100 == 0) text += "% comment\n\n";
    }
    return text + "7 8"; // no end of the last line
}

class LongEdgeLists : public TemporaryFolder {
protected:
    std::string packed(std::string_view content) const {
        detail::OutputFile file(path("packed.gz"), true);
        file.write(content);
        file.commit();
        return content_of(path("packed.gz"));
    }
};

TEST_F(LongEdgeLists, AreTheSameWithAnyNumberOfThreads) {
    for (OriginalId const stride : {1ull, 3ull, 1ull << 45}) {
        std::string const text = long_list(stride);
        std::string const gzip = packed(text);
        Graph const expected = detail::read_buffer(text, "g.txt", {}, {.threads = 1});
        NamedEdges const edges = named_edges(expected);
        EXPECT_GT(expected.cleaning.self_loops, 0u);
        EXPECT_GT(expected.cleaning.duplicates, 0u);
        for (int const threads : {1, 2, 3, 7}) {
            for (std::string const& bytes : {text, gzip}) {
                Graph const graph = detail::read_buffer(bytes, "g.txt", {}, {.threads = threads});
                EXPECT_TRUE(named_edges(graph) == edges) << stride << ", " << threads << " threads";
                EXPECT_EQ(graph.cleaning.self_loops, expected.cleaning.self_loops);
                EXPECT_EQ(graph.cleaning.duplicates, expected.cleaning.duplicates);
            }
        }
    }
}

TEST_F(LongEdgeLists, AreRefusedForTheFirstWrongLine) {
    std::string const text = long_list(1);
    for (std::string const wrong : {"5 x\n", "12\n",
                                    "\xEF\xBB\xBF"
                                    "1 2\n"}) {
        std::string broken = text;
        for (std::size_t const place : {broken.size() * 9 / 10, broken.size() / 2, broken.size() / 5}) {
            broken.insert(broken.find('\n', place) + 1, wrong);
        }
        std::string const gzip = packed(broken);
        std::string const expected = error_of([&] { detail::read_buffer(broken, "g.txt", {}, {.threads = 1}); });
        EXPECT_NE(expected.find("g.txt:"), std::string::npos) << expected;
        for (int const threads : {2, 7}) {
            EXPECT_EQ(error_of([&] { detail::read_buffer(broken, "g.txt", {}, {.threads = threads}); }), expected);
            EXPECT_EQ(error_of([&] { detail::read_buffer(gzip, "g.txt", {}, {.threads = threads}); }), expected);
        }
    }
}

// Wherever the cuts between threads fall: there are as many threads as lines, or more.
TEST_F(LongEdgeLists, AreCutBetweenLines) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += std::to_string(i) + " " + std::to_string(1000000 + i * i) + "\n";
    Team alone(1);
    auto const edges = [&](Team& team) {
        detail::ListedEdges list = detail::list_edges(text, "g.txt", {}, team);
        list.add_first_as_edge({});
        return list.edge_count();
    };
    EXPECT_EQ(edges(alone), 20u);
    for (int threads = 2; threads < 60; ++threads) {
        Team team(threads);
        EXPECT_EQ(edges(team), 20u) << threads;
    }
}

TEST(OriginalIds, SmallGapsAreClosedInAscendingOrder) {
    Graph const graph = read("30 10\n20 30\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{10, 20, 30}));
    EXPECT_EQ(named_edges(graph), (NamedEdges{{10, 30}, {20, 30}}));
}

TEST(OriginalIds, MayUseAllOf64Bits) {
    Graph const graph = read("18446744073709551615 5\n9223372036854775808 18446744073709551615\n");
    EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{5, 9223372036854775808u, 18446744073709551615u}));
    EXPECT_EQ(named_edges(graph),
              (NamedEdges{{5, 18446744073709551615u}, {9223372036854775808u, 18446744073709551615u}}));
}

TEST(OriginalIds, MayHaveLeadingZeros) {
    EXPECT_EQ(ids_of(read("000000000000000000000000000001 0002\n")), (std::vector<OriginalId>{1, 2}));
}

TEST(OriginalIds, FirstIdPastATableIsHashed) {
    for (OriginalId id : {65536u, 65543u, 65544u, 65545u, 65600u}) {
        Graph const graph = read("1 " + std::to_string(id) + "\n");
        EXPECT_EQ(ids_of(graph), (std::vector<OriginalId>{1, id}));
    }
}

// Enough distinct ids for the table of ids to grow several times; equal low bits provoke collisions.
TEST(OriginalIds, ManySparseIdsKeepTheirEdges) {
    NamedEdges expected;
    std::string text;
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        OriginalId const a = random() % 10000 << 40, b = (random() % 10000 << 40) + 1;
        expected.push_back(std::minmax(a, b));
        text += std::to_string(a) + " " + std::to_string(b) + "\n";
    }
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    Graph const graph = read(text);
    EXPECT_EQ(named_edges(graph), expected);
    auto const ids = ids_of(graph);
    EXPECT_EQ(std::ranges::adjacent_find(ids, std::greater_equal<>()), ids.end()) << "an id has two vertices";
}

} // namespace

} // namespace cerrado::test
