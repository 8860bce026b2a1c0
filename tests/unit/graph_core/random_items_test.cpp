// draw_items: the items of one thread, for any number of threads and however often below() refuses a number.
#include <cerrado/graph/generate/random_items.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace cerrado {
namespace {

constexpr std::uint64_t half = (std::uint64_t{1} << 63) + 1; // nearly every second number is refused

struct Drawn {
    std::vector<std::uint64_t> values;
    std::uint64_t next; // that the source gives after them
};

Drawn serially(RandomItems const& items) {
    RandomSource random(5);
    Drawn drawn;
    for (std::uint64_t i = 0; i < items.count * items.draws; ++i) drawn.values.push_back(random.below(items.bound));
    drawn.next = random.next();
    return drawn;
}

Drawn by_team(RandomItems const& items, int threads) {
    Team team(threads);
    RandomSource random(5);
    Drawn drawn{std::vector<std::uint64_t>(items.count * items.draws), 0};
    draw_items(random, items, team, [&](std::size_t i, RandomSource& source) {
        for (std::uint64_t j = 0; j < items.draws; ++j) drawn.values[i * items.draws + j] = source.below(items.bound);
    });
    drawn.next = random.next();
    return drawn;
}

TEST(RandomItems, AreTheSameWithAnyNumberOfThreads) {
    for (std::uint64_t const bound : {std::uint64_t{100}, std::uint64_t{1} << 32, half, ~std::uint64_t{0}}) {
        for (std::uint64_t const count : {0, 1, 2, 3, 5000, 40001}) {
            RandomItems const items{count, 3, bound};
            Drawn const expected = serially(items);
            for (int const threads : {1, 2, 3, 7}) {
                Drawn const drawn = by_team(items, threads);
                ASSERT_EQ(drawn.values, expected.values) << bound << ", " << count << ", " << threads << " threads";
                ASSERT_EQ(drawn.next, expected.next);
            }
        }
    }
}

TEST(RandomSource, SkipsAsItDraws) {
    RandomSource drawing(9), skipping(9);
    for (int i = 0; i < 1000; ++i) drawing.next();
    EXPECT_EQ(drawing.drawn_since(skipping), 1000u);
    skipping.skip(1000);
    EXPECT_EQ(drawing.next(), skipping.next());
}

} // namespace
} // namespace cerrado
