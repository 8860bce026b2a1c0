// Turns bundles into the number of subgraphs of every size. Numbers of any length are exact.
#pragma once

#include <cerrado/run/result.hpp>

#include <span>

namespace cerrado {

// Returns: the counts for sizes from `shortest` to `longest`, or to the largest that occurs. `bundles` has the number
// of bundles of each class, with up to d vertices. Cost: O(d min(d, longest)) additions.
SizeCounts sizes_of_bundles(std::span<WideCount const> bundles, int shortest, int longest);

// Returns: the sum of two decimal numbers.
std::string sum_of(std::string const& digits, std::string const& others);

// Returns: the value of a decimal number, or the largest WideCount if the value exceeds it.
WideCount to_count(std::string const& digits);

} // namespace cerrado
