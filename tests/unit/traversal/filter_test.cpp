// filter(P): keeps what satisfies the predicate, in order, masks with it.
#include "unit/workbench.hpp"

#include <cerrado/engine/masks.hpp>

namespace cerrado::test {
namespace {

struct Any {
    int k = 4;
    using Engine = Masks;
    template <class T> void visit(T&) const {}
};

} // namespace

template <class W> class Filter : public testing::Test {
protected:
    Filter() : bench({}, generate_graph("gen:er:n=120,m=3000,seed=1")) {}

    // What remains of the extensions of {5, v} after predicates that look at the id and at the mask.
    Workbench<W, Any> bench;
};
TYPED_TEST_SUITE(Filter, HostWarps, WarpName);

TYPED_TEST(Filter, KeepsOrderAndMasksInListsLongerThanAWarp) {
    Vertices const vertices{5, this->bench.graph().neighbours(5)[0]};
    auto const [all, kept, masks] = this->bench.on(vertices, [](auto& te) {
        te.extend(0, 2);
        Vertices const before = extensions_of(te);
        te.filter([](auto const&, VertexId v) { return v % 3 != 0; });
        return std::tuple(before, extensions_of(te), masks_of(te));
    });
    Vertices expected = all;
    std::erase_if(expected, [](VertexId v) { return v % 3 == 0; });
    EXPECT_GT(expected.size(), 32u);
    EXPECT_EQ(kept, expected);
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(masks[i], mask_of(this->bench.graph(), vertices, kept[i]));
}

TYPED_TEST(Filter, FiltersInARowAreTheirConjunction) {
    auto const both = [](auto const& t, VertexId v) { return v > t.last() && t.adjacent_to_all(v); };
    auto const [twice, once] = this->bench.on({5, this->bench.graph().neighbours(5)[0]}, [&](auto& te) {
        te.extend(0, 2);
        Vertices expected;
        for (VertexId const v : extensions_of(te)) {
            if (v > te.last() && te.adjacent(0, v) && te.adjacent(1, v)) expected.push_back(v);
        }
        te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        Vertices const kept = extensions_of(te);
        te.filter(both);
        EXPECT_EQ(extensions_of(te), kept);
        return std::pair(kept, expected);
    });
    EXPECT_FALSE(twice.empty());
    EXPECT_EQ(twice, once);
}

TYPED_TEST(Filter, MayLeaveNothingAndMayLeaveAll) {
    bool const as_expected = this->bench.on({7}, [](auto& te) {
        te.extend(0, 1);
        std::uint32_t const size = te.extension_count();
        te.filter([](auto const&, VertexId) { return true; });
        EXPECT_EQ(te.extension_count(), size);
        te.filter([](auto const&, VertexId) { return false; });
        EXPECT_EQ(te.extension_count(), 0u);
        return size > 0;
    });
    EXPECT_TRUE(as_expected);
}

} // namespace cerrado::test
