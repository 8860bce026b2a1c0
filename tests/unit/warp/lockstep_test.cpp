// The checking warp: 32 threads and a barrier.
#include "laws.hpp"

#include <cerrado/warp/lockstep.hpp>

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace cerrado::test {
namespace {

template <class Body> void on_lanes(LockstepGroup& group, Body const& body) {
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < LockstepWarp::width; ++lane) {
        lanes.emplace_back([&, lane] { body(LockstepWarp(group, lane)); });
    }
}

} // namespace

TEST(LockstepWarpLaws, HoldOnEveryLane) {
    LockstepGroup group;
    SharedCells cells{};
    std::array<std::uint32_t, 32> broken{};
    on_lanes(group, [&](LockstepWarp const& warp) {
        broken[static_cast<std::size_t>(warp.lane())] = broken_collectives(warp) | broken_memory(warp, &cells);
    });
    for (std::uint32_t bits : broken) EXPECT_EQ(bits, 0u);
}

TEST(LockstepWarpLaws, WarpsDoNotWaitForEachOther) {
    LockstepGroup first, second;
    SharedCells cells{};
    on_lanes(first, [&](LockstepWarp const& warp) { EXPECT_EQ(broken_memory(warp, &cells), 0u); });
    cells = {};
    std::jthread other([&] {
        on_lanes(second, [&](LockstepWarp const& warp) {
            for (int i = 0; i < 20; ++i) EXPECT_EQ(broken_collectives(warp), 0u);
        });
    });
    on_lanes(first, [&](LockstepWarp const& warp) { EXPECT_EQ(broken_memory(warp, &cells), 0u); });
}

} // namespace cerrado::test
