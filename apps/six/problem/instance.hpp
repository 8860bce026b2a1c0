// What an instance must fulfil.
#pragma once

#include <cerrado/apps/six.hpp>

namespace cerrado::six {

inline constexpr std::uint64_t max_transform_points = std::uint64_t{1} << 26; // as the second prime has roots for
inline constexpr int max_bits = 10;

// Whether transforms for R = 7^(bits - split) nodes fit. Requires: split <= bits.
bool transforms_fit(int bits, int split);

} // namespace cerrado::six
