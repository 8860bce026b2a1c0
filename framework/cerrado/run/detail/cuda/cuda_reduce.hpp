// The device-wide reduction of partial totals, with CUB. It is compiled once, not per application.
#pragma once

#include <cerrado/contract/class_totals.hpp>

#include <vector>

namespace cerrado {

// Returns: for each class, the sum of its banks and its wide total, in 128-bit arithmetic. Waits for the device.
std::vector<WideCount> reduce_totals(ClassTotals const& totals);

} // namespace cerrado
