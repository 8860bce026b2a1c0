#include "six/evaluate/points.hpp"
#include "six/field.hpp"
#include "six/proof.hpp"
#include "unit/apps/six_residues.hpp"
#include "unit/apps/six_support.hpp"
#include "unit/apps/support.hpp"
#include "unit/message_of.hpp"

#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace cerrado::test {

// The arithmetic of the six-vertex proof, against definitions: fields, transforms, progressions, Lagrange values.

namespace {

using namespace six;

class SixField : public testing::TestWithParam<PrimeField> {
protected:
    PrimeField const field = GetParam();
    std::mt19937_64 random{17};

    Residues draw(std::size_t count) { return random_residues(field, count, random); }
    std::uint32_t draw_one() { return draw(1)[0]; }
};

INSTANTIATE_TEST_SUITE_P(Primes, SixField, testing::ValuesIn(fields),
                         [](auto const& info) { return std::to_string(info.param.p); });

TEST_P(SixField, HasAPrimeAndARootOfItsWholeGroup) {
    for (std::uint32_t divisor = 2; divisor < 1 << 16; ++divisor) ASSERT_NE(field.p % divisor, 0u) << divisor;
    EXPECT_EQ((field.p - 1) & ((1u << field.two_power) - 1), 0u);
    EXPECT_EQ(field.power(field.root, field.p - 1), 1u);
    std::uint32_t rest = field.p - 1;
    for (std::uint32_t const factor : {2u, 3u, 5u}) {
        if (rest % factor != 0) continue;
        EXPECT_NE(field.power(field.root, (field.p - 1) / factor), 1u) << factor;
        while (rest % factor == 0) rest /= factor;
    }
    EXPECT_EQ(rest, 1u);
}

TEST_P(SixField, ObeysTheLaws) {
    Residues edges{0, 1, 2, field.p - 2, field.p - 1, field.root};
    Residues const more = draw(20);
    edges.insert(edges.end(), more.begin(), more.end());
    for (std::uint32_t const a : edges) {
        EXPECT_EQ(field.add(a, field.subtract(0, a)), 0u);
        EXPECT_EQ(field.multiply(a, field.power(a, field.p - 2)), a == 0 ? 0u : 1u);
        EXPECT_EQ(field.inverse(a), field.power(a, field.p - 2));
        for (std::uint32_t const b : edges) {
            EXPECT_EQ(field.add(a, b), (std::uint64_t{a} + b) % field.p);
            EXPECT_EQ(field.add(field.subtract(a, b), b), a);
            EXPECT_EQ(field.multiply(a, b), std::uint64_t{a} * b % field.p);
            for (std::uint32_t const c : edges) {
                EXPECT_EQ(field.multiply(a, field.add(b, c)), field.add(field.multiply(a, b), field.multiply(a, c)));
            }
        }
    }
    EXPECT_EQ(field.power(3, 4), 81u);
    EXPECT_EQ(field.power(0, 0), 1u);
}

TEST_P(SixField, HasProductsWithoutDivision) {
    Montgomery const forms(field);
    Residues edges{0, 1, 2, field.p - 2, field.p - 1};
    Residues const more = draw(100);
    edges.insert(edges.end(), more.begin(), more.end());
    for (std::uint32_t const a : edges) {
        EXPECT_EQ(forms.form_of(a), (std::uint64_t{a} << 32) % field.p);
        EXPECT_EQ(forms.plain_of(forms.form_of(a)), a);
        FixedFactor const factor = FixedFactor::of(a, field.p);
        EXPECT_EQ(factor.times(0xFFFFFFFF, field.p), std::uint64_t{a} * 0xFFFFFFFF % field.p);
        for (std::uint32_t const b : edges) {
            EXPECT_EQ(forms.multiply(forms.form_of(a), b), field.multiply(a, b));
            EXPECT_EQ(factor.times(b, field.p), field.multiply(a, b));
        }
    }
    EXPECT_EQ(forms.plain_of(forms.one), 1u);
}

TEST_P(SixField, TransformsAreTheDefinition) {
    for (int bits = 0; bits <= 9; ++bits) {
        std::size_t const n = std::size_t{1} << bits;
        Residues const given = draw(n);
        Residues values = given;
        transform(field, values);
        std::uint32_t const root = field.power(field.root, (field.p - 1) / n);
        for (std::size_t i = 0; i < n; ++i) {
            std::size_t k = 0;
            for (int bit = 0; bit < bits; ++bit) k |= (i >> bit & 1) << (bits - 1 - bit);
            ASSERT_EQ(values[i], slow_value(field, given, field.power(root, k))) << n << " " << i;
        }
        transform_back(field, values);
        for (std::size_t i = 0; i < n; ++i)
            ASSERT_EQ(values[i], field.multiply(given[i], static_cast<std::uint32_t>(n)));
    }
}

// Longer than the kept roots, and than a near cache.
TEST_P(SixField, LongTransformsAreTheDefinitionHereAndThere) {
    constexpr int bits = 17;
    constexpr std::size_t n = std::size_t{1} << bits;
    Residues const given = draw(n);
    Residues values = given;
    transform(field, values);
    std::uint32_t const root = field.power(field.root, (field.p - 1) / n);
    for (std::size_t i : {std::size_t{0}, std::size_t{1}, n / 2 + 3, n - 1, std::size_t{77777}}) {
        std::size_t k = 0;
        for (int bit = 0; bit < bits; ++bit) k |= (i >> bit & 1) << (bits - 1 - bit);
        EXPECT_EQ(values[i], value_at(field, given, field.power(root, k))) << i;
    }
    transform_back(field, values);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(values[i], field.multiply(given[i], n)) << i;
}

TEST_P(SixField, ConvolvesAndCorrelatesAsTheSchoolbook) {
    for (auto const& [m, n] : {std::pair(1, 1), {5, 1}, {1, 7}, {32, 32}, {33, 33}, {40, 31}, {31, 90}, {100, 157}}) {
        Residues const a = draw(static_cast<std::size_t>(m));
        Residues const b = draw(static_cast<std::size_t>(n));
        Residues product(a.size() + b.size() - 1);
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t j = 0; j < b.size(); ++j) {
                product[i + j] = field.add(product[i + j], field.multiply(a[i], b[j]));
            }
        }
        EXPECT_EQ(convolve(field, a, b), product) << m << " " << n;
        Residues sums(b.size() + 2);
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t k = 0; k + i < b.size(); ++k) sums[k] = field.add(sums[k], field.multiply(a[i], b[i + k]));
        }
        EXPECT_EQ(correlate(field, a, b, sums.size()), sums) << m << " " << n;
        EXPECT_EQ(correlate(field, a, b, 1), Residues{sums[0]}) << m << " " << n;
    }
    EXPECT_TRUE(convolve(field, {}, draw(3)).empty());
    EXPECT_EQ(correlate(field, {}, draw(3), 2), Residues(2));
}

