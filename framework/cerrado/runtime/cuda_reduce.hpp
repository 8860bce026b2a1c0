// The device-wide reduction of partial totals, with CUB; compiled once, not per application.
#pragma once

#include <cerrado/runtime/device_buffer.hpp>
#include <cerrado/traversal/context.hpp>

#include <vector>

namespace cerrado {

// Per class: the sum over banks plus the wide total. Synchronous. 128-bit arithmetic throughout.
std::vector<WideCount> reduce_totals(Accumulators const& totals, MemoryMeter& meter);

} // namespace cerrado
