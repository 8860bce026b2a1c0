#include "helpers.hpp"

#include <functional>

namespace cerrado::test {
namespace {

Graph read(std::string_view text) { return detail::read_buffer(text, "graph.txt"); }

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
