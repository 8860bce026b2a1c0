#include "unit/workbench.hpp"

#include <cerrado/engine/detail/masks/vertex_table.hpp>
#include <cerrado/engine/detail/wedges/tally.hpp>

#include <algorithm>
#include <map>
#include <vector>

namespace cerrado::test {

// The vertex tables: what is added is found with all its bits, whatever collides, at any load, in either memory.

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

// Vertex tables of warps that have little fast memory, or none: every key is found again, whichever memory it came to lie in.

namespace {

struct NarrowTables {
    TableSizes sizes;
    std::vector<VertexId> small_keys, large_keys;
    std::vector<VertexValue> small_values, large_values;
    TableMemory memory;

    // Behind the small table lie words that it must not touch.
    explicit NarrowTables(std::uint32_t small_slots)
        : small_keys(small_slots + 64, 77),
          large_keys(256, 1),
          small_values(small_slots + 64, 7),
          large_values(256) {
        sizes.small_slots = small_slots;
        sizes.large_slots = 256;
        memory = {large_keys.data(), large_values.data(), small_keys.data(), small_values.data()};
    }

    bool untouched_behind() const {
        for (std::size_t i = sizes.small_slots; i < small_keys.size(); ++i) {
            if (small_keys[i] != 77 || small_values[i] != 7) return false;
        }
        return true;
    }
};

} // namespace

template <class W> class NarrowTable : public testing::Test {};
TYPED_TEST_SUITE(NarrowTable, HostWarps, WarpName);

TYPED_TEST(NarrowTable, FindsEveryKeyAndKeepsToItsSlots) {
    for (std::uint32_t const slots : {0u, 16u, 32u, 64u, 128u}) {
        NarrowTables tables(slots);
        for (std::uint32_t count = 0; count <= 120; ++count) {
            on_every_lane<TypeParam>([&](TypeParam const& warp) {
                HashTable<TypeParam> table;
                table.reset(warp, tables.memory, tables.sizes, count);
                EXPECT_EQ(table.in_fast_memory(), slots > 0 && 4 * count <= 3 * slots) << count << " of " << slots;
                for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < count; i += TypeParam::width) {
                    table.add(7 * i + 3, static_cast<VertexValue>(i % 5 + 1));
                }
                warp.sync();
                for (std::uint32_t i = 0; i < count; ++i) {
                    auto const slot = table.find(7 * i + 3);
                    ASSERT_GE(slot, 0) << "key " << i << " of " << count << ", slots " << slots;
                    ASSERT_EQ(table.value(slot), i % 5 + 1);
                }
                ASSERT_LT(table.find(5), 0);
                ASSERT_LT(table.find(no_vertex - 1), 0);
                warp.sync();
            });
            ASSERT_TRUE(tables.untouched_behind()) << "slots " << slots << ", keys " << count;
            if (TypeParam::width > 1) count += 12;
        }
    }
}

// Tallies: what all lanes add is the sum, whatever collides, at any load, in either memory.

namespace {

// The memory of one worker with tallies of these sizes.
struct Memory {
    TallySizes sizes;
    TallyMemory memory;
    std::vector<TallySlot> small, large;
    std::vector<std::uint32_t> values;
    std::vector<VertexId> touched;

    Memory(std::uint32_t small_slots, std::uint32_t large_slots, std::size_t vertices)
        : small(small_slots, {1, 7}),
          large(large_slots, {1, 7}),
          values(vertices),
          touched(vertices) {
        sizes.small_slots = small_slots;
        sizes.large_slots = large_slots;
        memory = {large.data(), small.data(), values.data(), touched.data()};
    }
};

bool is_untouched(std::vector<TallySlot> const& slots) {
    return std::ranges::all_of(slots, [](TallySlot const& slot) { return slot.key == 1 && slot.value == 7; });
}

template <class AnyTally> std::uint32_t add_one(AnyTally& tally, VertexId u, std::uint32_t value) {
    VertexId const one[] = {u};
    std::uint32_t before[1];
    tally.add(one, value, before);
    return before[0];
}

template <class AnyTally> std::uint32_t value_of(AnyTally const& tally, VertexId u) {
    VertexId const two[] = {no_vertex, u};
    std::uint32_t values[2];
    tally.look_up(two, values);
    EXPECT_EQ(values[0], 0u);
    return values[1];
}

// Adds 5 for each of `vertices`, as often as it is there, in batches of three with one that is none.
template <class W, class AnyTally>
void fill(W const& warp, AnyTally& tally, Memory& memory, Vertices const& vertices, std::uint64_t expected) {
    tally.clear(warp, memory.memory, memory.sizes, expected);
    auto const at = [&](std::size_t i) { return i < vertices.size() ? vertices[i] : no_vertex; };
    for (std::size_t i = 3 * static_cast<std::size_t>(warp.lane()); i < vertices.size(); i += 3 * W::width) {
        VertexId const batch[] = {at(i), no_vertex, at(i + 1), at(i + 2)};
        std::uint32_t before[4];
        tally.add(batch, 5, before);
        EXPECT_EQ(before[1], 0u);
    }
    warp.sync();
}

template <class W, class AnyTally> void expect_sums(Memory& memory, Vertices const& vertices, std::uint64_t expected) {
    std::map<VertexId, std::uint32_t> sums;
    for (VertexId const u : vertices) sums[u] += 5;
    on_every_lane<W>([&](W const& warp) {
        AnyTally tally;
        fill(warp, tally, memory, vertices, expected);
        for (auto const& [u, sum] : sums) {
            ASSERT_EQ(value_of(tally, u), sum) << u;
            ASSERT_EQ(value_of(tally, u + 1), sums.contains(u + 1) ? sums.at(u + 1) : 0) << u;
        }
        std::uint32_t found = 0;
        tally.for_each(warp, [&](bool is_one, VertexId u) {
            EXPECT_EQ(is_one, sums.contains(u)) << u;
            found += is_one ? 1 : 0;
        });
        EXPECT_EQ(warp.reduce_add(found), sums.size());
        warp.sync();
        tally.leave();
    });
}

// Every vertex three times.
Vertices thrice(VertexId first, VertexId count, VertexId step) {
    Vertices vertices;
    for (VertexId i = 0; i < 3 * count; ++i) vertices.push_back(first + i % count * step);
    return vertices;
}

} // namespace

