#include "six/proof.hpp"

#include "six/evaluate/points.hpp"
#include "six/field.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <future>
#include <limits>
#include <vector>

namespace cerrado::six {

Factorials::Factorials(PrimeField const& field, std::size_t count) : values(count), inverses(count) {
    if (count >= field.p) {
        throw InputError(fmt::format("{} points are needed, and modulo {} there are only {}: take fewer points", count,
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

// N / [e-l] is the product of the other [e-j], which are those before l and those after l. So no division is needed,
// and a node is no special case.
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
    std::uint64_t const lowest =
        first >= nodes ? first - nodes + 1 : 1;              // the lowest t; there is no t if this exceeds `last`
    std::uint64_t const offset = lowest + nodes - 1 - first; // place of [lowest] among all
    std::vector<std::uint32_t> brackets, below{form.one};    // [t], and the product of the [t] before each
    std::uint32_t const root = form.form_of(field.root);
    std::uint32_t power = form.form_of(field.power(field.root, lowest));
    for (std::uint64_t t = lowest; t <= last; ++t, power = form.multiply(power, root)) {
        brackets.push_back(field.subtract(power, form.one));
        below.push_back(form.multiply(below.back(), brackets.back()));
    }
    LagrangeValues values{std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(count)};
    std::uint32_t inverse = form.form_of(
        field.inverse(form.plain_of(below.back()))); // inverse of the product of the brackets that are left
    for (std::size_t i = brackets.size(); i-- > 0;) {
        values.inverses[offset + i] = form.multiply(inverse, below[i]);
        inverse = form.multiply(inverse, brackets[i]);
    }
    std::uint32_t product = form.one; // N, in Montgomery form
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t const e = first + i;
        if (e < nodes) continue;
        std::size_t const own = e - lowest; // place of [e]
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

constexpr std::size_t kept_roots = 1 << 12;  // roots of a level; a longer level multiplies them by a further root
constexpr std::size_t near_values = 1 << 15; // values that a near cache holds
constexpr std::size_t short_polynomial = 32; // up to this length, the schoolbook method is as quick

// A level reduces a polynomial modulo x^(2 half) - 1 to its remainders modulo x^half - 1 and x^half + 1.
struct Level {
    std::size_t half = 0;
    std::uint32_t root = 1; // a root of order 2 half
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

// Takes the rows beyond the kept roots. Their roots are the kept ones multiplied by `further`.
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

// Takes the levels from the longest down. If a cache holds half of the values, this half is finished before the other.
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
        fmt::format("a transform of {} values is needed, and the prime {} allows up to {}: take fewer points", length,
                    field.p, std::size_t{1} << field.two_power));
}

// Returns: the product modulo x^size - 1.
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

// Returns: q^(m (m - 1) / 2) for m = 0..count-1, in Montgomery form.
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
    std::uint32_t step = forms.one;  // the factor from one point's power to the next point's, which is w^-(g - 1)
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

namespace cerrado::six {

namespace {

constexpr std::size_t divisions_at_once = 1024; // the divisions that share one inversion

// Returns: the sum of dividend_i / divisor_i, all in Montgomery form. Requires: no divisor is 0.
std::uint32_t sum_of_quotients(PrimeField const& field, std::span<std::uint32_t const> dividends,
                               std::span<std::uint32_t const> divisors) {
    Montgomery const forms(field);
    std::vector<std::uint32_t> before(divisors.size());
    std::uint32_t product = forms.one;
    for (std::size_t i = 0; i < divisors.size(); ++i) {
        before[i] = product;
        product = forms.multiply(product, divisors[i]);
    }
    std::uint32_t inverse =
        forms.form_of(field.inverse(forms.plain_of(product))); // inverse of the product of the first i + 1 divisors
    std::uint32_t sum = 0;
    for (std::size_t i = divisors.size(); i-- > 0;) {
        sum = field.add(sum, forms.multiply(dividends[i], forms.multiply(inverse, before[i])));
        inverse = forms.multiply(inverse, divisors[i]);
    }
    return sum;
}

} // namespace

std::uint32_t value_at(PrimeField const& field, std::span<std::uint32_t const> coefficients, std::uint32_t x) {
    FixedFactor const factor = FixedFactor::of(x, field.p);
    std::uint32_t value = 0;
    for (std::size_t i = coefficients.size(); i-- > 0;)
        value = field.add(factor.times(value, field.p), coefficients[i]);
    return value;
}

// The values of x^i add up to (w^(iR) - 1) / (w^i - 1), and those of x^0 to R.
std::uint32_t sum_over_nodes(PrimeField const& field, std::span<std::uint32_t const> coefficients,
                             std::uint64_t nodes) {
    if (coefficients.empty()) return 0;
    Montgomery const forms(field);
    std::uint32_t const root = forms.form_of(field.root);
    std::uint32_t const long_root = forms.form_of(field.power(field.root, nodes));
    std::uint32_t power = root;
    std::uint32_t long_power = long_root;
    std::vector<std::uint32_t> dividends;
    std::vector<std::uint32_t> divisors;
    std::uint32_t sum = 0; // in Montgomery form
    for (std::size_t i = 1; i < coefficients.size(); ++i) {
        dividends.push_back(forms.multiply(forms.form_of(coefficients[i]), field.subtract(long_power, forms.one)));
        divisors.push_back(field.subtract(power, forms.one));
        power = forms.multiply(power, root);
        long_power = forms.multiply(long_power, long_root);
        if (divisors.size() < divisions_at_once && i + 1 < coefficients.size()) continue;
        sum = field.add(sum, sum_of_quotients(field, dividends, divisors));
        dividends.clear();
        divisors.clear();
    }
    std::uint32_t const constant = field.multiply(coefficients[0], static_cast<std::uint32_t>(nodes % field.p));
    return field.add(constant, forms.plain_of(sum));
}

WideCount count_of_residues(std::uint32_t first, std::uint32_t second) {
    PrimeField const& q = fields[1];
    std::uint32_t const p = fields[0].p;
    std::uint32_t const difference = q.subtract(second, first % q.p);
    return first + WideCount{p} * q.multiply(difference, q.inverse(p % q.p));
}

namespace {

// The high and low halves of the products have separate sums, which therefore do not overflow.
std::uint32_t inner_product(PrimeField const& field, std::span<std::uint32_t const> a, std::uint32_t const* b) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint64_t const product = std::uint64_t{a[i]} * b[i];
        low += product & 0xFFFFFFFFu;
        high += product >> 32;
    }
    std::uint64_t const unit = (std::uint64_t{1} << 32) % field.p;
    return static_cast<std::uint32_t>((high % field.p * unit + low % field.p) % field.p);
}

void subtract_multiple(PrimeField const& field, std::uint32_t* __restrict from, std::span<std::uint32_t const> of,
                       std::uint32_t factor) {
    FixedFactor const multiplier = FixedFactor::of(field.subtract(0, factor), field.p);
    for (std::size_t i = 0; i < of.size(); ++i) from[i] = field.add(from[i], multiplier.times(of[i], field.p));
}

} // namespace

std::vector<std::uint32_t> shortest_recurrence(PrimeField const& field, std::span<std::uint32_t const> sequence,
                                               std::size_t longest) {
    std::vector<std::uint32_t> const reversed(sequence.rbegin(), sequence.rend());
    std::vector<std::uint32_t> current(sequence.size() + 1);
    current[0] = 1;
    std::size_t length = 0;
    std::vector<std::uint32_t> former{1}; // the recurrence before its length last grew
    std::size_t since = 1;                // terms since then
    std::uint32_t inverse = 1;            // inverse of the former recurrence's error at its term
    for (std::size_t n = 0; n < sequence.size(); ++n, ++since) {
        std::uint32_t const missed =
            inner_product(field, std::span(current).first(length + 1), &reversed[sequence.size() - 1 - n]);
        if (missed == 0) continue;
        std::uint32_t const factor = field.multiply(missed, inverse);
        if (2 * length > n) {
            subtract_multiple(field, &current[since], former, factor);
            continue;
        }
        if (n + 1 - length > longest) return {};
        std::vector<std::uint32_t> before(current.begin(), current.begin() + static_cast<std::ptrdiff_t>(length + 1));
        subtract_multiple(field, &current[since], former, factor);
        former.swap(before);
        length = n + 1 - length;
        inverse = field.inverse(missed);
        since = 0;
    }
    current.resize(length + 1);
    return current;
}

namespace {

using Residues = std::vector<std::uint32_t>;

std::vector<std::size_t> missing_points(PrimeField const& field, std::span<std::uint32_t const> values) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == missing_value) {
            missing.push_back(i);
        } else if (values[i] >= field.p) {
            throw InputError(
                fmt::format("the value {} at point {} is not below the prime {}: give the remainder modulo the prime",
                            values[i], i, field.p));
        }
    }
    return missing;
}

void expect_enough(std::size_t points, std::size_t degree, std::size_t missing) {
    std::size_t const given = points - missing;
    if (given > degree) return;
    throw InputError(
        fmt::format("a polynomial of degree {} needs {} values, and {} of {} points have a value: evaluate more points",
                    degree, degree + 1, given, points));
}

// Returns: the product of 1 - w^i x over the points i.
Residues locator_of(PrimeField const& field, std::span<std::size_t const> points) {
    if (points.empty()) return {1};
    if (points.size() == 1) return {1, field.subtract(0, field.power(field.root, points[0]))};
    std::size_t const half = points.size() / 2;
    return convolve(field, locator_of(field, points.first(half)), locator_of(field, points.subspan(half)));
}

// Returns: the values at the inverses of the points, where locators have their roots.
Residues values_at_inverses(PrimeField const& field, Residues const& polynomial, std::size_t points) {
    return values_on_progression(field, polynomial, 1, field.inverse(field.root), points);
}

// The given values. y_i is the value at point i multiplied by the weight of the point. The syndromes are the sums of
// y_i w^(ij) for j < points - 1 - degree. They are 0 for the values of a polynomial, so they depend on the missing and
// the wrong values only. They are the coefficients of the power series of the sum of f_i / (1 - w^i x) over the missing
// and wrong values, where f_i is the fault in y_i.
struct Word {
    PrimeField field;
    std::size_t degree;
    Residues weighted;
    Residues syndromes;

