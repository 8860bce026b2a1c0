// Sorting where the arrays of a Resident lie.
#include "unit/rounds/support.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/run/resident_sort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace cerrado::test {
namespace {

void expect_sorted(DeviceKind device, int threads) {
    std::mt19937_64 random(7);
    for (std::size_t const size : {0u, 1u, 2u, 1000u, 300000u}) {
        for (std::uint64_t const most :
             {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
            SCOPED_TRACE(std::to_string(size) + " keys up to " + std::to_string(most));
            std::vector<std::uint64_t> keys(size);
            for (std::uint64_t& key : keys) key = most == ~std::uint64_t{0} ? random() : random() % (most + 1);
            RunOptions options;
            options.device = device;
            options.threads = threads;
            Resident const resident(options);
            SortedKeys const found = sorted(resident, resident.array(keys), most);
            std::vector<std::uint32_t> places(size);
            std::iota(places.begin(), places.end(), 0u);
            std::ranges::stable_sort(places, {}, [&](std::uint32_t place) { return keys[place]; });
            EXPECT_TRUE(found.places.read() == places);
            std::ranges::sort(keys);
            EXPECT_TRUE(found.keys.read() == keys);
        }
    }
}

TEST(SortedKeys, KeepTheOrderOfEqualOnes) { expect_sorted(DeviceKind::host, 1); }
TEST(SortedKeys, OfSeveralThreadsAreTheSame) { expect_sorted(DeviceKind::host, 4); }
TEST(SortedKeysOnCuda, AreTheSame) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_sorted(DeviceKind::cuda, 0);
}

} // namespace
} // namespace cerrado::test
