// An order of vertices as numbers. The number of a vertex is its distance from the vertex before it, counted over the
// vertices that are still to come; after the last vertex the count goes on at the first. These numbers are small if the
// order keeps runs. If it keeps nothing, they take hardly more bits than any order needs.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/core/types.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cerrado::detail::cgz {

// The vertices that are still to come: a bit for each vertex, and a binary indexed tree over the counts of blocks of
// 512 vertices. The tree is small enough to stay near the processor. Each call takes O(log n).
class RemainingVertices {
public:
    explicit RemainingVertices(VertexId count)
        : words_((std::size_t{count} + block_bits - 1) / block_bits * block_words),
          tree_(std::bit_ceil(words_.size() / block_words + 1)),
          left_(count) {
        for (std::size_t v = 0; v < count; v += 64) words_[v / 64] = low_bits(std::min<std::size_t>(count - v, 64));
        grow_tree();
    }

    VertexId left() const { return left_; }

    VertexId rank(VertexId v) const { // how many remaining vertices are below v
        VertexId sum = 0;
        for (std::size_t i = v / block_bits; i > 0; i &= i - 1) sum += tree_[i];
        for (std::size_t word = v / block_bits * block_words; word < v / 64; ++word) sum += ones(words_[word]);
        return sum + ones(words_[v / 64] & low_bits(v % 64));
    }
    VertexId at(VertexId rank) const { // the remaining vertex of that rank; Requires: rank < left()
        std::size_t block = 0;
        for (std::size_t step = tree_.size() / 2; step > 0; step /= 2) { // no branch that must be guessed
            VertexId const before = tree_[block + step];
            VertexId const taken = 0 - static_cast<VertexId>(before <= rank); // all bits, or none
            block += step & taken;
            rank -= before & taken;
        }
        std::size_t word = block * block_words;
        for (VertexId before; (before = ones(words_[word])) <= rank; ++word) rank -= before;
        return static_cast<VertexId>(word * 64) + place_in(words_[word], rank);
    }
    void remove(VertexId v) {
        --left_;
        words_[v / 64] &= ~(std::uint64_t{1} << v % 64);
        for (std::size_t i = v / block_bits + 1; i < tree_.size(); i += i & (0 - i)) --tree_[i];
    }

    void remove_all(std::span<VertexId const> vertices) { // O(their number + n / 64)
        for (VertexId const v : vertices) words_[v / 64] &= ~(std::uint64_t{1} << v % 64);
        left_ -= static_cast<VertexId>(vertices.size());
        grow_tree();
    }

private:
    static constexpr std::size_t block_bits = 512, block_words = block_bits / 64;

    static std::uint64_t low_bits(std::size_t count) {
        return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }
    static VertexId ones(std::uint64_t word) { return static_cast<VertexId>(std::popcount(word)); }
    static VertexId place_in(std::uint64_t word, VertexId rank) { // of the bit with `rank` set bits below it
        VertexId place = 0;
        for (VertexId width = 32; width > 0; width /= 2) {
            VertexId const before = ones(word & low_bits(width));
            bool const is_after = before <= rank;
            place += is_after ? width : 0;
            word >>= is_after ? width : 0;
            rank -= is_after ? before : 0;
        }
        return place;
    }

    void grow_tree() {
        std::ranges::fill(tree_, 0);
        for (std::size_t word = 0; word < words_.size(); ++word) tree_[word / block_words + 1] += ones(words_[word]);
        for (std::size_t i = 1; i < tree_.size(); ++i) {
            std::size_t const above = i + (i & (0 - i));
            if (above < tree_.size()) tree_[above] += tree_[i];
        }
    }

    std::vector<std::uint64_t> words_;
    std::vector<VertexId> tree_;
    VertexId left_;
};

// Turns ranks into vertices. A rank counts only the vertices that no earlier rank took. Every team gives the same
// result.
void replace_ranks(std::span<VertexId> ranks, Team& team);

} // namespace cerrado::detail::cgz
