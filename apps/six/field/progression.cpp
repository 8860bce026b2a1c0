#include "six/field/progression.hpp"

#include "six/field/factorials.hpp"
#include "six/field/products.hpp"
#include "six/field/transforms.hpp"

#include <algorithm>

namespace cerrado::six {

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
