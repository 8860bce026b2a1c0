#include "unit/engine/warp_laws.hpp"

#include <cerrado/run/devices.hpp>
#include <cerrado/warp/detail/lockstep.hpp>
#include <cerrado/warp/detail/scalar.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cerrado::test {

// The warp of width 1.

static_assert(!Warp<int> && !Warp<HostAtomics>, "what has no lanes is no warp");

TEST(HostScalarWarp, KeepsTheLaws) {
    SharedCells cells{};
    EXPECT_EQ(broken_collectives(ScalarWarp{}), 0u);
    EXPECT_EQ(broken_memory(ScalarWarp{}, &cells), 0u);
}

TEST(Bits, TheNthIsFoundInEveryWord) {
    for (std::uint32_t const bits : {1u, 0x80000000u, 0x8001u, 0x00ff00f0u, 0xdeadbeefu, ~0u}) {
        std::uint32_t n = 0;
        for (std::uint32_t i = 0; i < 32; ++i) {
            if ((bits >> i & 1) == 0) continue;
            EXPECT_EQ(nth_bit(bits, n++), i) << bits;
        }
    }
}

// What one worker adds to a total, another one sees: grid operations are atomic among threads, lane operations need not
// be.
TEST(HostScalarWarp, GridOperationsAreAtomicAmongWorkers) {
    Count total = 0;
    std::uint64_t word = 0;
    Count payload = 0;
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < 4; ++i) {
            workers.emplace_back([&] {
                for (int round = 0; round < 20000; ++round) ScalarWarp::grid_add(&total, Count{3});
            });
        }
        workers.emplace_back([&] {
            payload = 5;
            ScalarWarp::release(&word, 1);
        });
        while (ScalarWarp::acquire(&word) == 0) std::this_thread::yield();
        EXPECT_EQ(payload, 5u);
    }
    EXPECT_EQ(total, Count{240000});
    EXPECT_EQ(ScalarWarp::grid_exchange(&total, 1), Count{240000});
    EXPECT_EQ(total, 1u);
}

// The checking warp: a thread for each lane and a barrier, as a whole warp and as a narrow tile.

namespace {

template <class Tile, class Body> void on_lanes(typename Tile::Group& group, Body const& body) {
    group.run([&](int lane) { body(Tile(group, lane)); });
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

// The GPU's warps of every width that a tile may have.

#if CERRADO_HAS_CUDA
namespace cerrado::test {
std::vector<std::uint32_t> broken_on_cuda(int width); // cuda_laws.cu: per lane of one block
}
#endif

namespace cerrado::test {

class CudaWarpLaws : public testing::TestWithParam<int> {};

TEST_P(CudaWarpLaws, HoldOnEveryLane) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
#if CERRADO_HAS_CUDA
    std::vector<std::uint32_t> const broken = broken_on_cuda(GetParam());
    ASSERT_EQ(broken.size(), 128u);
    for (std::size_t lane = 0; lane < broken.size(); ++lane) EXPECT_EQ(broken[lane], 0u) << "lane " << lane;
#endif
}

INSTANTIATE_TEST_SUITE_P(Widths, CudaWarpLaws, testing::Values(1, 8, 16, 32));

} // namespace cerrado::test
