// The number of subgraphs of every size, computed from bundles. Numbers of any length are exact.
#pragma once

#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/types.hpp>

#include <span>
#include <string>
#include <vector>

namespace cerrado {

struct SizeCount {
    int k = 0;
    std::string count; // decimal digits, because the number can far exceed 128 bits
};

// The sizes from the smallest that was asked for to the largest that occurs or was asked for.
struct SizeCounts {
    std::vector<SizeCount> sizes;
    std::string sum;
};

// Returns: the counts for sizes from `shortest` to `longest`, or to the largest that occurs. `bundles` has the number
// of bundles of each class, with up to d vertices. Cost: O(d min(d, longest)) additions.
SizeCounts sizes_of_bundles(std::span<WideCount const> bundles, int shortest, int longest);

// Returns: the sum of two decimal numbers.
std::string sum_of(std::string const& digits, std::string const& others);

// Returns: the value of a decimal number, or the largest WideCount if the value exceeds it.
WideCount to_count(std::string const& digits);

void add_to(SizeCounts& total, SizeCounts const& part);
void put(ByteWriter& to, SizeCounts const& counts);
void get(ByteReader& from, SizeCounts& counts);

// Returns: the class of bundles with h fixed and p optional vertices, each of which stands for C(p, s) subgraphs of h +
// s vertices, for every s. h + p is at most one more than the longest list. Classes go by the sum of the two numbers,
// then by the first.
CERRADO_FN inline std::uint32_t bundle_class(std::uint32_t fixed, std::uint32_t optional) {
    std::uint32_t const vertices = fixed + optional;
    return vertices * (vertices + 1) / 2 + fixed;
}

// Returns: the number of classes of bundles with up to `vertices` vertices.
CERRADO_FN inline std::uint32_t bundle_classes(std::uint32_t vertices) { return bundle_class(0, vertices + 1); }

} // namespace cerrado
