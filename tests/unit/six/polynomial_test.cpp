// The polynomial as it is evaluated, against the serial verifier.
#include "support.hpp"

#include "six/evaluate/points.hpp"

namespace cerrado::test {
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
} // namespace cerrado::test
