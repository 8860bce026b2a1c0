#include "six/field.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado::six {

Factorials::Factorials(PrimeField const& field, std::size_t count) : values(count), inverses(count) {
    if (count >= field.p) {
        throw InputError(fmt::format("{} points are asked for, and modulo {} there are {}: take fewer points", count,
                                     field.p, field.p - 1));
    }
    if (count == 0) return;
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t power = forms.one; // w^n
    values[0] = forms.one;
    for (std::size_t n = 1; n < count; ++n) {
        power = forms.multiply(power, root);
        values[n] = forms.multiply(values[n - 1], field.subtract(power, forms.one));
    }
    std::uint32_t const inverse_root = forms.form_of(field.inverse(field.root));
    inverses[count - 1] = forms.form_of(field.inverse(forms.plain_of(values[count - 1])));
    for (std::size_t n = count; --n > 0; power = forms.multiply(power, inverse_root)) {
        inverses[n - 1] = forms.multiply(inverses[n], field.subtract(power, forms.one));
    }
}

LagrangeNodes::LagrangeNodes(PrimeField const& field, std::size_t nodes) : field_(field), factors_(nodes) {
    Factorials const factorials(field, nodes);
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t power = root; // w^(g+1)
    std::uint32_t triangular = forms.one;
    for (std::size_t g = 0; g < nodes; ++g) {
        std::size_t const l = nodes - 1 - g;
        std::uint32_t const parts = forms.multiply(factorials.inverses[l], factorials.inverses[g]);
        std::uint32_t const value = forms.plain_of(forms.multiply(parts, triangular));
        factors_[l] = g % 2 == 0 ? value : field.subtract(0, value);
        triangular = forms.multiply(triangular, power);
        power = forms.multiply(power, root);
    }
}

// N / [e-l] is the product of the other [e-j]: of those before l, and of those after. So nothing is divided, and a node
// needs no case of its own.
std::vector<std::uint32_t> LagrangeNodes::values_at(std::uint32_t x) const {
    Montgomery const forms(field_);
    std::size_t const nodes = factors_.size();
    std::uint32_t const root = forms.form_of(field_.root);
    std::uint32_t const inverse_root = forms.form_of(field_.inverse(field_.root));
    std::vector<std::uint32_t> values(nodes);
    std::uint32_t power = forms.form_of(x); // w^(e-l)
    std::uint32_t before = forms.one;
    for (std::size_t l = 0; l < nodes; ++l) {
        values[l] = forms.multiply(factors_[l], before);
        before = forms.multiply(before, field_.subtract(power, forms.one));
        power = forms.multiply(power, inverse_root);
    }
    std::uint32_t after = forms.one;
    for (std::size_t l = nodes; l-- > 0;) {
        power = forms.multiply(power, root);
        values[l] = forms.multiply(values[l], after);
        after = forms.multiply(after, field_.subtract(power, forms.one));
    }
    return values;
}

LagrangeValues lagrange_values(PrimeField const& field, std::uint64_t nodes, std::uint64_t first, std::uint64_t count) {
    Montgomery const form(field);
    std::uint64_t const size = nodes - 1 + count, last = first + count - 1;
    std::uint64_t const lowest = first >= nodes ? first - nodes + 1 : 1; // of t; there is none if it exceeds `last`
    std::uint64_t const offset = lowest + nodes - 1 - first;             // of [lowest] among all
    std::vector<std::uint32_t> brackets, below{form.one};                // [t], and the products of those before it
    std::uint32_t const root = form.form_of(field.root);
    std::uint32_t power = form.form_of(field.power(field.root, lowest));
    for (std::uint64_t t = lowest; t <= last; ++t, power = form.multiply(power, root)) {
        brackets.push_back(field.subtract(power, form.one));
        below.push_back(form.multiply(below.back(), brackets.back()));
    }
    LagrangeValues values{std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(count)};
    std::uint32_t inverse =
        form.form_of(field.inverse(form.plain_of(below.back()))); // of the product of all that are left
    for (std::size_t i = brackets.size(); i-- > 0;) {
        values.inverses[offset + i] = form.multiply(inverse, below[i]);
        inverse = form.multiply(inverse, brackets[i]);
    }
    std::uint32_t product = form.one; // N, in Montgomery form
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t const e = first + i;
        if (e < nodes) continue;
        std::size_t const own = e - lowest; // of [e]
        if (i == 0 || e == nodes) {
            product = form.one;
            for (std::size_t t = own + 1 - nodes; t <= own; ++t) product = form.multiply(product, brackets[t]);
        } else {
            product = form.multiply(form.multiply(product, brackets[own]), values.inverses[offset + own - nodes]);
        }
        values.products[i] = form.plain_of(product);
    }
    return values;
}

