#include "six/field.hpp"
#include "six/proof.hpp"
#include "unit/apps/six_petersen.hpp"
#include "unit/apps/six_residues.hpp"
#include "unit/apps/six_support.hpp"

#include <cmath>
#include <limits>
#include <set>

namespace cerrado::test {

// The serial verifier of counts with a proof, against the paper's own formulas and known values.

namespace {

using six_serial::Field;
using six_serial::Matrices;

constexpr int alpha[4][7] = {
    {1, 0, 1, 0, 1, -1, 0}, {0, 0, 0, 0, 1, 0, 1}, {0, 1, 0, 0, 0, 1, 0}, {1, 1, 0, 1, 0, 0, -1}};
constexpr int beta[4][7] = {
    {1, 1, 0, -1, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 1}, {1, 0, -1, 0, 1, 0, 1}};
constexpr int gamma[4][7] = {
    {1, 0, 0, 1, -1, 0, 1}, {0, 0, 1, 0, 1, 0, 0}, {0, 1, 0, 1, 0, 0, 0}, {1, -1, 1, 0, 0, 1, 0}};

using Square = std::vector<std::vector<std::int64_t>>;

// (11) to (14) of the paper, with any three matrices in place of alpha, beta and gamma at x.
class PaperForm {
public:
    PaperForm(Matrices const& given, std::int64_t p) : given_(given), p_(p), n_(given.size()) {}

    std::int64_t value(Square const& s, Square const& t, Square const& u) const {
        Square const h = inner(s, 3, 12, false), k = inner(t, 8, 14, false), l = inner(u, 9, 13, true);
        Square const a = outer(h, 2, 6), b = outer(k, 7, 10), c = outer(l, 11, 4);
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < n_; ++i) {
            for (std::uint32_t j = 0; j < n_; ++j) {
                for (std::uint32_t m = 0; m < n_; ++m) {
                    if (given_.at(0, i, j) * given_.at(1, i, m) * given_.at(5, j, m) == 0) continue;
                    sum = (sum + a[i][j] * b[j][m] % p_ * c[m][i]) % p_;
                }
            }
        }
        return sum;
    }

private:
    // H[a][d] = sum over e of s[d][e] ae[a][e] de[d][e]. In L the row of the two-vertex matrix is the one summed over.
    Square inner(Square const& s, int outer_pair, int own_pair, bool is_transposed) const {
        Square sum(n_, std::vector<std::int64_t>(n_));
        for (std::uint32_t a = 0; a < n_; ++a) {
            for (std::uint32_t d = 0; d < n_; ++d) {
                for (std::uint32_t e = 0; e < n_; ++e) {
                    bool const is_joined =
                        is_transposed ? given_.at(own_pair, e, d) != 0 : given_.at(own_pair, d, e) != 0;
                    if (given_.at(outer_pair, a, e) != 0 && is_joined) sum[a][d] += is_transposed ? s[e][d] : s[d][e];
                }
                sum[a][d] %= p_;
            }
        }
        return sum;
    }
    // A[a][b] = sum over d of ad[a][d] bd[b][d] H[a][d].
    Square outer(Square const& h, int of_first, int of_second) const {
        Square sum(n_, std::vector<std::int64_t>(n_));
        for (std::uint32_t a = 0; a < n_; ++a) {
            for (std::uint32_t b = 0; b < n_; ++b) {
                for (std::uint32_t d = 0; d < n_; ++d) {
                    if (given_.at(of_first, a, d) * given_.at(of_second, b, d) != 0) sum[a][b] += h[a][d];
                }
                sum[a][b] %= p_;
            }
        }
        return sum;
    }

    Matrices given_;
    std::int64_t p_;
    std::uint32_t n_;
};

// The tensor power of all r digits, of which the low ones are at x and the high ones at column `high`.
Square at_point(int const (&form)[4][7], Matrices const& given, std::vector<std::int64_t> const& lagrange, int high,
                std::int64_t p) {
    Square square(given.size(), std::vector<std::int64_t>(given.size()));
    int const low_digits = given.bits - given.split;
    for (std::uint32_t i = 0; i < given.size(); ++i) {
        for (std::uint32_t j = 0; j < given.size(); ++j) {
            for (std::size_t l = 0; l < lagrange.size(); ++l) {
                std::int64_t product = lagrange[l];
                auto column = static_cast<std::int64_t>(l) + high * static_cast<std::int64_t>(lagrange.size());
                for (int bit = 0; bit < low_digits + given.split; ++bit, column /= 7) {
                    product = product * form[2 * (i >> bit & 1) + (j >> bit & 1)][column % 7];
                }
                square[i][j] += product;
            }
            square[i][j] = (square[i][j] % p + p) % p;
        }
    }
    return square;
}

std::int64_t by_the_paper(Matrices const& given, Field const& field, std::uint64_t x) {
    auto const p = static_cast<std::int64_t>(field.p);
    std::vector<std::int64_t> nodes(1, 1), lagrange;
    int columns = 1;
    for (int i = 0; i < given.split; ++i) columns *= 7;
    std::size_t count = 1;
    for (int i = given.split; i < given.bits; ++i) count *= 7;
    while (nodes.size() < count) nodes.push_back(nodes.back() * static_cast<std::int64_t>(field.root) % p);
    for (std::size_t l = 0; l < count; ++l) {
        std::int64_t value = 1;
        for (std::size_t other = 0; other < count; ++other) {
            if (other == l) continue;
            auto const below = static_cast<std::uint64_t>((nodes[l] - nodes[other] + p) % p);
            value = value * ((static_cast<std::int64_t>(x) - nodes[other] + p) % p) % p;
            value = value * static_cast<std::int64_t>(six_serial::power(below, field.p - 2, field.p)) % p;
        }
        lagrange.push_back(value);
    }
    std::int64_t sum = 0;
    for (int high = 0; high < columns; ++high) {
        sum += PaperForm(given, p).value(at_point(alpha, given, lagrange, high, p),
                                         at_point(beta, given, lagrange, high, p),
                                         at_point(gamma, given, lagrange, high, p));
    }
    return sum % p;
}

struct Golden {
    SixPrime prime;
    std::vector<std::uint64_t> values; // at the powers of the root below, then at 12345
};

void expect_values(SixInstance const& instance, std::vector<std::uint64_t> const& powers, Golden const& golden) {
    Matrices const matrices = six_serial::matrices_of(instance);
    Field const field = field_of(golden.prime);
    for (std::size_t i = 0; i < powers.size(); ++i) {
        std::uint64_t const x = six_serial::power(field.root, powers[i], field.p);
        EXPECT_EQ(six_serial::polynomial_at(matrices, field, x), golden.values[i]) << "at the power " << powers[i];
    }
    EXPECT_EQ(six_serial::polynomial_at(matrices, field, 12345), golden.values.back());
}

} // namespace

