#include "six/proof/decode.hpp"

#include "six/field/progression.hpp"
#include "six/field/transforms.hpp"
#include "six/proof/recurrence.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado::six {

namespace {

using Residues = std::vector<std::uint32_t>;

std::vector<std::size_t> missing_points(PrimeField const& field, std::span<std::uint32_t const> values) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == missing_value) {
            missing.push_back(i);
        } else if (values[i] >= field.p) {
            throw InputError(fmt::format("the value {} at point {} is not below the prime {}: give its residue",
                                         values[i], i, field.p));
        }
    }
    return missing;
}

void expect_enough(std::size_t points, std::size_t degree, std::size_t missing) {
    std::size_t const given = points - missing;
    if (given > degree) return;
    throw InputError(fmt::format("degree {} needs {} values, and {} of {} points have one: evaluate more points",
                                 degree, degree + 1, given, points));
}

// The product of 1 - w^i x over the points i.
Residues locator_of(PrimeField const& field, std::span<std::size_t const> points) {
    if (points.empty()) return {1};
    if (points.size() == 1) return {1, field.subtract(0, field.power(field.root, points[0]))};
    std::size_t const half = points.size() / 2;
    return convolve(field, locator_of(field, points.first(half)), locator_of(field, points.subspan(half)));
}

// The values at the inverses of the points, where locators have their roots.
Residues values_at_inverses(PrimeField const& field, Residues const& polynomial, std::size_t points) {
    return values_on_progression(field, polynomial, 1, field.inverse(field.root), points);
}

// A word as it comes in, with the values multiplied by the weights of their points. Write y_i for them. Its syndromes,
// the sums of y_i w^(ij) for j < points - 1 - degree, are 0 for the values of a polynomial. So they tell of the missing
// and the wrong ones only: they are the power series of the sum over those of f_i / (1 - w^i x), where f_i is the fault
// in y_i.
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

    // The locator of the wrong values, or nothing if they are too many. Multiplied by the locator of the missing ones,
    // the series obeys a recurrence from its term `missing` on. That recurrence's coefficients are the locator's.
    Residues locate_wrong(Residues const& of_missing) const {
        std::size_t const missing = of_missing.size() - 1;
        Residues series = convolve(field, syndromes, of_missing);
        series.resize(syndromes.size());
        return shortest_recurrence(field, std::span(series).subspan(missing), (series.size() - missing) / 2);
    }

    // Takes the faults at these points away. With the locator L of all, the series times L is a polynomial E of lower
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

// The points, at which a value is there, where the locator vanishes.
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
        throw InputError(
            fmt::format("more than {} of {} values are wrong, and {} points can mend no more for degree {}: "
                        "evaluate more points",
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

} // namespace cerrado::six
