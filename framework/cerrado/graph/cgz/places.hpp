// An order of vertices as numbers: each vertex by how far it is from the one before, counting only those that are still to
// come, and from the first again after the last. That is small where the order keeps runs, and where it keeps nothing it is
// hardly more than an order has in bits.
#pragma once

#include <cerrado/core/types.hpp>

#include <bit>
#include <cstddef>
#include <vector>

namespace cerrado::detail::cgz {

// Vertices that are still to come; a binary indexed tree. Each call O(log n).
class RemainingVertices {
public:
    explicit RemainingVertices(VertexId count) : tree_(std::size_t{count} + 1), left_(count) {
        for (std::size_t i = 1; i <= count; ++i) tree_[i] = static_cast<VertexId>(i & (0 - i));
        if (count > 0) top_ = std::bit_floor(std::size_t{count});
    }

    VertexId left() const { return left_; }

    VertexId rank(VertexId v) const { // how many of the remaining are below v
        VertexId sum = 0;
        for (std::size_t i = v; i > 0; i &= i - 1) sum += tree_[i];
        return sum;
    }
    VertexId at(VertexId rank) const { // the remaining vertex of that rank; Requires: rank < left()
        std::size_t place = 0;
        for (std::size_t step = top_; step > 0; step /= 2) {
            if (place + step >= tree_.size() || tree_[place + step] > rank) continue;
            place += step;
            rank -= tree_[place];
        }
        return static_cast<VertexId>(place);
    }
    void remove(VertexId v) {
        --left_;
        for (std::size_t i = std::size_t{v} + 1; i < tree_.size(); i += i & (0 - i)) --tree_[i];
    }

private:
    std::vector<VertexId> tree_;
    VertexId left_;
    std::size_t top_ = 0;
};

} // namespace cerrado::detail::cgz
