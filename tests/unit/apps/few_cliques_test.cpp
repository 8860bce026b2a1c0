// The search for a few cliques among few vertices: each once, and it ends when it is told.
#include "support.hpp"

#include <codec/few_cliques.hpp>

#include <algorithm>
#include <set>

namespace cerrado::test {
namespace {

using compression::BitGraph;
using compression::CliqueSearch;

// All edges but those between i and i + 1 for even i, of the first `pairs` pairs.
BitGraph clique_less_a_matching(std::size_t vertices, std::size_t pairs) {
    BitGraph graph;
    graph.reset(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            bool const is_pair = i % 2 == 1 && j + 1 == i && i / 2 < pairs;
            if (!is_pair) graph.join(i, j);
        }
    }
    return graph;
}

std::size_t count(BitGraph const& graph, std::size_t size) {
    std::set<CliqueSearch::Members> found;
    std::size_t calls = 0;
    CliqueSearch search;
    bool const is_whole = search.run(
        graph, size,
        [&](CliqueSearch::Members members) {
            ++calls;
            std::ranges::sort(members);
            found.insert(members);
            return true;
        },
        [] { return false; });
    EXPECT_TRUE(is_whole);
    EXPECT_EQ(found.size(), calls);
    return calls;
}

} // namespace

TEST(FewCliques, OfACompleteGraphAreFoundOnce) {
    for (std::size_t size = 0; size <= 9; ++size) {
        EXPECT_EQ(count(clique_less_a_matching(9, 0), size), binomial(9, size)) << "size " << size;
    }
    EXPECT_EQ(count(clique_less_a_matching(70, 0), 2), 2415u);
    EXPECT_EQ(count(clique_less_a_matching(70, 0), 70), 1u);
}

TEST(FewCliques, OfACliqueLessAMatchingTakeOneOfEachPair) {
    EXPECT_EQ(count(clique_less_a_matching(16, 8), 8), 256u);
    EXPECT_EQ(count(clique_less_a_matching(16, 8), 9), 0u);
    EXPECT_EQ(count(clique_less_a_matching(80, 3), 77), 8u);
}

TEST(FewCliques, EndWhenToldOrWhenEnoughAreFound) {
    BitGraph const graph = clique_less_a_matching(40, 20);
    int found = 0;
    CliqueSearch search;
    EXPECT_TRUE(search.run(
        graph, 20, [&](auto const&) { return ++found < 2; }, [] { return false; }));
    EXPECT_EQ(found, 2);
    EXPECT_FALSE(search.run(
        graph, 20, [](auto const&) { return true; }, [] { return true; }));
}

} // namespace cerrado::test