template <class W> class HashedTally : public testing::Test {
protected:
    using AnyTally = HashTally<W>;
};
TYPED_TEST_SUITE(HashedTally, HostWarps, WarpName);

TYPED_TEST(HashedTally, AddsUpInFastMemory) {
    Memory memory(256, 1024, 0);
    expect_sums<TypeParam, typename TestFixture::AnyTally>(memory, thrice(7, 64, 13), 192);
    EXPECT_TRUE(is_untouched(memory.large));
}

TYPED_TEST(HashedTally, AddsUpInTheLargeArea) {
    Memory memory(256, 1024, 0);
    expect_sums<TypeParam, typename TestFixture::AnyTally>(memory, thrice(7, 64, 13), 193);
    EXPECT_TRUE(is_untouched(memory.small));
}

TYPED_TEST(HashedTally, HoldsAsManyVerticesAsWerePlannedForHoweverOftenTheyCome) {
    TallySizes const sizes = tally_sizes(700, 1024, 32);
    Memory memory(0, sizes.large_slots, 0);
    expect_sums<TypeParam, typename TestFixture::AnyTally>(memory, thrice(1u << 20, 700, 1021), 2100);
}

TYPED_TEST(HashedTally, OneVertexOfAllLanesIsTheSum) {
    Memory memory(64, 64, 0);
    expect_sums<TypeParam, typename TestFixture::AnyTally>(memory, Vertices(500, 3), 1);
}

TYPED_TEST(HashedTally, AdditionsReturnEachPartialSumOnce) {
    Memory memory(64, 64, 0);
    Count before = 0;
    on_every_lane<TypeParam>([&](TypeParam const& warp) {
        typename TestFixture::AnyTally tally;
        tally.clear(warp, memory.memory, memory.sizes, 1);
        Count sum = 0;
        for (int i = warp.lane(); i < 96; i += TypeParam::width) sum += add_one(tally, 5, 1);
        sum = warp.reduce_add(sum);
        if (warp.lane() == 0) before = sum;
        warp.sync();
    });
    EXPECT_EQ(before, 96u * 95 / 2);
}

TYPED_TEST(HashedTally, ClearForgets) {
    Memory memory(64, 256, 0);
    on_every_lane<TypeParam>([&](TypeParam const& warp) {
        typename TestFixture::AnyTally tally;
        fill(warp, tally, memory, thrice(0, 20, 1), 20);
        fill(warp, tally, memory, {100, 101}, 2);
        for (VertexId u = 0; u < 20; ++u) ASSERT_EQ(value_of(tally, u), 0u);
        ASSERT_EQ(value_of(tally, 101), 5u);
        warp.sync();
    });
}

TEST(DirectTally, AddsUpAndLeavesItsMemoryClear) {
    Memory memory(0, 0, 5000);
    expect_sums<ScalarWarp, DirectTally<ScalarWarp>>(memory, thrice(5, 900, 5), 2700);
    EXPECT_EQ(memory.values, std::vector<std::uint32_t>(5000, 0));
    DirectTally<ScalarWarp> tally;
    fill(ScalarWarp{}, tally, memory, thrice(0, 50, 2), 150);
    fill(ScalarWarp{}, tally, memory, {1}, 1);
    for (VertexId u = 0; u < 100; ++u) ASSERT_EQ(value_of(tally, u), u == 1 ? 5u : 0u) << u;
    tally.leave();
}

TEST(TallySizes, HoldWhatIsPlannedAtThreeQuartersOfTheSlots) {
    for (std::uint64_t const capacity : {1u, 48u, 49u, 700u, 100000u, 1u << 30}) {
        TallySizes const sizes = tally_sizes(capacity, 1024, 32);
        EXPECT_GE(3 * std::uint64_t{sizes.large_slots}, 4 * capacity) << capacity;
        EXPECT_LE(sizes.small_slots, sizes.large_slots);
    }
    EXPECT_EQ(tally_sizes(100000, 1024, 32).small_slots, 1024u);
    EXPECT_EQ(tally_sizes(100000, 1024, 8).small_slots, 256u);
    EXPECT_EQ(tally_sizes(100000, 1024, 1).small_slots, 32u);
    EXPECT_EQ(tally_sizes(1, 1024, 1).small_slots, 0u);
}

} // namespace cerrado::test
