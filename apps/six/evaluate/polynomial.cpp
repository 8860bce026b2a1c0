#include "six/evaluate/polynomial.hpp"

namespace cerrado::six {

Polynomial::Polynomial(SixInstance const& instance, int prime)
    : matrices_(instance),
      nodes_(fields[prime], instance.nodes()),
      point_(matrices_, fields[prime]) {}

std::uint32_t Polynomial::at(std::uint32_t x) { return point_.value(nodes_.values_at(x)).value(); }

} // namespace cerrado::six
