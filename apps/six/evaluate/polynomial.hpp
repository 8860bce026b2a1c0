// The polynomial of an instance at one point, on one thread.
#pragma once

#include <cerrado/apps/six.hpp>

#include <cstdint>

namespace cerrado::six {

// P(x) modulo the prime of this number. Requires: x is a residue.
std::uint32_t polynomial_at(SixInstance const& instance, int prime, std::uint32_t x);

} // namespace cerrado::six
