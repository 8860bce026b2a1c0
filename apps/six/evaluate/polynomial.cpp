#include "six/evaluate/polynomial.hpp"

#include "six/evaluate/point_on_host.hpp"
#include "six/field/lagrange.hpp"

namespace cerrado::six {

std::uint32_t polynomial_at(SixInstance const& instance, int prime, std::uint32_t x) {
    HostMatrices const matrices(instance);
    return PointOnHost(matrices, fields[prime]).value(LagrangeNodes(fields[prime], instance.nodes()).values_at(x));
}

} // namespace cerrado::six