TEST_P(SixField, ProgressionValuesAreTheDefinition) {
    for (std::size_t const terms : {0, 1, 2, 3, 17, 64, 100}) {
        for (std::size_t const count : {0, 1, 2, 5, 63, 130}) {
            Residues const coefficients = draw(terms);
            std::uint32_t const first = count % 2 == 0 ? 1 : draw_one();
            std::uint32_t const step = terms % 2 == 0 ? field.root : 1 + draw_one() % (field.p - 1);
            Residues const values = values_on_progression(field, coefficients, first, step, count);
            ASSERT_EQ(values.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                std::uint32_t const x = field.multiply(first, field.power(step, i));
                ASSERT_EQ(values[i], slow_value(field, coefficients, x)) << terms << " " << count << " " << i;
            }
        }
    }
}

TEST_P(SixField, MasterPolynomialVanishesAtItsPoints) {
    for (std::size_t const points : {0, 1, 2, 3, 10, 41}) {
        Residues product{1};
        for (std::size_t i = 0; i < points; ++i) {
            product = convolve(field, product, Residues{field.subtract(0, field.power(field.root, i)), 1});
        }
        EXPECT_EQ(master_polynomial(field, points), product);
        Residues const weights = point_weights(field, points);
        ASSERT_EQ(weights.size(), points);
        for (std::size_t i = 0; i < points; ++i) {
            std::uint32_t derivative = 1;
            for (std::size_t j = 0; j < points; ++j) {
                std::uint32_t const difference = field.subtract(field.power(field.root, i), field.power(field.root, j));
                if (j != i) derivative = field.multiply(derivative, difference);
            }
            EXPECT_EQ(field.multiply(weights[i], derivative), 1u) << points << " " << i;
        }
    }
}