    Word(PrimeField const& prime_field, std::size_t highest, std::span<std::uint32_t const> values)
        : field(prime_field),
          degree(highest),
          weighted(values.begin(), values.end()) {
        for (std::uint32_t& value : weighted) value = value == missing_value ? 0 : value;
        multiply_each(field, weighted, point_weights(field, weighted.size()));
        syndromes = values_on_progression(field, weighted, 1, field.root, weighted.size() - 1 - degree);
    }

    // Returns: the locator of the wrong values, or nothing if there are too many. The series, multiplied by the locator
    // of the missing values, obeys a recurrence from its term `missing` on. The coefficients of this recurrence are
    // those of the locator.
    Residues locate_wrong(Residues const& of_missing) const {
        std::size_t const missing = of_missing.size() - 1;
        Residues series = convolve(field, syndromes, of_missing);
        series.resize(syndromes.size());
        return shortest_recurrence(field, std::span(series).subspan(missing), (series.size() - missing) / 2);
    }

    // Removes the faults at these points. L is the locator of all faults. The series times L is a polynomial E of lower
    // degree, and f_i is -w^i E(w^-i) / L'(w^-i).
    void mend(Residues const& locator, std::span<std::size_t const> points) {
        std::span<std::uint32_t const> const lowest = std::span(locator).first(points.size());
        Residues evaluator = convolve(field, std::span(syndromes).first(points.size()), lowest);
        evaluator.resize(points.size());
        Residues derivative(locator.begin() + 1, locator.end());
        for (std::size_t i = 0; i < derivative.size(); ++i) {
            derivative[i] = field.multiply(derivative[i], static_cast<std::uint32_t>(i + 1));
        }
        Residues const dividends = values_at_inverses(field, evaluator, weighted.size());
        Residues const divisors = values_at_inverses(field, derivative, weighted.size());
        for (std::size_t const i : points) {
            std::uint32_t const quotient = field.multiply(dividends[i], field.inverse(divisors[i]));
            weighted[i] = field.add(weighted[i], field.multiply(field.power(field.root, i), quotient));
        }
    }
};

// Returns: the points that have a value and where the locator is 0.
std::vector<std::size_t> points_of(PrimeField const& field, Residues const& locator,
                                   std::span<std::uint32_t const> values) {
    if (locator.size() <= 1) return {};
    Residues const zeros = values_at_inverses(field, locator, values.size());
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (zeros[i] == 0 && values[i] != missing_value) roots.push_back(i);
    }
    return roots;
}

