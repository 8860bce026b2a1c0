// Lines on the host, for a thread that takes a whole layer.
#pragma once

#include "sieve/lines/lines.hpp"

namespace cerrado::detail {

// Lines P(1), P(2), ... lie one after the other, at `own` and for the edges' ends. P(s) is the sum over t < s of P(s -
// t) times the sum over edges of factor(e, 0) times P(t) of e.
void pull_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points);

bool multiplies_at_once(); // whether one instruction multiplies many bytes in this field

} // namespace cerrado::detail
