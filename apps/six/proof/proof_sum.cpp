#include "six/proof/proof_sum.hpp"

#include "six/field/products.hpp"

#include <algorithm>
#include <vector>

namespace cerrado::six {

namespace {

constexpr std::size_t divisions_at_once = 1024; // one inversion serves so many

// The sum of dividend_i / divisor_i, all in Montgomery form. No divisor is 0.
std::uint32_t sum_of_quotients(PrimeField const& field, std::span<std::uint32_t const> dividends,
                               std::span<std::uint32_t const> divisors) {
    Montgomery const forms(field);
    std::vector<std::uint32_t> before(divisors.size());
    std::uint32_t product = forms.one;
    for (std::size_t i = 0; i < divisors.size(); ++i) {
        before[i] = product;
        product = forms.multiply(product, divisors[i]);
    }
    std::uint32_t inverse = forms.form_of(field.inverse(forms.plain_of(product))); // of the first i + 1 divisors
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

// The values of x^i sum to (w^(iR) - 1) / (w^i - 1), those of x^0 to R.
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

} // namespace cerrado::six
