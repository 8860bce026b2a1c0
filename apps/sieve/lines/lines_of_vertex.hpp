// Where the lines of a vertex lie.
#pragma once

#include "sieve/galois.hpp"

namespace cerrado {

// The lines of a vertex in a layer: P of 1 to k, their planes if there are any, then R of t from 1 on. The R of one t
// lie by ascending s, from t + 1 to k. Beside planes they lie by descending s, as the factors do.
class LinesOfVertex {
public:
    CERRADO_FN LinesOfVertex(Byte* lines, std::uint32_t points, int k, bool has_planes)
        : lines_(lines),
          points_(points),
          k_(k),
          has_planes_(has_planes) {}

    static constexpr CERRADO_FN std::uint32_t count(int k, bool has_planes) {
        return static_cast<std::uint32_t>(k * (has_planes ? 2 : 1) + k * (k - 1) / 2);
    }
    CERRADO_FN std::uint64_t bytes() const { return std::uint64_t{count(k_, has_planes_)} * points_; }
    CERRADO_FN Byte* values(int s) const { return line(s - 1); }
    CERRADO_FN Byte* planes(int s) const { return line((has_planes_ ? k_ : 0) + s - 1); } // products are made of these
    CERRADO_FN Byte* sums(int t) const {                                                  // R of one t
        return line((has_planes_ ? 2 : 1) * k_ + (t - 1) * k_ - (t - 1) * t / 2);
    }
    CERRADO_FN Byte* sum(int s, int t) const {
        return sums(t) + static_cast<std::uint64_t>(has_planes_ ? k_ - s : s - t - 1) * points_;
    }

private:
    CERRADO_FN Byte* line(int number) const { return lines_ + static_cast<std::uint64_t>(number) * points_; }

    Byte* lines_;
    std::uint32_t points_;
    int k_;
    bool has_planes_;
};

} // namespace cerrado
