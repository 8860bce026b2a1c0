// Ranges of a shard from pieces of it.
#pragma once

#include "six/files/shard_blocks.hpp"

#include <cerrado/apps/six.hpp>

#include <span>
#include <vector>

namespace cerrado::six {

inline constexpr std::uint64_t max_shard_points = std::uint64_t{1} << 27; // 512 MiB of values

// Points and their values, which lie elsewhere.
struct PieceRef {
    SixPoints points;
    std::span<std::uint32_t const> values; // one for each, or none: they are asked for
};

// Every point that a piece has is in a range. One that comes with two values is disputed, one without any is missing.
// Throws InputError if there are more than max_shard_points.
std::vector<SixRange> joined(std::vector<PieceRef> const& pieces);

// "5, 7 to 9 and 12 others"
std::string listed(std::vector<SixPoints> const& points, int prime);

} // namespace cerrado::six
