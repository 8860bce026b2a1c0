// The device-wide reduction of partial totals, with CUB. It is compiled once, not per application.
#pragma once

#include <cerrado/contract/class_totals.hpp>

#include <vector>

namespace cerrado {

// Returns: per class, the sum over banks plus the wide total. Synchronous. 128-bit arithmetic throughout.
std::vector<WideCount> reduce_totals(ClassTotals const& totals);

} // namespace cerrado