namespace {

constexpr std::size_t kept_roots = 1 << 12;  // of a level; a longer level multiplies them by a further root
constexpr std::size_t near_values = 1 << 15; // what a near cache holds
constexpr std::size_t short_polynomial = 32; // below this length, the schoolbook is as quick

// One level halves polynomials modulo x^(2 half) - 1: into those modulo x^half - 1 and x^half + 1.
struct Level {
    std::size_t half = 0;
    std::uint32_t root = 1; // of order 2 half
    std::vector<std::uint32_t> powers{};
    std::vector<std::uint32_t> quotients{}; // as in FixedFactor

    Level(PrimeField const& field, std::size_t half_length, bool is_back) : half(half_length) {
        root = field.power(field.root, (field.p - 1) / (2 * half));
        if (is_back) root = field.inverse(root);
        Montgomery const forms(field);
        std::uint32_t const step = forms.form_of(root);
        std::uint32_t power = 1;
        powers.resize(std::min(half, kept_roots));
        quotients.resize(powers.size());
        for (std::uint32_t& entry : powers) {
            entry = power;
            power = forms.multiply(power, step);
        }
        for (std::size_t j = 0; j < powers.size(); ++j) quotients[j] = FixedFactor::of(powers[j], field.p).quotient;
    }
};

struct Forward {
    static void step(std::uint32_t& low, std::uint32_t& high, FixedFactor root, std::uint32_t p) {
        std::uint32_t const sum = low + high;
        std::uint32_t const difference = low - high + p;
        low = std::min(sum, sum - p);
        high = root.times(difference, p);
    }
};

struct Backward {
    static void step(std::uint32_t& low, std::uint32_t& high, FixedFactor root, std::uint32_t p) {
        std::uint32_t const turned = root.times(high, p);
        std::uint32_t const sum = low + turned;
        std::uint32_t const difference = low - turned;
        low = std::min(sum, sum - p);
        high = std::min(difference, difference + p);
    }
};

template <class Direction> void do_row(std::uint32_t* __restrict low, std::uint32_t* __restrict high,
                                       std::uint32_t const* __restrict powers,
                                       std::uint32_t const* __restrict quotients, std::size_t count, std::uint32_t p) {
    for (std::size_t j = 0; j < count; ++j) Direction::step(low[j], high[j], {powers[j], quotients[j]}, p);
}

template <class Direction, std::size_t half>
void do_short(Level const& level, std::span<std::uint32_t> values, std::uint32_t p) {
    for (std::size_t i = 0; i < values.size(); i += 2 * half) {
        do_row<Direction>(&values[i], &values[i + half], level.powers.data(), level.quotients.data(), half, p);
    }
}

// Rows beyond the kept roots: their roots are the kept ones multiplied by `further`.
template <class Direction>
void do_long_row(std::uint32_t* __restrict low, std::uint32_t* __restrict high, std::uint32_t const* __restrict powers,
                 std::uint32_t const* __restrict quotients, FixedFactor further, std::uint32_t p) {
    for (std::size_t j = 0; j < kept_roots; ++j) {
        if constexpr (std::is_same_v<Direction, Backward>) high[j] = further.times(high[j], p);
        Direction::step(low[j], high[j], {powers[j], quotients[j]}, p);
        if constexpr (std::is_same_v<Direction, Forward>) high[j] = further.times(high[j], p);
    }
}

template <class Direction> void do_long(PrimeField const& field, Level const& level, std::span<std::uint32_t> values) {
    std::uint32_t const step = field.power(level.root, kept_roots);
    for (std::size_t i = 0; i < values.size(); i += 2 * level.half) {
        std::uint32_t further = 1;
        for (std::size_t j = i; j < i + level.half; j += kept_roots, further = field.multiply(further, step)) {
            do_long_row<Direction>(&values[j], &values[j + level.half], level.powers.data(), level.quotients.data(),
                                   FixedFactor::of(further, field.p), field.p);
        }
    }
}

template <class Direction> void do_level(PrimeField const& field, Level const& level, std::span<std::uint32_t> values) {
    switch (level.half) {
    case 1: return do_short<Direction, 1>(level, values, field.p);
    case 2: return do_short<Direction, 2>(level, values, field.p);
    case 4: return do_short<Direction, 4>(level, values, field.p);
    case 8: return do_short<Direction, 8>(level, values, field.p);
    case 16: return do_short<Direction, 16>(level, values, field.p);
    default: break;
    }
    if (level.half > kept_roots) return do_long<Direction>(field, level, values);
    for (std::size_t i = 0; i < values.size(); i += 2 * level.half) {
        do_row<Direction>(&values[i], &values[i + level.half], level.powers.data(), level.quotients.data(), level.half,
                          field.p);
    }
}

std::vector<Level> levels_of(PrimeField const& field, std::size_t size, bool is_back) {
    std::vector<Level> levels;
    for (std::size_t half = 1; half < size; half *= 2) levels.emplace_back(field, half, is_back);
    return levels;
}

// The levels from the longest down. A half that a cache holds is finished before the other.
void go_forward(PrimeField const& field, std::span<Level const> levels, std::span<std::uint32_t> values) {
    if (values.size() <= near_values) {
        for (std::size_t i = levels.size(); i-- > 0;) do_level<Forward>(field, levels[i], values);
        return;
    }
    do_level<Forward>(field, levels.back(), values);
    go_forward(field, levels.first(levels.size() - 1), values.first(values.size() / 2));
    go_forward(field, levels.first(levels.size() - 1), values.subspan(values.size() / 2));
}

void go_back(PrimeField const& field, std::span<Level const> levels, std::span<std::uint32_t> values) {
    if (values.size() <= near_values) {
        for (Level const& level : levels) do_level<Backward>(field, level, values);
        return;
    }
    go_back(field, levels.first(levels.size() - 1), values.first(values.size() / 2));
    go_back(field, levels.first(levels.size() - 1), values.subspan(values.size() / 2));
    do_level<Backward>(field, levels.back(), values);
}

void expect_length(PrimeField const& field, std::size_t length) {
    if (length <= std::size_t{1} << field.two_power) return;
    throw InputError(
        fmt::format("a transform of {} values is needed, and the prime {} has transforms of up to {}: take "
                    "fewer points",
                    length, field.p, std::size_t{1} << field.two_power));
}

// The product modulo x^size - 1.
std::vector<std::uint32_t> cyclic_product(PrimeField const& field, std::vector<std::uint32_t> a,
                                          std::span<std::uint32_t const> b, std::size_t size) {
    a.resize(size);
    std::vector<std::uint32_t> other(size);
    std::ranges::copy(b, other.begin());
    transform(field, a);
    transform(field, other);
    Montgomery const forms(field);
    for (std::size_t i = 0; i < size; ++i) a[i] = forms.multiply(a[i], other[i]);
    transform_back(field, a);
    std::uint32_t const unit = field.inverse(static_cast<std::uint32_t>(size));
    FixedFactor const scale = FixedFactor::of(forms.form_of(unit), field.p);
    for (std::uint32_t& value : a) value = scale.times(value, field.p);
    return a;
}

} // namespace

