#include "six/verifier.hpp"

#include <cstddef>
#include <vector>

namespace cerrado::six_serial {

namespace {

enum Pair { ab, ac, ad, ae, af, bc, bd, be, bf, cd, ce, cf, de, df, ef };

// Strassen's three forms. Their rows are (0,0) (0,1) (1,0) (1,1).
using Form = int const[4][7];
constexpr Form alpha = {{1, 0, 1, 0, 1, -1, 0}, {0, 0, 0, 0, 1, 0, 1}, {0, 1, 0, 0, 0, 1, 0}, {1, 1, 0, 1, 0, 0, -1}};
constexpr Form beta = {{1, 1, 0, -1, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 1}, {1, 0, -1, 0, 1, 0, 1}};
constexpr Form gamma = {{1, 0, 0, 1, -1, 0, 1}, {0, 0, 1, 0, 1, 0, 0}, {0, 1, 0, 1, 0, 0, 0}, {1, -1, 1, 0, 0, 1, 0}};

// Returns: the entry of a tensor power in row (i, j) and column l. It is the product over t of the form's entries for
// bit t of i and j, and digit t of l in base 7.
int entry(Form const& form, int digits, std::size_t i, std::size_t j, std::size_t l) {
    int product = 1;
    for (int t = 0; t < digits; ++t, l /= 7) product *= form[2 * (i >> t & 1) + (j >> t & 1)][l % 7];
    return product;
}

std::size_t power_of_7(int digits) { return digits == 0 ? 1 : 7 * power_of_7(digits - 1); }

class Table {
public:
    explicit Table(std::size_t size) : size_(size), values_(size * size) {}
    std::uint64_t& at(std::size_t i, std::size_t j) { return values_[i * size_ + j]; }
    std::uint64_t at(std::size_t i, std::size_t j) const { return values_[i * size_ + j]; }

private:
    std::size_t size_;
    std::vector<std::uint64_t> values_;
};

class Point {
public:
    Point(Matrices const& matrices, Field const& field, std::uint64_t x)
        : given_(matrices),
          p_(field.p),
          size_(matrices.size()),
          low_(matrices.bits - matrices.split),
          low_size_(std::size_t{1} << low_),
          high_size_(std::size_t{1} << matrices.split),
          lagrange_(lagrange(field.root, x % p_)) {}

