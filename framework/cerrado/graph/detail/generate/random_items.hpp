// All members of a team draw many random items. The result is the same as if one thread drew them.
#pragma once

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>

#include <array>
#include <bit>
#include <numeric>

namespace cerrado {

// Each item calls below(bound) `draws` times, and the items follow one another.
struct RandomItems {
    std::uint64_t count, draws, bound;
};

// For each member of the team, the number of the stream at which its items begin. below() refuses some numbers, so a
// beginning is known only after the items before it have been counted.
std::vector<std::uint64_t> begins_in_stream(RandomSource const& random, RandomItems const& items, Team& team);

// Calls draw(i, source) for every item. draw() may be called twice for an item, and must draw the item's numbers from
// the source. Afterwards `random` stands behind the last item.
template <class Draw> void draw_items(RandomSource& random, RandomItems const& items, Team& team, Draw const& draw) {
    auto const members = static_cast<std::size_t>(team.size());
    auto const draw_from = [&](std::vector<std::uint64_t> const& begins) {
        std::vector<std::uint64_t> ends(members);
        team.run([&](Member member) {
            auto const index = static_cast<std::size_t>(member.index);
            RandomSource source = random;
            source.skip(begins[index]);
            member.for_part_of(items.count, [&](std::size_t i) { draw(i, source); });
            ends[index] = source.drawn_since(random);
        });
        return ends;
    };
    // If the bound is far below 2^64, hardly any number is refused. If none was refused, the place of each item in the
    // stream is known at once.
    std::vector<std::uint64_t> begins(members);
    bool const rarely_refused = items.bound < std::uint64_t{1} << 40;
    if (rarely_refused) {
        for (std::size_t i = 0; i < members; ++i) {
            begins[i] = Member{static_cast<int>(i), static_cast<int>(members)}.begin(items.count) * items.draws;
        }
    } else {
        begins = begins_in_stream(random, items, team);
    }
    std::vector<std::uint64_t> ends = draw_from(begins);
    begins.push_back(ends.back());
    if (!std::equal(ends.begin(), ends.end(), begins.begin() + 1))
        ends = draw_from(begins_in_stream(random, items, team));
    random.skip(ends.back());
}

} // namespace cerrado

namespace cerrado::fixed_point {

// x^(-p/q) in integer arithmetic. So weights that are drawn from a power law are the same on every machine.

inline constexpr std::uint64_t one_q62 = std::uint64_t{1} << 62;

constexpr std::uint64_t square_root(WideCount x) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
        std::uint64_t const candidate = root | bit;
        if (static_cast<WideCount>(candidate) * candidate <= x) root = candidate;
    }
    return root;
}

constexpr std::uint64_t multiply_q62(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(static_cast<WideCount>(a) * b >> 62);
}

// log2(x) with 32 fractional bits, rounded down. Requires: x > 0.
constexpr std::uint64_t log2_q32(std::uint64_t x) {
    auto const whole = static_cast<unsigned>(std::bit_width(x)) - 1;
    std::uint64_t mantissa = whole <= 62 ? x << (62 - whole) : x >> 1;
    std::uint64_t result = whole;
    for (int bit = 0; bit < 32; ++bit) {
        mantissa = multiply_q62(mantissa, mantissa);
        bool const two_or_more = mantissa >= 2 * one_q62;
        mantissa >>= two_or_more ? 1 : 0;
        result = result << 1 | (two_or_more ? 1 : 0);
    }
    return result;
}

// [i] = 2^(-2^-(i+1)) with 62 fractional bits. Each is the square root of the one before, starting from a half.
inline constexpr std::array<std::uint64_t, 32> roots_of_half = [] {
    std::array<std::uint64_t, 32> roots{};
    std::uint64_t last = one_q62 / 2;
    for (auto& root : roots) root = last = square_root(static_cast<WideCount>(last) << 62);
    return roots;
}();

// 2^-y with 32 fractional bits. y has 32 fractional bits as well.
constexpr std::uint64_t exp2_negative_q32(std::uint64_t y) {
    std::uint64_t result = one_q62;
    for (int bit = 0; bit < 32; ++bit) {
        if (y >> (31 - bit) & 1) result = multiply_q62(result, roots_of_half[static_cast<std::size_t>(bit)]);
    }
    std::uint64_t const shift = (y >> 32) + 30;
    return shift < 64 ? result >> shift : 0;
}

// x^(-numerator/denominator) with 32 fractional bits. Its error is below 2^-28. Requires: x > 0, numerator < 2^26.
constexpr std::uint64_t inverse_power_q32(std::uint64_t x, std::uint64_t numerator, std::uint64_t denominator) {
    return exp2_negative_q32(log2_q32(x) * numerator / denominator);
}

} // namespace cerrado::fixed_point