void transform(PrimeField const& field, std::span<std::uint32_t> values) {
    expect_length(field, values.size());
    go_forward(field, levels_of(field, values.size(), false), values);
}

void transform_back(PrimeField const& field, std::span<std::uint32_t> values) {
    expect_length(field, values.size());
    go_back(field, levels_of(field, values.size(), true), values);
}

std::vector<std::uint32_t> convolve(PrimeField const& field, std::span<std::uint32_t const> a,
                                    std::span<std::uint32_t const> b) {
    if (a.empty() || b.empty()) return {};
    if (a.size() < b.size()) std::swap(a, b);
    std::size_t const length = a.size() + b.size() - 1;
    if (b.size() > short_polynomial) {
        std::vector<std::uint32_t> product = cyclic_product(field, {a.begin(), a.end()}, b, std::bit_ceil(length));
        product.resize(length);
        return product;
    }
    std::vector<std::uint32_t> product(length);
    for (std::size_t j = 0; j < b.size(); ++j) {
        FixedFactor const factor = FixedFactor::of(b[j], field.p);
        for (std::size_t i = 0; i < a.size(); ++i)
            product[i + j] = field.add(product[i + j], factor.times(a[i], field.p));
    }
    return product;
}

std::vector<std::uint32_t> correlate(PrimeField const& field, std::span<std::uint32_t const> a,
                                     std::span<std::uint32_t const> b, std::size_t count) {
    if (a.empty() || count == 0) return std::vector<std::uint32_t>(count);
    std::size_t const length = a.size() + count - 1;
    std::vector<std::uint32_t> const product =
        cyclic_product(field, {a.rbegin(), a.rend()}, b.first(std::min(length, b.size())), std::bit_ceil(length));
    auto const first = product.begin() + static_cast<std::ptrdiff_t>(a.size() - 1);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
}