TEST_P(SixField, InterpolatesWhatItEvaluated) {
    for (std::size_t points = 0; points < 70; ++points) {
        Residues const coefficients = draw(points);
        EXPECT_EQ(interpolate_progression(field, slow_values(field, coefficients, points)), coefficients) << points;
    }
    Residues const coefficients = draw(5000);
    Residues weighted = values_on_progression(field, coefficients, 1, field.root, 5432);
    multiply_each(field, weighted, point_weights(field, 5432));
    EXPECT_EQ(interpolate_weighted(field, weighted, 5000), coefficients);
}

TEST_P(SixField, LagrangeValuesAreTheTextbookProducts) {
    for (std::size_t const nodes : {1, 2, 7, 20, 49}) {
        LagrangeNodes const lagrange(field, nodes);
        ASSERT_EQ(lagrange.factors().size(), nodes);
        Residues const coefficients = draw(nodes);
        Residues const values = slow_values(field, coefficients, nodes);
        for (std::uint32_t const x : {0u, 1u, field.root, field.power(field.root, nodes - 1),
                                      field.power(field.root, nodes), field.p - 1, draw_one()}) {
            Residues const found = lagrange.values_at(x);
            std::uint32_t sum = 0;
            for (std::size_t l = 0; l < nodes; ++l) {
                std::uint32_t const node = field.power(field.root, l);
                std::uint32_t expected = 1;
                for (std::size_t j = 0; j < nodes; ++j) {
                    std::uint32_t const other = field.power(field.root, j);
                    std::uint32_t const below = field.inverse(j == l ? 1 : field.subtract(node, other));
                    if (j != l) expected = field.multiply(expected, field.multiply(field.subtract(x, other), below));
                }
                EXPECT_EQ(found[l], expected) << nodes << " " << l << " " << x;
                sum = field.add(sum, field.multiply(found[l], values[l]));
            }
            EXPECT_EQ(sum, slow_value(field, coefficients, x));
        }
    }
}

// N c_l / [e-l], which a device computes from the same factors.
TEST_P(SixField, LagrangeFactorsAreThoseOfTheFormula) {
    constexpr std::size_t nodes = 9;
    LagrangeNodes const lagrange(field, nodes);
    for (std::size_t const e : {9, 10, 1234567}) {
        auto const bracket = [&](std::size_t t) { return field.subtract(field.power(field.root, t), 1); };
        std::uint32_t product = 1;
        for (std::size_t l = 0; l < nodes; ++l) product = field.multiply(product, bracket(e - l));
        Residues const values = lagrange.values_at(field.power(field.root, e));
        for (std::size_t l = 0; l < nodes; ++l) {
            std::uint32_t const expected = field.multiply(product, lagrange.factors()[l]);
            EXPECT_EQ(field.multiply(values[l], bracket(e - l)), expected) << e << " " << l;
        }
    }
}

TEST_P(SixField, FindsTheShortestRecurrence) {
    EXPECT_EQ(shortest_recurrence(field, {}, 0), Residues{1});
    EXPECT_EQ(shortest_recurrence(field, Residues(9), 0), Residues{1});
    EXPECT_EQ(shortest_recurrence(field, Residues{1, 1, 2, 3, 5, 8, 13, 21}, 2),
              (Residues{1, field.p - 1, field.p - 1}));
    EXPECT_EQ(shortest_recurrence(field, Residues{0, 0, 0, 5}, 4).size(), 5u);
    EXPECT_TRUE(shortest_recurrence(field, Residues{0, 0, 0, 5}, 3).empty());
    for (std::size_t length = 1; length < 30; ++length) {
        Residues recurrence = draw(length + 1);
        recurrence[0] = 1;
        Residues sequence = draw(length);
        for (std::size_t n = length; n < 2 * length; ++n) {
            sequence.push_back(0);
            for (std::size_t i = 1; i <= length; ++i) {
                sequence[n] = field.subtract(sequence[n], field.multiply(recurrence[i], sequence[n - i]));
            }
        }
        EXPECT_EQ(shortest_recurrence(field, sequence, length), recurrence);
    }
}

TEST(SixSmallField, RefusesWhatItIsTooSmallFor) {
    PrimeField const small{97, 5, 5};
    Residues values(33);
    EXPECT_NE(message_of<InputError>([&] {
                  interpolate_progression(small, values);
              }).find("a transform of 128 values is needed, and the prime 97 allows up to 32"),
              std::string::npos);
    values.resize(16);
    EXPECT_EQ(interpolate_progression(small, values), values);
    EXPECT_NE(message_of<InputError>([&] { LagrangeNodes(small, 97); }).find("97 points are needed, and modulo 97"),
              std::string::npos);
}

} // namespace

// The polynomial as it is evaluated, against the serial verifier.

