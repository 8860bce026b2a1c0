// Lines on the host, for those who take a layer at once.
#pragma once

#include "sieve/lines.hpp"

namespace cerrado::detail {

// Of lines P(1), P(2), ... one after the other, at `own` and of the edges' ends: P(s) is the sum over t < s of P(s - t)
// times the sum over edges of factor(e, 0) times P(t) of e.
void pull_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points);

bool multiplies_at_once(); // many bytes in this field by one instruction

} // namespace cerrado::detail
