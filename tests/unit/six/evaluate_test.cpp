// Values of the polynomial by points, on each device.
#include "support.hpp"

#include "six/evaluate/polynomial.hpp"
#include "six/field/prime_field.hpp"
#include "unit/apps/support.hpp"

namespace cerrado::test {
namespace {

SixInstance random_instance(int bits, int split, unsigned seed) {
    return SixInstance({.bits = bits,
                        .vertices = std::max(6u, 1u << bits),
                        .split = split,
                        .pattern = "any",
                        .words = random_matrices(bits, seed)});
}

void expect_values(SixInstance const& instance, SixPoints const& points, RunOptions const& options) {
    SixEvaluated const found = evaluate_six(instance, {.points = points}, options);
    ASSERT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.shard.ranges.size(), 1u);
    six::PrimeField const field = six::fields[points.prime];
    for (std::uint64_t i = 0; i < points.count; ++i) {
        std::uint32_t const x = field.power(field.root, points.first + i);
        ASSERT_EQ(found.shard.ranges[0].values[i], six::polynomial_at(instance, points.prime, x))
            << instance.bits() << " bits, split " << instance.split() << ", prime " << points.prime << ", point " << i;
    }
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

TEST(SixPointsInLockstep, AreThoseOfThePolynomial) {
    SixInstance const whole = random_instance(3, 0, 3), split = random_instance(4, 1, 5);
    expect_values(whole, {1, whole.nodes() - 1, 2}, on(DeviceKind::lockstep));
    expect_values(split, {0, 54321, 1}, on(DeviceKind::lockstep));
}

} // namespace
} // namespace cerrado::test
