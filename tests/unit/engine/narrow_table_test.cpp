// Vertex tables of warps that have little fast memory, or none: every key is found again, whichever memory it came to lie in.
#include "unit/workbench.hpp"

#include <cerrado/engine/masks/vertex_table.hpp>

#include <vector>

namespace cerrado::test {
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

} // namespace cerrado::test