std::vector<std::size_t> wrong_points(PrimeField const& field, Residues const& coefficients,
                                      std::span<std::uint32_t const> values) {
    Residues const right = values_on_progression(field, coefficients, 1, field.root, values.size());
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != right[i] && values[i] != missing_value) wrong.push_back(i);
    }
    return wrong;
}

} // namespace

std::size_t mendable(std::size_t points, std::size_t degree, std::size_t missing) {
    return points > degree + missing ? (points - degree - 1 - missing) / 2 : 0;
}

Decoded decode(PrimeField const& field, std::size_t degree, std::span<std::uint32_t const> values) {
    Decoded result;
    result.missing = missing_points(field, values);
    expect_enough(values.size(), degree, result.missing.size());
    std::size_t const most = mendable(values.size(), degree, result.missing.size());
    auto const expect_mendable = [&](bool is_mendable) {
        if (is_mendable) return;
        throw InputError(fmt::format(
            "more than {} of {} values are wrong, and {} points cannot mend more for degree {}: evaluate more points",
            most, values.size() - result.missing.size(), values.size(), degree));
    };
    Word word(field, degree, values);
    Residues const of_missing = locator_of(field, result.missing);
    Residues const of_wrong = word.locate_wrong(of_missing);
    std::vector<std::size_t> faults = points_of(field, of_wrong, values);
    expect_mendable(faults.size() + 1 == of_wrong.size());
    faults.insert(faults.end(), result.missing.begin(), result.missing.end());
    if (!faults.empty()) word.mend(convolve(field, of_missing, of_wrong), faults);
    result.coefficients = interpolate_weighted(field, word.weighted, degree + 1);
    result.wrong = wrong_points(field, result.coefficients, values);
    expect_mendable(result.wrong.size() <= most);
    return result;
}