namespace {

TEST(SixPolynomial, IsTheVerifiersForEverySplit) {
    for (int bits = 3; bits <= 4; ++bits) {
        for (int split = 0; split <= bits; ++split) {
            SixInstance const instance = random_instance(bits, split, static_cast<unsigned>(10 * bits + split));
            for (int prime = 0; prime < 2; ++prime) {
                for (std::uint32_t const x : {0u, 31u, 1800000000u}) {
                    EXPECT_EQ(six::Polynomial(instance, prime).at(x),
                              six_serial::polynomial_at(six_serial::matrices_of(instance),
                                                        field_of(six_primes[static_cast<std::size_t>(prime)]), x))
                        << bits << " bits, split " << split << ", x = " << x;
                }
            }
        }
    }
}

// If all matrices are full, each side's entries are all alike. Sums of 512 terms are reduced in between.
TEST(SixPolynomial, OfFullMatricesHasAFormula) {
    constexpr int bits = 9, split = 1;
    constexpr std::uint32_t n = 1 << bits, x = 1234567;
    SixInstance const instance({.bits = bits,
                                .vertices = n,
                                .split = split,
                                .pattern = "any",
                                .words = std::vector<std::uint64_t>(six_pairs * n * (n / 64), ~std::uint64_t{0})});
    six::PrimeField const field = six::fields[0];
    std::vector<std::uint32_t> const lagrange = six::LagrangeNodes(field, instance.nodes()).values_at(x);
    std::uint64_t product = 1, over_terms = 0;
    for (int side = 0; side < six::sides; ++side) {
        std::uint32_t sum = 0;
        for (std::uint32_t const entry : six::side_sum(side, field, bits - split, lagrange))
            sum = field.add(sum, entry);
        product = product * sum % field.p;
    }
    std::vector<std::vector<six::SideTerm>> terms[six::sides];
    for (int side = 0; side < six::sides; ++side) terms[side] = six::side_terms(side, split);
    for (std::size_t l = 0; l < terms[0].size(); ++l) {
        int factors = 1;
        for (auto const& of_side : terms) {
            int factor = 0;
            for (six::SideTerm const& term : of_side[l]) factor += term.factor;
            factors *= factor;
        }
        over_terms += static_cast<std::uint64_t>(factors + static_cast<int>(field.p)) % field.p;
    }
    std::uint64_t const trace = std::uint64_t{n} * n % field.p * n % field.p;
    EXPECT_EQ(six::Polynomial(instance, 0).at(x), over_terms % field.p * product % field.p * trace % field.p);
}

TEST(SixPolynomial, HasTheKnownValues) {
    SixInstance const karate = six_instance(dataset("karate"), six_cycle);
    EXPECT_EQ(six::Polynomial(karate, 0).at(12345), 678874214u);
    EXPECT_EQ(six::Polynomial(karate, 1).at(12345), 187558571u);
}

} // namespace

// Values of the polynomial by points, on each device.

namespace {

void expect_values(SixInstance const& instance, SixPoints const& points, RunOptions const& options) {
    SixEvaluated const found = evaluate_six(instance, {.points = points}, options);
    ASSERT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.shard.ranges.size(), 1u);
    six::PrimeField const field = six::fields[points.prime];
    for (std::uint64_t i = 0; i < points.count; ++i) {
        std::uint32_t const x = field.power(field.root, points.first + i);
        ASSERT_EQ(found.shard.ranges[0].values[i], six::Polynomial(instance, points.prime).at(x))
            << instance.bits() << " bits, split " << instance.split() << ", prime " << points.prime << ", point " << i;
    }
}

// A point of many vertices takes seconds: it looks whether it is to end.
TEST(SixPointsOnHost, AreStoppedInTheMiddle) {
    SixInstance const instance = random_instance(6, 2, 1);
    six::HostMatrices const matrices(instance);
    six::PointOnHost point(matrices, six::fields[0]);
    std::vector<std::uint32_t> const lagrange = six::LagrangeNodes(six::fields[0], instance.nodes()).values_at(5);
    int asked = 0;
    EXPECT_FALSE(point.value(lagrange, [&] { return ++asked == 20; }));
    EXPECT_EQ(asked, 20);
    EXPECT_EQ(point.value(lagrange, [&] { return ++asked < 0; }), six::Polynomial(instance, 0).at(5));
    EXPECT_EQ(asked, 20 + 48 + 49) << "at each block and each product";
    RunOptions options = on(DeviceKind::host);
    std::atomic<bool> const interrupt = true;
    options.interrupt = &interrupt;
    SixEvaluated const found = evaluate_six(instance, {.points = {0, 0, 5}}, options);
    EXPECT_EQ(found.status, Status::interrupted);
    EXPECT_LT(found.count, 5u);
}

