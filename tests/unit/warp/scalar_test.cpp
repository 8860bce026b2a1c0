// The warp of width 1.
#include "laws.hpp"

#include <cerrado/warp/scalar.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace cerrado::test {

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

} // namespace cerrado::test
