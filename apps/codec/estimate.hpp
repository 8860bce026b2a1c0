// Estimates how many bits lists and groups take in a .cgz without packing them, by the entropy of each stream of the
// whole.
#pragma once

#include <cerrado/graph/cgz/block.hpp>

#include <array>
#include <cstdint>

namespace cerrado::compression {

// [stream][byte]: the bits that a number with that byte takes, its raw bits included.
using NumberCosts = std::array<std::array<float, 256>, detail::cgz::streams>;

// A sink for put_block() and the like.
class StreamCounts {
public:
    void put(int stream, std::uint64_t number) { put(stream, number, 1); }
    void put(int stream, std::uint64_t number, std::uint64_t times) {
        auto const coding = detail::cgz::coded(number);
        counts_[static_cast<std::size_t>(stream)][coding.byte] += times;
        raw_bits_ += static_cast<std::uint64_t>(coding.raw_bits) * times;
    }

    double bits() const;
    NumberCosts costs() const; // a byte that did not come costs as if it had come once

private:
    std::array<std::array<std::uint64_t, 256>, detail::cgz::streams> counts_{};
    std::uint64_t raw_bits_ = 0;
};

StreamCounts counts_of(detail::cgz::GroupedLists const& lists);

inline double estimated_bits(detail::cgz::GroupedLists const& lists) { return counts_of(lists).bits(); }

} // namespace cerrado::compression