TEST(SixVerifier, GivesTheKnownValuesOfPetersensGraph) {
    SixInstance const instance = six_instance(dataset("petersen"), six_cycle);
    EXPECT_EQ(instance.degree(), 144u);
    EXPECT_EQ(maps_of(instance), 120u);
    EXPECT_EQ(instance.count_of(120), 10u);
    expect_values(instance, {0, 1, 2, 49}, {six_primes[0], {0, 12, 44, 142931983, 923086068}});
    expect_values(instance, {0, 1, 2, 49}, {six_primes[1], {0, 12, 44, 885623096, 1651240971}});
}

TEST(SixVerifier, GivesTheKnownValuesOfTheKarateClub) {
    SixInstance const instance = six_instance(dataset("karate"), six_cycle);
    EXPECT_EQ(instance.degree(), 7200u);
    EXPECT_EQ(maps_of(instance), 11628u);
    expect_values(instance, {2401}, {six_primes[0], {771080756, 678874214}});
    expect_values(instance, {2401}, {six_primes[1], {392665506, 187558571}});
}

TEST(SixVerifier, EqualsThePapersPolynomialSummedOverTheSplit) {
    for (int bits = 1; bits <= 3; ++bits) {
        std::vector<std::uint64_t> const words = random_matrices(bits, static_cast<unsigned>(bits));
        for (int split = 0; split <= bits; ++split) {
            Matrices const matrices{bits, split, words};
            for (Field const field : {field_of(six_primes[0]), field_of(six_primes[1]), Field{769, 11}}) {
                for (std::uint64_t const x : {std::uint64_t{0}, std::uint64_t{1}, field.root, field.p - 1}) {
                    EXPECT_EQ(static_cast<std::int64_t>(six_serial::polynomial_at(matrices, field, x)),
                              by_the_paper(matrices, field, x))
                        << "n = 2^" << bits << ", split " << split << ", x = " << x << " modulo " << field.p;
                }
            }
        }
    }
}

TEST(SixVerifier, ValuesAtTheNodesSumUpToTheProductsOfAllEntries) {
    for (int bits = 1; bits <= 3; ++bits) {
        for (unsigned seed = 0; seed < (bits < 3 ? 3u : 1u); ++seed) {
            std::vector<std::uint64_t> const words = random_matrices(bits, seed);
            for (int split = 0; split <= bits; ++split) {
                Matrices const matrices{bits, split, words};
                std::uint64_t const sum = six_serial::sum_of_products(matrices);
                EXPECT_GT(bits < 3 ? 1u : sum, 0u);
                for (SixPrime const prime : six_primes) {
                    EXPECT_EQ(six_serial::sum_over_nodes(matrices, field_of(prime)), sum % prime.p)
                        << "n = 2^" << bits << ", split " << split;
                }
            }
        }
    }
}

// A polynomial of degree d vanishes under the (d + 1)-th difference.
TEST(SixVerifier, ThePolynomialHasItsDegree) {
    SixPrime const prime = six_primes[0];
    std::vector<std::uint64_t> const words = random_matrices(3, 5);
    Matrices const matrices{3, 2, words};
    constexpr std::size_t degree = 18; // 3 (7 - 1)
    std::vector<std::uint64_t> values;
    for (std::uint64_t x = 0; x < degree + 6; ++x) {
        values.push_back(six_serial::polynomial_at(matrices, field_of(prime), x));
    }
    for (std::size_t difference = 0; difference <= degree; ++difference) {
        for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = (values[i + 1] + prime.p - values[i]) % prime.p;
        values.pop_back();
    }
    for (std::uint64_t const value : values) EXPECT_EQ(value, 0u);
}

TEST(SixVerifier, LooksUpWhileItCounts) {
    SixInstance const instance = six_instance(dataset("petersen"), six_cycle);
    struct Enough {};
    int looks = 0;
    auto const look = [&] {
        if (++looks == 100) throw Enough();
    };
    EXPECT_THROW(six_serial::sum_of_products(six_serial::matrices_of(instance), look), Enough);
}

// From a proof to a count: verifying refuses what is no proof.

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
        expect_part("give a number above 0",
                    message_of<InputError>([&] { verify_six(petersen(), right_proof(), soundness); }));
    }
}

} // namespace cerrado::test
