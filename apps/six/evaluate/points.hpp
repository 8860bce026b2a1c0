// Evaluates points of an instance: many at a time on a device, or one after the other on each thread of the host.
#pragma once

#include "six/evaluate/sides.hpp"
#include "six/field.hpp"

#include <cerrado/apps/six.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace cerrado::six {

class Points {
public:
    virtual ~Points() = default;

    virtual std::uint64_t bytes() const = 0;   // memory on the device
    virtual std::uint64_t at_once() const = 0; // most points of a run
    // Writes P(w^first), P(w^(first+1)), ... if the run completes. Requires: there are at most at_once() values.
    virtual RunResult run(std::uint64_t first, std::span<std::uint32_t> values, RunOptions const& options) = 0;
};

// Requires: the instance outlives the result. Each thread of the host evaluates one point at a time.
std::unique_ptr<Points> points_on_host(SixInstance const& instance, int prime, RunOptions const& options);
// Returns: points for a device of warps with 32 lanes, on which `memory` bytes are free. Throws Error if they do not
// suffice.
std::unique_ptr<Points> points_on_device(SixInstance const& instance, int prime, std::uint64_t memory,
                                         RunOptions const& options);

// Evaluates the polynomial at one point, on one thread of the host. Residues are whole numbers in double precision.
// Their sums are exact, and processors multiply and add such numbers fastest.

// The data that the points of an instance share. Any thread may read them.
struct HostMatrices {
    explicit HostMatrices(SixInstance const& instance);

    SixSizes sizes;
    std::vector<std::uint32_t> bits; // see matrices_of_sides()
    std::vector<double> ty[sides];   // [y][t]: 0 or 1
    std::vector<std::vector<SideTerm>> terms[sides];
};

class PointOnHost {
public:
    // Requires: `shared` outlives this object. Memory: 3 Q^2 + 5 words for each entry of an n x n matrix.
    PointOnHost(HostMatrices const& shared, PrimeField const& field);
    ~PointOnHost();
    PointOnHost(PointOnHost&&) noexcept;

    // `lagrange` has the R Lagrange values of the point. It calls `is_stopped` at each part of the work, which takes
    // half a second for n = 1024. Returns: P at the point, or nothing if `is_stopped` returned true.
    // Cost: 49 n^3 products and 15 n^3 additions, for q = 2.
    std::optional<std::uint32_t> value(std::span<std::uint32_t const> lagrange,
                                       std::function<bool()> const& is_stopped = {});

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

// Returns: the matrix M of a side, m x m, [y][z]. An entry is the sum over l of lagrange[l] times the factors of the
// digits of l.
// Source: F. Yates, 1937. Cost: 4 R additions.
std::vector<std::uint32_t> side_sum(int side, PrimeField const& field, int bits,
                                    std::span<std::uint32_t const> lagrange);

// Evaluates the polynomial of an instance at one point after the other, on one thread.
class Polynomial {
public:
    // Evaluates modulo the prime at place `prime` of six_primes.
    Polynomial(SixInstance const& instance, int prime);

    // Returns: P(x). Requires: x is a residue.
    std::uint32_t at(std::uint32_t x);

private:
    HostMatrices matrices_;
    LagrangeNodes nodes_;
    PointOnHost point_;
};

} // namespace cerrado::six
