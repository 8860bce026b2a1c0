// Random numbers from integers only. They are the same on every machine and compiler. The distributions of the standard
// library are not.
#pragma once

#include <cerrado/core/types.hpp>

#include <utility>
#include <vector>

namespace cerrado {

// SplitMix64 (Steele, Lea and Flood 2014). It passes BigCrush, and any seed is good.
class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed) : state_(seed) {}

    // Skips that many numbers.
    void skip(std::uint64_t numbers) { state_ += numbers * step; }
    // Returns: the number of numbers drawn since `earlier`, a copy of this source.
    std::uint64_t drawn_since(RandomSource const& earlier) const { return (state_ - earlier.state_) * step_inverse; }

    std::uint64_t next() {
        std::uint64_t z = state_ += step;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    // Uniform in [0, bound), without bias (Lemire 2019). Requires: bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        WideCount product = static_cast<WideCount>(next()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) {
            std::uint64_t const surplus = -bound % bound;
            while (static_cast<std::uint64_t>(product) < surplus) product = static_cast<WideCount>(next()) * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    // Fisher-Yates.
    template <class T> void shuffle(std::vector<T>& items) {
        for (std::uint64_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

    // Draws the next number. Returns: true if below(bound) would refuse it and draw again.
    bool next_is_refused(std::uint64_t bound) {
        auto const low = static_cast<std::uint64_t>(static_cast<WideCount>(next()) * bound);
        return low < bound && low < -bound % bound;
    }

private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15; // odd, so it has an inverse
    static constexpr std::uint64_t step_inverse = 0xf1de83e19937733d;

    std::uint64_t state_;
};

} // namespace cerrado
