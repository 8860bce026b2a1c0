// From a proof to a count: verifying refuses what is no proof.
#include "petersen_values.hpp"
#include "unit/six/residues.hpp"

#include "six/field.hpp"
#include "six/proof.hpp"

#include <cmath>
#include <limits>
#include <set>

namespace cerrado::test {

TEST(SixVerifying, AProofGivesTheCount) {
    SixVerified const verified = verify_six(petersen(), right_proof());
    EXPECT_TRUE(verified.holds);
    EXPECT_EQ(verified.checks, 2); // a check misses 144 of 1,811,939,328 points: 23.6 bits
    EXPECT_EQ(verified.maps, 120u);
    EXPECT_EQ(verified.count, 10u);
    EXPECT_EQ(verify_six(petersen(), right_proof(), 1).checks, 1);
    EXPECT_EQ(verify_six(petersen(), right_proof(), 100).checks, 5);
}

TEST(SixVerifying, AChangedProofIsRefused) {
    for (std::size_t const prime : {std::size_t{0}, std::size_t{1}}) {
        for (std::size_t const at : {std::size_t{0}, std::size_t{1}, std::size_t{77}, std::size_t{144}}) {
            SixProof proof = right_proof();
            proof.coefficients[prime][at] = (proof.coefficients[prime][at] + 1) % six_primes[prime].p;
            SixVerified const verified = verify_six(petersen(), proof);
            EXPECT_FALSE(verified.holds) << "coefficient " << at << " of prime " << prime;
            EXPECT_EQ(verified.failed.prime, static_cast<int>(prime));
            EXPECT_EQ(verified.failed.count, 1u);
            EXPECT_EQ(verified.count, 0u);
        }
    }
}

// Modulo 769 a change that keeps d values of 768 is refused at the others only.
TEST(SixVerifying, NoChangeKeepsMoreValuesThanTheDegree) {
    constexpr six::PrimeField field{769, 11, 8};
    std::vector<std::uint64_t> const words = random_matrices(3, 5);
    six_serial::Matrices const matrices{3, 2, words};
    constexpr std::size_t degree = 18; // 3 (7 - 1)
    Residues values;
    for (std::uint64_t e = 0; e <= degree; ++e) {
        values.push_back(static_cast<std::uint32_t>(
            six_serial::polynomial_at(matrices, {field.p, field.root}, field.power(field.root, e))));
    }
    Residues const right = six::interpolate_progression(field, values);
    Residues changed = right;
    Residues const vanishing = six::master_polynomial(field, degree); // at the first d points
    for (std::size_t i = 0; i <= degree; ++i) changed[i] = field.add(changed[i], field.multiply(5, vanishing[i]));
    int refused = 0;
    for (std::uint64_t e = 0; e + 1 < field.p; ++e) {
        std::uint32_t const x = field.power(field.root, e);
        auto const value = six_serial::polynomial_at(matrices, {field.p, field.root}, x);
        EXPECT_EQ(six::value_at(field, right, x), value);
        refused += six::value_at(field, changed, x) != value ? 1 : 0;
    }
    EXPECT_EQ(refused, 768 - 18);
}

TEST(SixVerifying, PointsAreKnownBeforehandOnlyWithASeed) {
    SixProof proof = right_proof();
    proof.coefficients[0][3] ^= 1;
    auto const failed = [&](std::optional<std::uint64_t> seed) {
        return verify_six(petersen(), proof, 40, seed).failed.first;
    };
    EXPECT_EQ(failed(1), failed(1));
    EXPECT_NE(failed(1), failed(2));
    EXPECT_EQ((std::set<std::uint64_t>{failed({}), failed({}), failed({})}.size()), 3u);
}

TEST(SixVerifying, RefusesWhatIsNoProofOfTheInstance) {
    SixProof proof = right_proof();
    proof.instance ^= 1;
    expect_part("another instance", message_of<InputError>([&] { verify_six(petersen(), proof); }));
    proof = right_proof();
    proof.coefficients[1].pop_back();
    expect_part("144 coefficients of prime 1, and a polynomial of degree 144 has 145",
                message_of<InputError>([&] { verify_six(petersen(), proof); }));
    proof = right_proof();
    proof.coefficients[1][2] = six_primes[1].p;
    expect_part("coefficient 2 of prime 1", message_of<InputError>([&] { verify_six(petersen(), proof); }));
    for (double const soundness : {0.0, -1.0, 1001.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        expect_part("choose one above 0",
                    message_of<InputError>([&] { verify_six(petersen(), right_proof(), soundness); }));
    }
}

} // namespace cerrado::test
