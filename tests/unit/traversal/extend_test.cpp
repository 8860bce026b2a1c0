// extend(begin, size): the neighbours of the range, in the order of its lists; no duplicates, no traversal vertices.
#include "unit/workbench.hpp"

#include <cerrado/engine/masks.hpp>

namespace cerrado::test {
namespace {

template <bool with_masks> struct Any {
    int k = 6;
    using Engine = std::conditional_t<with_masks, Masks, Lists>;
    template <class T> void visit(T&) const {}
};

Vertices expected(Graph const& graph, Vertices const& vertices, std::size_t begin, std::size_t size) {
    Vertices list;
    for (std::size_t i = begin; i < size; ++i) {
        for (VertexId const u : graph.neighbours(vertices[i])) {
            if (!holds(vertices, u) && !holds(list, u)) list.push_back(u);
        }
    }
    return list;
}

// All ranges of random traversals; dense enough that lists are longer than a warp is wide and overlap.
template <class W, bool with_masks, class Check> void for_each_range(Check const& check) {
    for (char const* spec : {"gen:er:n=50,m=900,seed=1", "gen:er:n=20,m=30,seed=2", "gen:star:n=70"}) {
        Workbench<W, Any<with_masks>> bench({}, generate_graph(spec));
        RandomSource random(1);
        for (std::size_t length = 1; length <= 5; ++length) {
            Vertices const vertices = random_traversal(bench.graph(), length, random);
            int const size = static_cast<int>(vertices.size());
            for (int end = 1; end <= size; ++end) {
                for (int begin = 0; begin < end; ++begin) check(bench, vertices, begin, end);
            }
        }
    }
}

} // namespace

template <class W> class Extend : public testing::Test {};
TYPED_TEST_SUITE(Extend, HostWarps, WarpName);

TYPED_TEST(Extend, GivesEveryNeighbourOfTheRangeOnceInListOrder) {
    for_each_range<TypeParam, false>([](auto& bench, Vertices const& vertices, int begin, int end) {
        Vertices const list = bench.on(vertices, [&](auto& te) {
            EXPECT_TRUE(te.extend(begin, end));
            return extensions_of(te);
        });
        ASSERT_EQ(list,
                  expected(bench.graph(), vertices, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
    });
}

TYPED_TEST(Extend, GivesTheSameWithMasksOfAllTraversalVertices) {
    for_each_range<TypeParam, true>([](auto& bench, Vertices const& vertices, int begin, int end) {
        auto const [list, masks] = bench.on(vertices, [&](auto& te) {
            EXPECT_TRUE(te.extend(begin, end));
            return std::pair(extensions_of(te), masks_of(te));
        });
        ASSERT_EQ(list,
                  expected(bench.graph(), vertices, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
        for (std::size_t i = 0; i < list.size(); ++i) ASSERT_EQ(masks[i], mask_of(bench.graph(), vertices, list[i]));
    });
}

TYPED_TEST(Extend, SecondCallKeepsWhatIsThereAndSaysSo) {
    Workbench<TypeParam, Any<false>> bench({}, generate_graph("gen:complete:n=40"));
    Vertices const list = bench.on({3}, [](auto& te) {
        EXPECT_TRUE(te.extend(0, 1));
        te.filter([](auto const&, VertexId v) { return v < 10; });
        EXPECT_FALSE(te.extend(0, 1));
        return extensions_of(te);
    });
    EXPECT_EQ(list, (Vertices{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

} // namespace cerrado::test
