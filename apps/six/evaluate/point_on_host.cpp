#include "six/evaluate/point_on_host.hpp"

#include <cerrado/engine/rows/processors.hpp>

#include <algorithm>
#include <cmath>

namespace cerrado::six {

namespace {

// x modulo p. Requires: |x| <= 2^53.
inline double reduced(double x, double p, double inverse) {
    double const rest = x - std::floor(x * inverse) * p;
    return rest < 0 ? rest + p : rest >= p ? rest - p : rest;
}

bool bit(std::uint32_t const* row, std::uint32_t y) { return (row[y / 32] >> y % 32 & 1) != 0; }

constexpr int tile_rows = 2, tile_columns = 8;
constexpr std::uint32_t exact_terms = 256; // of 2^45 each, as many as 53 bits hold

// sums[i][j] of half h: the sum over k of halves[h][row i][k] right[k][column j].
struct Tile {
    double low[tile_rows][tile_columns], high[tile_rows][tile_columns];
};
[[gnu::always_inline]] inline Tile multiply(double const* low, double const* high, double const* right, std::uint32_t n,
                                            std::uint32_t terms) {
    Tile tile{};
    for (std::uint32_t k = 0; k < terms; ++k) {
        for (int i = 0; i < tile_rows; ++i) {
            double const of_low = low[static_cast<std::size_t>(i) * n + k];
            double const of_high = high[static_cast<std::size_t>(i) * n + k];
            for (int j = 0; j < tile_columns; ++j) {
                tile.low[i][j] += of_low * right[std::size_t{k} * n + static_cast<std::size_t>(j)];
                tile.high[i][j] += of_high * right[std::size_t{k} * n + static_cast<std::size_t>(j)];
            }
        }
    }
    return tile;
}

// Adds, to the two halves of a sum, the entries of left * right, each times the one of `weights`.
struct Halves {
    std::uint64_t low = 0, high = 0;
};
CERRADO_FOR_PROCESSORS void add_weighted(Halves& sum, double const* low, double const* high, double const* right,
                                         std::uint32_t const* weights, std::uint32_t n, double p) {
    double const inverse = 1 / p;
    std::uint32_t const terms = std::min(n, exact_terms);
    for (std::uint32_t row = 0; row < n; row += tile_rows) {
        for (std::uint32_t column = 0; column < n; column += tile_columns) {
            for (std::uint32_t k = 0; k < n; k += terms) {
                std::size_t const left = std::size_t{row} * n + k;
                Tile const tile = multiply(low + left, high + left, right + std::size_t{k} * n + column, n, terms);
                for (int i = 0; i < tile_rows; ++i) {
                    for (int j = 0; j < tile_columns; ++j) {
                        double const upper = reduced(tile.high[i][j], p, inverse) * 65536;
                        double const entry = reduced(upper + reduced(tile.low[i][j], p, inverse), p, inverse);
                        std::size_t const at =
                            (row + static_cast<std::size_t>(i)) * n + column + static_cast<std::size_t>(j);
                        std::uint64_t const product = static_cast<std::uint64_t>(entry) * weights[at];
                        sum.low += product & 0xffffffff;
                        sum.high += product >> 32;
                    }
                }
            }
        }
    }
}

// to[t] = sum over y of factors[y] rows[y][t], which is below 2^53.
CERRADO_FOR_PROCESSORS void add_rows(double* to, double const* factors, double const* rows, std::uint32_t m,
                                     std::uint32_t n) {
    std::fill_n(to, n, 0.0);
    for (std::uint32_t y = 0; y < m; ++y) {
        double const factor = factors[y];
        if (factor == 0) continue;
        for (std::uint32_t t = 0; t < n; ++t) to[t] += factor * rows[std::size_t{y} * n + t];
    }
}

CERRADO_FOR_PROCESSORS void reduce_all(double* values, std::uint32_t count, double p) {
    double const inverse = 1 / p;
    for (std::uint32_t i = 0; i < count; ++i) values[i] = reduced(values[i], p, inverse);
}

} // namespace

HostMatrices::HostMatrices(SixInstance const& instance) : sizes(sizes_of(instance)), bits(matrices_of_sides(instance)) {
    for (int side = 0; side < sides; ++side) {
        terms[side] = side_terms(side, sizes.split);
        ty[side].resize(std::size_t{sizes.n} * sizes.n);
        for (std::uint32_t t = 0; t < sizes.n; ++t) {
            std::uint32_t const* const row = bits.data() + row_of(sizes, side, Joined::ty, t);
            for (std::uint32_t y = 0; y < sizes.n; ++y) ty[side][std::size_t{y} * sizes.n + t] = bit(row, y) ? 1 : 0;
        }
    }
}

struct PointOnHost::Work {
    HostMatrices const& shared;
    PrimeField field;
    SixSizes sizes;
    std::size_t entries;                         // of a matrix
    std::vector<std::uint32_t> of_blocks[sides]; // X^uv: [uv][s][t], of side 0 [uv][t][s]
    std::vector<double> masked, inner, row;      // m x m: [z][y]; m; n
    std::vector<double> low, high, right;        // X1_l in two halves, and X2_l
    std::vector<std::uint32_t> weights;          // X0_l, transposed

