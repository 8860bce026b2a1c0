// Edge lists are read the same by any number of threads, packed or not, and so are their errors.
#include "helpers.hpp"

#include <cerrado/graph/io/edges/edge_lines.hpp>
#include <cerrado/graph/io/output_file.hpp>

namespace cerrado::test {
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

} // namespace
} // namespace cerrado::test
