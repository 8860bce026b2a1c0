// The vertex tables: what is added is found with all its bits, whatever collides, at any load, in either memory.
#include "unit/workbench.hpp"

#include <cerrado/engine/masks/vertex_table.hpp>

#include <map>

namespace cerrado::test {
namespace {

// The memory of one worker with tables of these sizes.
struct Tables {
    TableSizes sizes;
    TableMemory memory;
    std::vector<VertexId> small_keys, large_keys;
    std::vector<VertexValue> small_values, large_values;

    Tables(std::uint32_t small, std::uint32_t large, std::size_t vertices)
        : small_keys(small, 1),
          large_keys(std::max<std::size_t>(large, vertices), 1),
          small_values(small, 7),
          large_values(std::max<std::size_t>(large, vertices)) {
        sizes.small_slots = small;
        sizes.large_slots = large;
        memory = {large_keys.data(), large_values.data(), small_keys.data(), small_values.data()};
    }
};

// Gives every key the bits of its number of appearances: three passes, with a sync between two bits.
template <class W, class Table> void fill(W const& warp, Table& table, Tables& tables, Vertices const& keys) {
    table.reset(warp, tables.memory, tables.sizes, keys.size());
    for (int bit = 0; bit < 3; ++bit) {
        for (std::size_t i = static_cast<std::size_t>(warp.lane()); i < keys.size(); i += W::width) {
            if (i % 3 >= static_cast<std::size_t>(bit)) table.add(keys[i], static_cast<VertexValue>(1u << bit));
        }
        warp.sync();
    }
}

template <class W, class Table>
void expect_found(Tables& tables, Vertices const& keys, Vertices const& strangers, bool fast) {
    on_every_lane<W>([&](W const& warp) {
        Table table;
        fill(warp, table, tables, keys);
        EXPECT_EQ(table.in_fast_memory(), fast);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            auto const slot = table.find(keys[i]);
            ASSERT_GE(slot, 0) << keys[i];
            ASSERT_EQ(table.value(slot), (2u << i % 3) - 1) << keys[i];
        }
        for (VertexId const u : strangers) ASSERT_LT(table.find(u), 0) << u;
        warp.sync();
    });
}

Vertices range(VertexId first, VertexId count, VertexId step) {
    Vertices keys;
    for (VertexId i = 0; i < count; ++i) keys.push_back(first + i * step);
    return keys;
}

// Keys with the same home slot in a table of `slots`.
Vertices colliding(std::size_t count, std::uint32_t slots) {
    Vertices keys;
    HashTable<ScalarWarp>::View view{nullptr, nullptr, slots - 1, 32 - lowest_bit(slots)};
    for (VertexId u = 0; keys.size() < count; ++u) {
        if (view.home(u) == slots - 2) keys.push_back(u);
    }
    return keys;
}

} // namespace

template <class W> class HashedVertices : public testing::Test {
protected:
    using Table = HashTable<W>;
};
TYPED_TEST_SUITE(HashedVertices, HostWarps, WarpName);

TYPED_TEST(HashedVertices, FindsKeysThatCollideAndWrapAround) {
    Tables tables(64, 256, 0);
    expect_found<TypeParam, typename TestFixture::Table>(tables, colliding(12, 64), range(1u << 20, 50, 7), true);
    Vertices const keys = colliding(20, 64);
    expect_found<TypeParam, typename TestFixture::Table>(tables, {keys.begin(), keys.begin() + 10},
                                                         {keys.begin() + 10, keys.end()}, true);
}

TYPED_TEST(HashedVertices, HoldsThreeQuartersOfTheFastMemoryAndNoMore) {
    Tables tables(256, 1024, 0);
    expect_found<TypeParam, typename TestFixture::Table>(tables, range(5, 192, 3), range(0, 100, 3), true);
    expect_found<TypeParam, typename TestFixture::Table>(tables, range(5, 193, 3), range(0, 100, 3), false);
}

TYPED_TEST(HashedVertices, LargeAreaHoldsWhatThePlanPromises) {
    Tables tables(256, 2048, 0);
    expect_found<TypeParam, typename TestFixture::Table>(tables, range(1000000, 1024, 1021), range(0, 300, 11), false);
}

TYPED_TEST(HashedVertices, ResetForgets) {
    Tables tables(64, 256, 0);
    on_every_lane<TypeParam>([&](TypeParam const& warp) {
        typename TestFixture::Table table;
        fill(warp, table, tables, range(0, 20, 1));
        fill(warp, table, tables, range(100, 5, 1));
        for (VertexId u = 0; u < 20; ++u) ASSERT_LT(table.find(u), 0);
        ASSERT_EQ(table.value(table.find(100)), 1u);
        warp.sync();
    });
}

TEST(DirectVertices, FindsAllAndForgetsAtReset) {
    Tables tables(0, 0, 5000);
    expect_found<ScalarWarp, DirectTable<ScalarWarp>>(tables, range(5, 900, 5), range(1, 900, 5), false);
    DirectTable<ScalarWarp> table;
    std::ranges::fill(tables.large_values, VertexValue{0});
    fill(ScalarWarp{}, table, tables, range(0, 500, 2));
    fill(ScalarWarp{}, table, tables, range(1, 500, 2));
    for (VertexId u = 0; u < 1000; ++u) ASSERT_EQ(table.find(u) >= 0, u % 2 == 1) << u;
}

} // namespace cerrado::test