    Work(HostMatrices const& all, PrimeField const& of)
        : shared(all),
          field(of),
          sizes(all.sizes),
          entries(std::size_t{sizes.n} * sizes.n),
          masked(std::size_t{sizes.m()} * sizes.m()),
          inner(sizes.m()),
          row(sizes.n),
          low(entries),
          high(entries),
          right(entries),
          weights(entries) {
        for (auto& blocks : of_blocks) blocks.resize(entries << 2 * sizes.split);
    }

    std::uint32_t const* bits(int side, Joined joined, std::uint32_t x) const {
        return shared.bits.data() + row_of(sizes, side, joined, x);
    }

    // The entries of M that yz allows, transposed.
    void mask(int side, std::vector<std::uint32_t> const& sum, std::uint32_t u, std::uint32_t v) {
        std::uint32_t const m = sizes.m();
        for (std::uint32_t y = 0; y < m; ++y) {
            std::uint32_t const* const allowed = bits(side, Joined::yz, u * m + y);
            for (std::uint32_t z = 0; z < m; ++z) {
                masked[std::size_t{z} * m + y] = bit(allowed, v * m + z) ? sum[std::size_t{y} * m + z] : 0;
            }
        }
    }

    // X^uv of a side.
    void make_block(int side, std::vector<std::uint32_t> const& sum, std::uint32_t u, std::uint32_t v) {
        std::uint32_t const m = sizes.m(), n = sizes.n;
        mask(side, sum, u, v);
        std::uint32_t* const block = of_blocks[side].data() + entries * (u * sizes.blocks() + v);
        for (std::uint32_t s = 0; s < n; ++s) {
            std::fill(inner.begin(), inner.end(), 0.0);
            std::uint32_t const* const sz = bits(side, Joined::sz, s);
            for (std::uint32_t z = 0; z < m; ++z) {
                if (!bit(sz, v * m + z)) continue;
                for (std::uint32_t y = 0; y < m; ++y) inner[y] += masked[std::size_t{z} * m + y];
            }
            reduce_all(inner.data(), m, field.p);
            std::uint32_t const* const sy = bits(side, Joined::sy, s);
            for (std::uint32_t y = 0; y < m; ++y) inner[y] = bit(sy, u * m + y) ? inner[y] : 0;
            add_rows(row.data(), inner.data(), shared.ty[side].data() + std::size_t{u} * m * n, m, n);
            reduce_all(row.data(), n, field.p);
            std::uint32_t const* const st = bits(side, Joined::st, s);
            for (std::uint32_t t = 0; t < n; ++t) {
                std::size_t const at = side == 0 ? std::size_t{t} * n + s : std::size_t{s} * n + t;
                block[at] = bit(st, t) ? static_cast<std::uint32_t>(row[t]) : 0;
            }
        }
    }

