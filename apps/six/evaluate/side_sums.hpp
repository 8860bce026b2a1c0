// Computes the matrices M of the sides, for many points.
//
// A job computes a quarter of the M of a point and a side, which has fixed highest bits of y and z. M is a sum over 7^b
// Lagrange values, times the factors of their b digits. It sums one digit after the other, the highest first (Yates
// 1937).
#pragma once

#include "six/evaluate/sides.hpp"
#include "six/evaluate/tiles.hpp"

#include <cerrado/run/resident.hpp>

namespace cerrado::six {

// The numbers from which the Lagrange values at w^e follow, see field.hpp. A point w^e with e < R is a node.
struct LagrangeTable {
    std::uint64_t nodes;              // R
    std::uint64_t first;              // e of the first point
    ArrayRef<std::uint32_t> factors;  // c_l, in Montgomery form
    ArrayRef<std::uint32_t> inverses; // 1 / [first - R + 1 + i], in Montgomery form; 0 if [e - l] is not above 0
    ArrayRef<std::uint32_t> products; // N, by point

    CERRADO_FN std::uint32_t value(Residues const& residues, std::uint64_t point, std::uint64_t l) const {
        std::uint64_t const e = first + point;
        if (e < nodes) return e == l ? 1 : 0;
        std::uint32_t const factor = residues.form.multiply(factors[l], inverses[point + nodes - 1 - l]);
        return residues.form.multiply(factor, products[point]);
    }
};

struct SideSums {
    SixSizes sizes;
    int bits; // number of bits of m
    Residues residues;
    LagrangeTable lagrange;

    std::uint32_t padded;           // rows and columns of an M: m, and 32 or more
    ArrayRef<std::uint32_t> sums;   // [point][side][y][z]; 0 beyond m
    ArrayRef<std::uint32_t> values; // two buffers for each job
    std::uint64_t of_first, of_second;

    CERRADO_FN static std::uint64_t parts(int levels) { return std::uint64_t{1} << 2 * levels; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const job = te.number();
        std::uint64_t const point = job / (4 * sides);
        int const side = static_cast<int>(job / 4 % sides), high = static_cast<int>(job % 4);
        auto const lane = static_cast<std::uint64_t>(te.warp().lane());
        std::uint32_t* const sum = sums.data + (point * sides + static_cast<std::uint64_t>(side)) * padded * padded;
        if (bits == 0) {
            if (lane == 0 && high == 0) sum[0] = lagrange.value(residues, point, 0);
            return;
        }
        std::uint32_t* from = values.data + job * (of_first + of_second);
        std::uint32_t* to = from + of_first;
        std::uint64_t length = lagrange.nodes / 7;
        for (std::uint64_t i = lane; i < length; i += W::width) {
            from[i] = sum_of(side, high,
                             [&](std::uint64_t digit) { return lagrange.value(residues, point, digit * length + i); });
        }
        for (int level = 1; level < bits; ++level) {
            te.warp().sync();
            length /= 7;
            auto const size = static_cast<std::uint32_t>(length), end = static_cast<std::uint32_t>(parts(level)) * size;
            for (auto i = static_cast<std::uint32_t>(lane); i < end; i += W::width) to[i] = next(side, from, i, size);
            std::uint32_t* const swapped = from;
            from = to;
            to = swapped;
        }
        te.warp().sync();
        for (std::uint64_t i = lane; i < parts(bits - 1); i += W::width) sum[place(i, high)] = from[i];
    }

private:
    // Returns: the sum over digits of value(digit) times the factor of the digit for these bits of y and z.
    template <class Value> CERRADO_FN std::uint32_t sum_of(int side, int yz, Value const& value) const {
        std::uint32_t const positive = positive_factors(side) >> 7 * yz, negative = negative_factors(side) >> 7 * yz;
        std::uint32_t sum = 0;
        for (std::uint32_t digit = 0; digit < 7; ++digit) {
            if ((positive >> digit & 1) != 0) sum = residues.add(sum, value(digit));
            if ((negative >> digit & 1) != 0) sum = residues.subtract(sum, value(digit));
        }
        return sum;
    }
    // Returns: entry i of the next level, whose parts have this length.
    CERRADO_FN std::uint32_t next(int side, std::uint32_t const* from, std::uint32_t i, std::uint32_t length) const {
        std::uint32_t const part = i / length, rest = i % length;
        return sum_of(side, static_cast<int>(part % 4),
                      [&](std::uint64_t digit) { return from[(7 * (part / 4) + digit) * length + rest]; });
    }
    // Returns: the place of part i with the highest bits `high`. Digit t of the part has bit t of y and of z.
    CERRADO_FN std::uint64_t place(std::uint64_t i, int high) const {
        i |= static_cast<std::uint64_t>(high) << 2 * (bits - 1);
        std::uint64_t y = 0, z = 0;
        for (int bit = 0; bit < bits; ++bit) {
            y |= (i >> (2 * bit + 1) & 1) << bit;
            z |= (i >> 2 * bit & 1) << bit;
        }
        return y * padded + z;
    }
};

} // namespace cerrado::six
