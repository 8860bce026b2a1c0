// The checking warp: a thread for each lane and a barrier, as a whole warp and as a narrow tile.
#include "laws.hpp"

#include <cerrado/warp/lockstep.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cerrado::test {
namespace {

template <class Tile, class Body> void on_lanes(typename Tile::Group& group, Body const& body) {
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < Tile::width; ++lane) {
        lanes.emplace_back([&, lane] { body(Tile(group, lane)); });
    }
}

struct WidthNames {
    template <class Tile> static std::string GetName(int) { return "Of" + std::to_string(Tile::width) + "Lanes"; }
};

} // namespace

template <class Tile> class LockstepWarpLaws : public testing::Test {};
using Tiles = testing::Types<LockstepTile<8>, LockstepTile<16>, LockstepWarp>;
TYPED_TEST_SUITE(LockstepWarpLaws, Tiles, WidthNames);

TYPED_TEST(LockstepWarpLaws, HoldOnEveryLane) {
    typename TypeParam::Group group;
    SharedCells cells{};
    std::vector<std::uint32_t> broken(TypeParam::width, ~0u);
    on_lanes<TypeParam>(group, [&](TypeParam const& warp) {
        broken[static_cast<std::size_t>(warp.lane())] = broken_collectives(warp) | broken_memory(warp, &cells);
    });
    EXPECT_EQ(broken, std::vector<std::uint32_t>(TypeParam::width, 0));
}

TYPED_TEST(LockstepWarpLaws, WarpsDoNotWaitForEachOther) {
    typename TypeParam::Group first, second;
    SharedCells cells{};
    on_lanes<TypeParam>(first, [&](TypeParam const& warp) { EXPECT_EQ(broken_memory(warp, &cells), 0u); });
    cells = {};
    std::jthread other([&] {
        on_lanes<TypeParam>(second, [&](TypeParam const& warp) {
            for (int i = 0; i < 20; ++i) EXPECT_EQ(broken_collectives(warp), 0u);
        });
    });
    on_lanes<TypeParam>(first, [&](TypeParam const& warp) { EXPECT_EQ(broken_memory(warp, &cells), 0u); });
}

} // namespace cerrado::test
