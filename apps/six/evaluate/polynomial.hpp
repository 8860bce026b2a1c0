// The polynomial of an instance at one point after the other, on one thread.
#pragma once

#include "six/evaluate/point_on_host.hpp"
#include "six/field/lagrange.hpp"

#include <cstdint>

namespace cerrado::six {

class Polynomial {
public:
    // Modulo the prime of this number.
    Polynomial(SixInstance const& instance, int prime);

    // P(x). Requires: x is a residue.
    std::uint32_t at(std::uint32_t x);

private:
    HostMatrices matrices_;
    LagrangeNodes nodes_;
    PointOnHost point_;
};

} // namespace cerrado::six