namespace {

// q^(m (m - 1) / 2) for m = 0..count-1, in Montgomery form.
std::vector<std::uint32_t> triangular_powers(PrimeField const& field, std::uint32_t q, std::size_t count) {
    Montgomery const forms(field);
    std::uint32_t const step = forms.form_of(q);
    std::uint32_t power = forms.one; // q^m
    std::uint32_t triangular = forms.one;
    std::vector<std::uint32_t> powers(count);
    for (std::uint32_t& entry : powers) {
        entry = triangular;
        triangular = forms.multiply(triangular, power);
        power = forms.multiply(power, step);
    }
    return powers;
}

void multiply_by_powers(PrimeField const& field, std::span<std::uint32_t> values, std::uint32_t q) {
    if (q == 1) return;
    Montgomery const forms(field);
    std::uint32_t const step = forms.form_of(q);
    std::uint32_t power = forms.one;
    for (std::uint32_t& value : values) {
        value = forms.multiply(value, power);
        power = forms.multiply(power, step);
    }
}

} // namespace

// i k = C(i + k, 2) - C(i, 2) - C(k, 2), so a value is a sum over i of c_i q^-C(i, 2) times q^C(i + k, 2).
std::vector<std::uint32_t> values_on_progression(PrimeField const& field, std::span<std::uint32_t const> coefficients,
                                                 std::uint32_t first, std::uint32_t step, std::size_t count) {
    std::size_t const terms = coefficients.size();
    if (terms == 0 || count == 0) return std::vector<std::uint32_t>(count);
    Montgomery const forms(field);
    std::vector<std::uint32_t> const inverses = triangular_powers(field, field.inverse(step), std::max(terms, count));
    std::vector<std::uint32_t> kernel = triangular_powers(field, step, terms + count - 1);
    for (std::uint32_t& entry : kernel) entry = forms.plain_of(entry);
    std::vector<std::uint32_t> scaled(coefficients.begin(), coefficients.end());
    multiply_by_powers(field, scaled, first);
    for (std::size_t i = 0; i < terms; ++i) scaled[i] = forms.multiply(scaled[i], inverses[i]);
    std::vector<std::uint32_t> values = correlate(field, scaled, kernel, count);
    for (std::size_t k = 0; k < count; ++k) values[k] = forms.multiply(values[k], inverses[k]);
    return values;
}