double bits_of_check(SixInstance const& instance) {
    auto const degree = static_cast<double>(std::max<std::uint64_t>(instance.degree(), 1));
    std::uint32_t const smaller = std::min(six_primes[0].p, six_primes[1].p);
    return std::log2((smaller - 1) / degree);
}

int checks_for(SixInstance const& instance, double soundness) {
    constexpr double most = 1000;
    if (!(soundness > 0 && soundness <= most)) { // NaN is refused, too
        throw InputError(
            fmt::format("the soundness is {:g}; give a number above 0 and at most {:g}, such as 40", soundness, most));
    }
    return static_cast<int>(std::ceil(soundness / bits_of_check(instance)));
}

} // namespace cerrado::six

namespace cerrado {

// The library's functions that decode shards and verify proofs.

namespace {

// Most points of a prime. Transforms are twice as long.
constexpr std::uint64_t max_decoded_points = std::uint64_t{1} << 25;

// The values at points 0, 1, ... up to the shard's last point of a prime.
struct Word {
    std::vector<std::uint32_t> values; // values of the points, or six::missing_value
    std::uint64_t given = 0;
};

void take_range(Word& word, SixRange const& range) {
    std::uint32_t const p = six_primes[static_cast<std::size_t>(range.prime)].p;
    for (std::size_t i = 0; i < range.values.size(); ++i) {
        std::uint32_t const value = range.values[i];
        if (!is_six_value(value)) continue;
        if (value >= p) {
            throw InputError(
                fmt::format("point {} of prime {} has the value {}, and a value must be below {}: evaluate the point "
                            "again into another shard",
                            range.first + i, range.prime, value, p));
        }
        word.values[range.first + i] = value;
        ++word.given;
    }
}

Word word_of(SixShard const& shard, int prime) {
    std::uint64_t end = 0;
    for (SixRange const& range : shard.ranges) {
        if (range.prime == prime) end = std::max(end, range.first + range.values.size());
    }
    if (end > max_decoded_points) {
        throw InputError(
            fmt::format("the shard has points of prime {} up to {}, and decoding takes points up to {}: leave out the "
                        "shards with later points",
                        prime, end - 1, max_decoded_points - 1));
    }
    Word word{std::vector<std::uint32_t>(end, six::missing_value), 0};
    for (SixRange const& range : shard.ranges) {
        if (range.prime == prime) take_range(word, range);
    }
    return word;
}

void expect_enough(SixInstance const& instance, Word const& word, int prime) {
    std::uint64_t const needed = instance.points_needed();
    if (word.given >= needed) return;
    std::uint64_t const more = needed - word.given;
    throw InputError(fmt::format(
        "prime {} has {} of the {} that are needed: evaluate {} more, with cerrado six evaluate --prime {} --first {} "
        "--count {}",
        prime, grouped(word.given), counted(needed, "point"), grouped(more), prime, word.values.size(), more));
}

six::Decoded decode_prime(SixInstance const& instance, Word const& word, int prime) {
    try {
        return six::decode(six::fields[prime], instance.degree(), word.values);
    } catch (InputError const& error) { // all other refusals were checked before: too many values are wrong
        throw Error(fmt::format("prime {}: {}", prime, error.what()));
    }
}

void append_runs(std::vector<SixPoints>& runs, int prime, std::vector<std::size_t> const& points) {
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t const point : points) {
        if (point == next)
            ++runs.back().count;
        else
            runs.push_back({prime, point, 1});
        next = point + 1;
    }
}

} // namespace

