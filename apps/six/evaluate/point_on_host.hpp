// The polynomial at one point, on one thread of the host. Residues are whole numbers in double precision: their sums
// are exact, and processors multiply and add these fastest.
#pragma once

#include "six/evaluate/sides.hpp"
#include "six/field/prime_field.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace cerrado::six {

// What the points of an instance share. Any thread may read it.
struct HostMatrices {
    explicit HostMatrices(SixInstance const& instance);

    SixSizes sizes;
    std::vector<std::uint32_t> bits; // see matrices_of_sides()
    std::vector<double> ty[sides];   // [y][t]: 0 or 1
    std::vector<std::vector<SideTerm>> terms[sides];
};

class PointOnHost {
public:
    // `shared` must outlive this. Takes 3 Q^2 + 5 words for each entry of an n x n matrix.
    PointOnHost(HostMatrices const& shared, PrimeField const& field);
    ~PointOnHost();
    PointOnHost(PointOnHost&&) noexcept;

    // `lagrange` has the R Lagrange values of the point. Returns: P there, or nothing if `is_stopped` has said so, which
    // is asked at each part of the work: of n = 1024 a part takes half a second.
    // Cost: 49 n^3 products and 15 n^3 additions, for q = 2.
    std::optional<std::uint32_t> value(std::span<std::uint32_t const> lagrange,
                                       std::function<bool()> const& is_stopped = {});

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

// The sum M of a side, m x m, [y][z]: sum over l of lagrange[l], times the factors of the digits of l.
// Source: F. Yates, 1937. Cost: 4 R additions.
std::vector<std::uint32_t> side_sum(int side, PrimeField const& field, int bits,
                                    std::span<std::uint32_t const> lagrange);

} // namespace cerrado::six
