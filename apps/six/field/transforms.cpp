#include "six/field/transforms.hpp"

#include "six/field/products.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace cerrado::six {

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

} // namespace cerrado::six
