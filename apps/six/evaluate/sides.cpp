#include "six/evaluate/sides.hpp"

#include <algorithm>
#include <utility>

namespace cerrado::six {

namespace {

// The vertices that a matrix of a side joins, 0 to 5: its rows, then its columns.
std::pair<int, int> joined_vertices(int side, Joined joined) {
    int const s = side, t = (side + 1) % 3, y = 3 + side, z = 3 + (side + 1) % 3;
    switch (joined) {
    case Joined::st: return {s, t};
    case Joined::ts: return {t, s};
    case Joined::sy: return {s, y};
    case Joined::ty: return {t, y};
    case Joined::sz: return {s, z};
    case Joined::yz: break;
    }
    return {y, z};
}

} // namespace

SixSizes sizes_of(SixInstance const& instance, std::uint32_t least) {
    return {std::max(instance.padded(), least), instance.split(), instance.block_size()};
}

std::vector<std::uint32_t> matrices_of_sides(SixInstance const& instance, SixSizes const& sizes) {
    std::vector<std::uint32_t> words(row_of(sizes, sides, Joined::st, 0));
    for (int side = 0; side < sides; ++side) {
        for (int joined = 0; joined < joined_pairs; ++joined) {
            auto const [from, to] = joined_vertices(side, static_cast<Joined>(joined));
            int const pair = from < to ? six_pair(from, to) : six_pair(to, from);
            for (std::uint32_t x = 0; x < instance.padded(); ++x) {
                std::uint64_t const row = row_of(sizes, side, static_cast<Joined>(joined), x);
                for (std::uint32_t y = 0; y < instance.padded(); ++y) {
                    bool const is_there = from < to ? instance.allows(pair, x, y) : instance.allows(pair, y, x);
                    words[row + y / 32] |= std::uint32_t{is_there} << y % 32;
                }
            }
        }
    }
    return words;
}

// Digit t of l, in base 7, belongs to bit t of u and of v.
std::vector<std::vector<SideTerm>> side_terms(int side, int split) {
    std::vector<std::vector<SideTerm>> terms{{{0, 1}}};
    for (int bit = 0; bit < split; ++bit) {
        std::vector<std::vector<SideTerm>> longer;
        for (int digit = 0; digit < 7; ++digit) {
            for (std::vector<SideTerm> const& low : terms) {
                std::vector<SideTerm>& all = longer.emplace_back();
                for (SideTerm const& term : low) {
                    for (int yz = 0; yz < 4; ++yz) {
                        int const factor = strassen[side][yz][digit];
                        if (factor == 0) continue;
                        std::uint32_t const u = static_cast<std::uint32_t>(yz / 2) << bit;
                        std::uint32_t const v = static_cast<std::uint32_t>(yz % 2) << bit;
                        all.push_back({term.uv + (u << split) + v, term.factor * factor});
                    }
                }
            }
        }
        terms = std::move(longer);
    }
    return terms;
}

} // namespace cerrado::six