    std::uint64_t value() const {
        std::vector<Table> const a = of_high(alpha, [&](std::size_t i, std::size_t j) { return a_of(i, j); });
        std::vector<Table> const b = of_high(beta, [&](std::size_t j, std::size_t k) { return b_of(j, k); });
        std::vector<Table> const c = of_high(gamma, [&](std::size_t i, std::size_t k) { return c_of(i, k); });
        std::uint64_t sum = 0;
        for (std::size_t l = 0; l < a.size(); ++l) sum += product(a[l], b[l], c[l]);
        return sum % p_;
    }

private:
    std::uint64_t has(Pair pair, std::size_t x, std::size_t y) const {
        return given_.at(pair, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    }
    std::uint64_t times(int sign, std::uint64_t value) const {
        return sign == 0 ? 0 : sign > 0 || value == 0 ? value : p_ - value;
    }

    // Returns: h_l(x) for each l, the product over all other nodes of (x - node) / (node of l - node).
    std::vector<std::uint64_t> lagrange(std::uint64_t root, std::uint64_t x) const {
        std::size_t const nodes = power_of_7(low_);
        std::vector<std::uint64_t> node, values;
        for (std::size_t l = 0; l < nodes; ++l) node.push_back(power(root, l, p_));
        for (std::size_t l = 0; l < nodes; ++l) {
            std::uint64_t above = 1, below = 1;
            for (std::size_t other = 0; other < nodes; ++other) {
                if (other == l) continue;
                above = above * ((x + p_ - node[other]) % p_) % p_;
                below = below * ((node[l] + p_ - node[other]) % p_) % p_;
            }
            values.push_back(above * power(below, p_ - 2, p_) % p_);
        }
        return values;
    }

    // Returns: the matrix S, T or U, with m rows of m numbers.
    Table interpolated(Form const& form) const {
        Table table(low_size_);
        for (std::size_t y = 0; y < low_size_; ++y) {
            for (std::size_t z = 0; z < low_size_; ++z) {
                std::uint64_t sum = 0;
                for (std::size_t l = 0; l < lagrange_.size(); ++l) {
                    sum += times(entry(form, low_, y, z, l), lagrange_[l]);
                }
                table.at(y, z) = sum % p_;
            }
        }
        return table;
    }

    // Computes, for each s and t, the sum over y of left[s][y] right[t][y] inner(s, y), where inner is a sum over z.
    template <class Inner, class Left, class Right>
    Table summed(Inner const& inner, Left const& left, Right const& right) const {
        Table table(size_);
        for (std::size_t s = 0; s < size_; ++s) {
            for (std::size_t y = 0; y < low_size_; ++y) {
                std::uint64_t of_z = 0;
                for (std::size_t z = 0; z < low_size_; ++z) of_z += inner(s, y, z);
                of_z = of_z % p_ * left(s, y);
                for (std::size_t t = 0; t < size_; ++t) table.at(s, t) += of_z * right(t, y);
            }
        }
        for (std::size_t s = 0; s < size_; ++s) {
            for (std::size_t t = 0; t < size_; ++t) table.at(s, t) %= p_;
        }
        return table;
    }

    Table a_of(std::size_t i, std::size_t j) const {
        std::size_t const m = low_size_;
        return summed(
            [&](auto a, auto y, auto z) { return s_.at(y, z) * has(ae, a, j * m + z) * has(de, i * m + y, j * m + z); },
            [&](auto a, auto y) { return has(ad, a, i * m + y); },
            [&](auto b, auto y) { return has(bd, b, i * m + y); });
    }
    Table b_of(std::size_t j, std::size_t k) const {
        std::size_t const m = low_size_;
        return summed(
            [&](auto b, auto y, auto z) { return t_.at(y, z) * has(bf, b, k * m + z) * has(ef, j * m + y, k * m + z); },
            [&](auto b, auto y) { return has(be, b, j * m + y); },
            [&](auto c, auto y) { return has(ce, c, j * m + y); });
    }
    // Returns: the matrix C with its rows by c, so that C[a][c] is at (c, a).
    Table c_of(std::size_t i, std::size_t k) const {
        std::size_t const m = low_size_;
        return summed(
            [&](auto c, auto y, auto z) { return u_.at(z, y) * has(cd, c, i * m + z) * has(df, i * m + z, k * m + y); },
            [&](auto c, auto y) { return has(cf, c, k * m + y); },
            [&](auto a, auto y) { return has(af, a, k * m + y); });
    }

    // Returns: for each l, the sum over the high parts i and j of the tensor power's entry times of(i, j).
    template <class Of> std::vector<Table> of_high(Form const& form, Of const& of) const {
        std::vector<Table> tables(power_of_7(given_.split), Table(size_));
        for (std::size_t i = 0; i < high_size_; ++i) {
            for (std::size_t j = 0; j < high_size_; ++j) {
                Table const some = of(i, j);
                for (std::size_t l = 0; l < tables.size(); ++l)
                    add(tables[l], entry(form, given_.split, i, j, l), some);
            }
        }
        return tables;
    }
    void add(Table& to, int sign, Table const& some) const {
        if (sign == 0) return;
        for (std::size_t s = 0; s < size_; ++s) {
            for (std::size_t t = 0; t < size_; ++t) to.at(s, t) = (to.at(s, t) + times(sign, some.at(s, t))) % p_;
        }
    }

    std::uint64_t product(Table const& a_l, Table const& b_l, Table const& c_l) const {
        std::uint64_t sum = 0;
        for (std::size_t a = 0; a < size_; ++a) {
            for (std::size_t b = 0; b < size_; ++b) {
                if (has(ab, a, b) == 0) continue;
                std::uint64_t of_c = 0;
                for (std::size_t c = 0; c < size_; ++c) {
                    if (has(ac, a, c) * has(bc, b, c) != 0) of_c += b_l.at(b, c) * c_l.at(c, a) % p_;
                }
                sum += a_l.at(a, b) * (of_c % p_) % p_;
            }
        }
        return sum % p_;
    }

    Matrices given_;
    std::uint64_t p_;
    std::size_t size_;                    // n
    int low_;                             // r - q
    std::size_t low_size_, high_size_;    // m and Q
    std::vector<std::uint64_t> lagrange_; // h
    Table s_{interpolated(alpha)}, t_{interpolated(beta)}, u_{interpolated(gamma)};
};

// Counts maps by placing one vertex after the other at each possible vertex.
class Maps {
public:
    Maps(Matrices const& matrices, std::function<void()> const& look) : given_(matrices), look_(look) {}

    std::uint64_t from(int v) {
        if (v == 6) return 1;
        if (look_) look_();
        std::uint64_t maps = 0;
        for (std::uint32_t y = 0; y < given_.size(); ++y) {
            if (!allows(v, y)) continue;
            at_[v] = y;
            maps += from(v + 1);
        }
        return maps;
    }

private:
    bool allows(int v, std::uint32_t y) const {
        constexpr int pairs[6][6] = {{}, {ab}, {ac, bc}, {ad, bd, cd}, {ae, be, ce, de}, {af, bf, cf, df, ef}};
        for (int u = 0; u < v; ++u) {
            if (given_.at(pairs[v][u], at_[u], y) == 0) return false;
        }
        return true;
    }

    Matrices const& given_;
    std::function<void()> const& look_;
    std::uint32_t at_[6] = {};
};

} // namespace

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t p) {
    std::uint64_t result = 1;
    for (std::uint64_t square = base % p; exponent != 0; exponent >>= 1, square = square * square % p) {
        if ((exponent & 1) != 0) result = result * square % p;
    }
    return result;
}

std::uint64_t sum_of_products(Matrices const& matrices, std::function<void()> const& look) {
    return Maps(matrices, look).from(0);
}

std::uint64_t polynomial_at(Matrices const& matrices, Field const& field, std::uint64_t x) {
    return Point(matrices, field, x).value();
}

std::uint64_t sum_over_nodes(Matrices const& matrices, Field const& field) {
    std::size_t const nodes = power_of_7(matrices.bits - matrices.split);
    std::uint64_t sum = 0;
    for (std::size_t l = 0; l < nodes; ++l) sum += polynomial_at(matrices, field, power(field.root, l, field.p));
    return sum % field.p;
}

} // namespace cerrado::six_serial
