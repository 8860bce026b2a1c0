#include <cerrado/core/philox.hpp>

#include <gtest/gtest.h>

#include <array>

namespace cerrado::test {
namespace {

std::array<std::uint32_t, 4> drawn(std::uint64_t key, std::array<std::uint32_t, 4> const& counter) {
    std::uint32_t words[4] = {counter[0], counter[1], counter[2], counter[3]};
    philox(key, words);
    return {words[0], words[1], words[2], words[3]};
}

} // namespace

// The known answers that the authors publish with Random123.
TEST(Philox, GivesTheKnownAnswers) {
    constexpr std::uint32_t all = 0xffffffff;
    EXPECT_EQ(drawn(0, {0, 0, 0, 0}), (std::array{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
    EXPECT_EQ(drawn(0xffffffffffffffff, {all, all, all, all}),
              (std::array{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
    EXPECT_EQ(drawn(0x299f31d0a4093822, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
              (std::array{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

} // namespace cerrado::test