class SixPointsOfDevice : public OnDevice {};
CERRADO_ON_EVERY_DEVICE(SixPointsOfDevice);

TEST_P(SixPointsOfDevice, AreThoseOfThePolynomial) {
    for (int bits = 3; bits <= 6; ++bits) {
        for (int split = 0; split <= std::min(bits, 3); ++split) {
            SixInstance const instance = random_instance(bits, split, static_cast<unsigned>(bits));
            expect_values(instance, {split % 2, 0, 5}, options());                    // nodes
            expect_values(instance, {split % 2, instance.nodes() - 1, 3}, options()); // and others
            expect_values(instance, {1 - split % 2, 1000000000 + instance.nodes(), 4}, options());
        }
    }
}

TEST_P(SixPointsOfDevice, OfFewVertices) {
    expect_values(random_instance(3, 1, 7), {0, 48, 2}, options());
    expect_values(random_instance(5, 2, 8), {1, 123456789, 2}, options());
}

TEST_P(SixPointsOfDevice, OfManyVertices) {
    expect_values(random_instance(7, 2, 4), {0, 123456, 3}, options());
    expect_values(random_instance(9, 1, 4), {1, 1234567890, 1}, options());
}

// Fewer workers than a team of warps has: each does all of a task.
TEST_P(SixPointsOfDevice, OfFewWorkers) {
    RunOptions few = options();
    few.workers = 5;
    expect_values(random_instance(5, 1, 9), {0, 54321, 2}, few);
    expect_values(random_instance(7, 1, 9), {1, 54321, 1}, few);
}

TEST(SixPointsInLockstep, AreThoseOfThePolynomial) {
    SixInstance const whole = random_instance(3, 0, 3), split = random_instance(3, 1, 5);
    expect_values(whole, {1, whole.nodes() - 1, 2}, on(DeviceKind::lockstep));
    expect_values(split, {0, 54321, 1}, on(DeviceKind::lockstep));
}

} // namespace

// What the proof polynomial says, against definitions: values, sums over nodes, and the count of two residues.

namespace {

using namespace six;

TEST(SixProof, SumsOverNodesAreTheDefinition) {
    std::mt19937_64 random(29);
    for (PrimeField const& field : fields) {
        for (std::size_t const terms : {0, 1, 2, 10, 1024, 1025, 1026, 2500}) {
            Residues const coefficients = random_residues(field, terms, random);
            for (std::size_t const nodes : {0, 1, 7, 49}) {
                std::uint32_t sum = 0;
                for (std::uint32_t const value : slow_values(field, coefficients, nodes)) sum = field.add(sum, value);
                EXPECT_EQ(sum_over_nodes(field, coefficients, nodes), sum) << terms << " " << nodes;
            }
            std::uint32_t const x = random_residues(field, 1, random)[0];
            EXPECT_EQ(value_at(field, coefficients, x), slow_value(field, coefficients, x));
        }
    }
}

TEST(SixProof, CombinesTheResiduesOfACount) {
    WideCount const all = WideCount{fields[0].p} * fields[1].p;
    for (WideCount const count : {WideCount{0}, WideCount{1}, WideCount{fields[1].p}, WideCount{fields[0].p}, all / 3,
                                  WideCount{1234567890123456789}, all - 1}) {
        auto const first = static_cast<std::uint32_t>(count % fields[0].p);
        auto const second = static_cast<std::uint32_t>(count % fields[1].p);
        EXPECT_TRUE(count_of_residues(first, second) == count) << static_cast<std::uint64_t>(count);
    }
}

TEST(SixProof, CombinesAnyTwoResidues) {
    for (std::uint32_t const first : {0u, 1u, fields[1].p, fields[0].p - 1}) {
        for (std::uint32_t const second : {0u, 1u, fields[1].p - 1}) {
            WideCount const count = count_of_residues(first, second);
            EXPECT_EQ(static_cast<std::uint32_t>(count % fields[0].p), first);
            EXPECT_EQ(static_cast<std::uint32_t>(count % fields[1].p), second);
            EXPECT_TRUE(count < WideCount{fields[0].p} * fields[1].p);
        }
    }
}

} // namespace

} // namespace cerrado::test
