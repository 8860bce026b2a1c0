// Tallies: what all lanes add is the sum, whatever collides, at any load, in either memory.
#include "unit/workbench.hpp"

#include <cerrado/engine/wedges/tally.hpp>

#include <algorithm>
#include <map>

namespace cerrado::test {
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