// The binomial theorem of Gauss: with n points, the coefficient of x^(n-k) is (-1)^k w^C(k, 2) [n]! / ([k]! [n-k]!).
std::vector<std::uint32_t> master_polynomial(PrimeField const& field, std::size_t points) {
    Factorials const factorials(field, points + 1);
    Montgomery const forms(field);
    std::vector<std::uint32_t> coefficients = triangular_powers(field, field.root, points + 1);
    std::uint32_t const all = forms.plain_of(factorials.values[points]);
    for (std::size_t k = 0; k <= points; ++k) {
        std::uint32_t const parts = forms.multiply(factorials.inverses[k], factorials.inverses[points - k]);
        std::uint32_t const value = forms.multiply(forms.multiply(all, parts), coefficients[k]);
        coefficients[k] = k % 2 == 0 ? value : field.subtract(0, value);
    }
    std::ranges::reverse(coefficients);
    return coefficients;
}

// With g points after w^i, Z'(w^i) = (-1)^g w^(C(i, 2) + i g) [i]! [g]!.
std::vector<std::uint32_t> point_weights(PrimeField const& field, std::size_t points) {
    Factorials const factorials(field, points);
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t power = forms.one; // w^-(C(i, 2) + i g)
    std::uint32_t step = forms.one;  // what takes it to that of the next point, which is w^-(g - 1)
    for (std::size_t i = 2; i < points; ++i) step = forms.multiply(step, root);
    step = forms.form_of(field.inverse(forms.plain_of(step)));
    std::vector<std::uint32_t> weights(points);
    for (std::size_t i = 0; i < points; ++i) {
        std::size_t const after = points - 1 - i;
        std::uint32_t const parts = forms.multiply(factorials.inverses[i], factorials.inverses[after]);
        std::uint32_t const value = forms.plain_of(forms.multiply(parts, power));
        weights[i] = after % 2 == 0 ? value : field.subtract(0, value);
        power = forms.multiply(power, step);
        step = forms.multiply(step, root);
    }
    return weights;
}

void multiply_each(PrimeField const& field, std::span<std::uint32_t> values, std::span<std::uint32_t const> weights) {
    Montgomery const forms(field);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = forms.form_of(forms.multiply(values[i], weights[i]));
    }
}

// P / Z is the sum of weighted_i / (x - w^i). The coefficient of x^-(j+1) in it is the sum of weighted_i w^(ij), which
// is 0 for j + 1 < points - degree. P is Z times this series.
std::vector<std::uint32_t> interpolate_weighted(PrimeField const& field, std::span<std::uint32_t const> weighted,
                                                std::size_t count) {
    std::size_t const zeros = weighted.size() - count;
    std::vector<std::uint32_t> const series =
        values_on_progression(field, weighted, field.power(field.root, zeros), field.root, count);
    std::vector<std::uint32_t> const master = master_polynomial(field, weighted.size());
    return correlate(field, series, std::span(master).subspan(zeros + 1), count);
}

std::vector<std::uint32_t> interpolate_progression(PrimeField const& field, std::span<std::uint32_t const> values) {
    std::vector<std::uint32_t> weighted(values.begin(), values.end());
    multiply_each(field, weighted, point_weights(field, values.size()));
    return interpolate_weighted(field, weighted, values.size());
}

} // namespace cerrado::six
