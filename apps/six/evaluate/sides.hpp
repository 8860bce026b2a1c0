// The polynomial as a cycle of three sides. With the vertices a to f,
//   P(x) = sum over l of the trace of X0_l X1_l X2_l
// where X0 has rows a and columns b, X1 rows b and columns c, X2 rows c and columns a. Side number i sums over two more
// vertices: y is d, e, f and z is e, f, d. Let s and t be its rows and columns, u and v the high bits of y and z:
//   X^uv[s][t] = st[s][t] sum_y sy[s][(u,y)] ty[t][(u,y)] sum_z M[y][z] sz[s][(v,z)] yz[(u,y)][(v,z)]
//   X_l = sum over uv of the factor of (uv, l), times X^uv
// M is a sum of Lagrange values with the same factors, for the low bits. The factors are Strassen's.
#pragma once

#include <cerrado/apps/six.hpp>
#include <cerrado/core/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace cerrado::six {

inline constexpr int sides = 3;

// The factors [side][2 y + z][l] for one bit of y and of z. Those of the last side are for f and d in this order.
inline constexpr int strassen[sides][4][7] = {
    {{1, 0, 1, 0, 1, -1, 0}, {0, 0, 0, 0, 1, 0, 1}, {0, 1, 0, 0, 0, 1, 0}, {1, 1, 0, 1, 0, 0, -1}},
    {{1, 1, 0, -1, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 1}, {1, 0, -1, 0, 1, 0, 1}},
    {{1, 0, 0, 1, -1, 0, 1}, {0, 1, 0, 1, 0, 0, 0}, {0, 0, 1, 0, 1, 0, 0}, {1, -1, 1, 0, 0, 1, 0}}};

// Returns: a word in which bit 7 (2 y + z) + l is set if the factor is `sign`.
consteval std::uint32_t factor_bits(int side, int sign) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 28; ++i) bits |= (strassen[side][i / 7][i % 7] == sign ? 1u : 0u) << i;
    return bits;
}
consteval int factor_of(int side, int yz, int digit) { return strassen[side][yz][digit]; }
// Returns: the bits of the factors 1 of a side known only at run time. A device cannot read the table above.
CERRADO_FN inline std::uint32_t positive_factors(int side) {
    return side == 0 ? factor_bits(0, 1) : side == 1 ? factor_bits(1, 1) : factor_bits(2, 1);
}
CERRADO_FN inline std::uint32_t negative_factors(int side) {
    return side == 0 ? factor_bits(0, -1) : side == 1 ? factor_bits(1, -1) : factor_bits(2, -1);
}

// The matrices of a side, by the vertices that they join.
enum class Joined : std::uint8_t { st, ts, sy, ty, sz, yz };
inline constexpr int joined_pairs = 6;

struct SixSizes {
    std::uint32_t n; // rows and columns of a matrix, a power of two; rows and columns beyond the instance's are 0
    int split;       // q
    std::uint32_t m; // 2^(r-q)

    CERRADO_FN std::uint32_t blocks() const { return std::uint32_t{1} << split; } // Q
    CERRADO_FN std::uint32_t row_words() const { return (n + 31) / 32; }
};

// Returns: the first word of a row of the matrix of a side. Column y is bit y % 32 of word y / 32 from there.
CERRADO_FN inline std::uint64_t row_of(SixSizes const& sizes, int side, Joined joined, std::uint32_t x) {
    std::uint64_t const matrix = static_cast<std::uint64_t>(side * joined_pairs + static_cast<int>(joined));
    return (matrix * sizes.n + x) * sizes.row_words();
}

// Returns: the sizes, with at least `least` rows in a matrix.
SixSizes sizes_of(SixInstance const& instance, std::uint32_t least);
std::vector<std::uint32_t> matrices_of_sides(SixInstance const& instance, SixSizes const& sizes);

// A term of X_l: the number 2^q u + v of X^uv, and its factor, 1 or -1.
struct SideTerm {
    std::uint32_t uv;
    int factor;
};
// Returns: the terms of each X_l of a side, in 7^q lists.
std::vector<std::vector<SideTerm>> side_terms(int side, int split);

} // namespace cerrado::six