    // An entry of X_l.
    std::uint32_t entry(int side, std::vector<SideTerm> const& terms, std::size_t at) const {
        std::uint32_t sum = 0;
        for (SideTerm const& term : terms) {
            std::uint32_t const value = of_blocks[side][entries * term.uv + at];
            sum = term.factor > 0 ? field.add(sum, value) : field.subtract(sum, value);
        }
        return sum;
    }
    double centred(std::uint32_t residue) const {
        return residue > field.p / 2 ? static_cast<double>(residue) - field.p : residue;
    }

    // Adds the trace of X0_l X1_l X2_l.
    void add_trace(Halves& sum, std::size_t l) {
        for (std::size_t at = 0; at < entries; ++at) {
            weights[at] = entry(0, shared.terms[0][l], at);
            right[at] = centred(entry(2, shared.terms[2][l], at));
            double const left = centred(entry(1, shared.terms[1][l], at));
            high[at] = std::floor(left / 65536 + 0.5);
            low[at] = left - high[at] * 65536;
        }
        add_weighted(sum, low.data(), high.data(), right.data(), weights.data(), sizes.n, field.p);
    }
};

PointOnHost::PointOnHost(HostMatrices const& shared, PrimeField const& field)
    : work_(std::make_unique<Work>(shared, field)) {}
PointOnHost::~PointOnHost() = default;
PointOnHost::PointOnHost(PointOnHost&&) noexcept = default;

std::uint32_t PointOnHost::value(std::span<std::uint32_t const> lagrange) {
    Work& work = *work_;
    for (int side = 0; side < sides; ++side) {
        int const bits = std::countr_zero(work.sizes.m());
        std::vector<std::uint32_t> const sum = side_sum(side, work.field, bits, lagrange);
        for (std::uint32_t u = 0; u < work.sizes.blocks(); ++u) {
            for (std::uint32_t v = 0; v < work.sizes.blocks(); ++v) work.make_block(side, sum, u, v);
        }
    }
    Halves sum;
    for (std::size_t l = 0; l < work.shared.terms[0].size(); ++l) work.add_trace(sum, l);
    std::uint32_t const p = work.field.p;
    std::uint64_t const shift = (std::uint64_t{1} << 32) % p;
    return static_cast<std::uint32_t>((sum.high % p * shift + sum.low % p) % p);
}

// The highest digit first: 7^i values become 4 times 7^(i-1), of which each has two bits more.
std::vector<std::uint32_t> side_sum(int side, PrimeField const& field, int bits,
                                    std::span<std::uint32_t const> lagrange) {
    std::vector<std::uint32_t> values(lagrange.begin(), lagrange.end());
    std::size_t parts = 1, length = values.size(); // each part has its high bits of y and z
    for (int bit = bits - 1; bit >= 0; --bit) {
        length /= 7;
        std::vector<std::uint32_t> next(4 * parts * length);
        for (std::size_t part = 0; part < parts; ++part) {
            for (std::size_t yz = 0; yz < 4; ++yz) {
                std::uint32_t* const to = next.data() + (4 * part + yz) * length;
                for (std::size_t digit = 0; digit < 7; ++digit) {
                    int const factor = strassen[side][yz][digit];
                    std::uint32_t const* const from = values.data() + (7 * part + digit) * length;
                    if (factor == 0) continue;
                    for (std::size_t i = 0; i < length; ++i) {
                        to[i] = factor > 0 ? field.add(to[i], from[i]) : field.subtract(to[i], from[i]);
                    }
                }
            }
        }
        values = std::move(next);
        parts *= 4;
    }
    std::vector<std::uint32_t> sum(parts);
    for (std::size_t part = 0; part < parts; ++part) { // digit t in base 4: bit t of y, then of z
        std::size_t y = 0, z = 0;
        for (int bit = 0; bit < bits; ++bit) {
            y |= (part >> (2 * bit + 1) & 1) << bit;
            z |= (part >> 2 * bit & 1) << bit;
        }
        sum[(y << bits) + z] = values[part];
    }
    return sum;
}

} // namespace cerrado::six