SixDecoded decode_six(SixInstance const& instance, SixShard const& shard) {
    if (shard.instance != instance.checksum()) {
        throw InputError(
            fmt::format("{}: the shard belongs to another instance (checksum {:016x}, not {:016x}): give the instance "
                        "that it was made with",
                        shard.source.empty() ? "the values" : shard.source, shard.instance, instance.checksum()));
    }
    std::array<Word, six_primes.size()> const words{word_of(shard, 0), word_of(shard, 1)};
    for (int prime = 0; prime < 2; ++prime) expect_enough(instance, words[static_cast<std::size_t>(prime)], prime);
    // Decodes the second prime on another thread, or after the first if the system has no more threads.
    std::future<six::Decoded> second = std::async([&] { return decode_prime(instance, words[1], 1); });
    std::array<six::Decoded, six_primes.size()> found{decode_prime(instance, words[0], 0), second.get()};
    SixDecoded decoded;
    decoded.proof.instance = instance.checksum();
    for (std::size_t i = 0; i < found.size(); ++i) {
        decoded.proof.coefficients[i] = std::move(found[i].coefficients);
        append_runs(decoded.wrong, static_cast<int>(i), found[i].wrong);
        append_runs(decoded.missing, static_cast<int>(i), found[i].missing);
    }
    return decoded;
}

// Checks a proof at random points, and computes its count.

namespace {

// Random numbers that nobody knows beforehand, or those of a seed.
class PointSource {
public:
    explicit PointSource(std::optional<std::uint64_t> seed) : is_seeded_(seed.has_value()), seeded_(seed.value_or(0)) {}

    // Returns: a uniform number in [0, bound). Requires: the bound is from 1 to 2^31.
    std::uint32_t below(std::uint32_t bound) {
        if (is_seeded_) return static_cast<std::uint32_t>(seeded_.below(bound));
        for (;;) {
            std::uint32_t const number = system_number() & 0x7fffffff;
            if (number < bound) return number;
        }
    }

private:
    static std::uint32_t system_number() {
        std::uint32_t number = 0;
        for (;;) {
            if (::getrandom(&number, sizeof number, 0) == sizeof number) return number;
            if (errno == EINTR) continue;
            throw Error(fmt::format("the system gives no random numbers ({}): verify the proof on another machine",
                                    std::strerror(errno)));
        }
    }

    bool is_seeded_;
    RandomSource seeded_;
};

void check_proof(SixInstance const& instance, SixProof const& proof) {
    if (proof.instance != instance.checksum()) {
        throw InputError(
            fmt::format("the proof belongs to another instance (checksum {:016x}, not {:016x}): give the instance that "
                        "it was made with",
                        proof.instance, instance.checksum()));
    }
    for (std::size_t i = 0; i < six_primes.size(); ++i) {
        auto const& coefficients = proof.coefficients[i];
        if (coefficients.size() != instance.points_needed()) {
            throw InputError(fmt::format(
                "the proof has {} of prime {}, and a polynomial of degree {} has {}: it is none",
                counted(coefficients.size(), "coefficient"), i, instance.degree(), grouped(instance.points_needed())));
        }
        for (std::size_t j = 0; j < coefficients.size(); ++j) {
            if (coefficients[j] < six_primes[i].p) continue;
            throw InputError(
                fmt::format("the proof is wrong: coefficient {} of prime {} is {}, which is not below {}; decode the "
                            "shards again, or ask whoever made it",
                            j, i, coefficients[j], six_primes[i].p));
        }
    }
}

bool holds_at(six::Polynomial& polynomial, SixProof const& proof, int prime, std::uint32_t point) {
    six::PrimeField const field = six::fields[prime];
    std::uint32_t const x = field.power(field.root, point);
    return six::value_at(field, proof.coefficients[static_cast<std::size_t>(prime)], x) == polynomial.at(x);
}

} // namespace

SixVerified verify_six(SixInstance const& instance, SixProof const& proof, double soundness,
                       std::optional<std::uint64_t> seed) {
    SixVerified verified;
    verified.checks = six::checks_for(instance, soundness);
    check_proof(instance, proof);
    PointSource source(seed);
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        six::Polynomial polynomial(instance, prime);
        for (int check = 0; check < verified.checks; ++check) {
            std::uint32_t const point = source.below(six_primes[static_cast<std::size_t>(prime)].p - 1);
            if (holds_at(polynomial, proof, prime, point)) continue;
            verified.failed = {prime, point, 1};
            return verified;
        }
    }
    verified.holds = true;
    auto const sum = [&](int prime) {
        return six::sum_over_nodes(six::fields[prime], proof.coefficients[static_cast<std::size_t>(prime)],
                                   instance.nodes());
    };
    verified.maps = six::count_of_residues(sum(0), sum(1));
    verified.count = instance.count_of(verified.maps);
    return verified;
}

} // namespace cerrado
