// Values of the polynomial by points, on each device.
#include "support.hpp"

#include "six/evaluate/points.hpp"
#include "unit/apps/support.hpp"

namespace cerrado::test {
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

TEST(SixPointsInLockstep, AreThoseOfThePolynomial) {
    SixInstance const whole = random_instance(3, 0, 3), split = random_instance(4, 1, 5);
    expect_values(whole, {1, whole.nodes() - 1, 2}, on(DeviceKind::lockstep));
    expect_values(split, {0, 54321, 1}, on(DeviceKind::lockstep));
}

} // namespace
} // namespace cerrado::test
