// Pairs of vertices, and an index that finds them by hash. Null models ask whether a pair is joined.
#pragma once

#include "discovery/models/draws.hpp"

#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/graph/graph.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace cerrado::discovery {

// Returns: the pair itself if order counts, else the pair that stands for both orders of the two vertices.
CERRADO_FN inline Edge pair_of(Edge const& edge, bool has_order) {
    auto const [source, target] = edge;
    if (has_order) return edge;
    return {source < target ? source : target, source < target ? target : source}; // without a branch
}

// An index of the pairs that are joined, for graphs that change.

// A pair has a bucket of four words, and there is about one bucket for each pair. A word is 0, or 1 + the rest of a
// pair's hash. The bucket and the rest together tell the pair, since the hash is one to one. If a bucket is full, its
// last word counts the pairs without a word of their own, as `several` plus their number, and lists must be searched.
// About 1 % of the buckets are like that.
// Source: Knuth, The Art of Computer Programming 3, 6.4, exercise 13 (a table that keeps only the rest of a hash).
class PairIndex {
public:
    static constexpr std::uint32_t several = std::uint32_t{1} << 31;

    PairIndex() = default;
    // Requires: fewer than 2^30 pairs.
    PairIndex(std::uint64_t vertices, std::uint64_t pairs)
        : bits_(std::max(1, static_cast<int>(std::bit_width(vertices - 1)))),
          rest_bits_(2 * bits_ - std::clamp(static_cast<int>(std::bit_width((3 * pairs - 1) / 4)), 1, 2 * bits_)) {}

    std::uint64_t words() const { return std::uint64_t{4} << (2 * bits_ - rest_bits_); }

    struct Place {
        std::uint32_t first; // place of the bucket's first word
        std::uint32_t own;   // value of the pair's word
    };
    CERRADO_FN Place place_of(Edge const& pair) const {
        std::uint64_t const hash = hash_of(pair);
        std::uint32_t const rest = static_cast<std::uint32_t>(hash & ((std::uint64_t{1} << rest_bits_) - 1)) & most;
        return {static_cast<std::uint32_t>(hash >> rest_bits_) * 4, rest + 1};
    }
    // Returns: false if different pairs of a bucket may have the same word, in huge graphs with few edges.
    CERRADO_FN bool is_exact() const { return rest_bits_ <= most_bits; }

    // Returns: the place of the first word with this value, or of the last word if there is none.
    static CERRADO_FN std::uint32_t first_with(std::uint32_t value, std::uint32_t first, std::uint32_t const* words) {
        std::uint32_t place = 3;
        for (std::uint32_t i = 3; i-- > 0;) place = words[i] == value ? i : place;
        return first + place;
    }
    static CERRADO_FN std::uint32_t with_one_more(std::uint32_t word, std::uint32_t own) {
        if (word == 0) return own;
        return word < several ? several + 2 : word + 1;
    }
    static CERRADO_FN std::uint32_t with_one_less(std::uint32_t word) { return word <= several + 1 ? 0 : word - 1; }

private:
    static constexpr int most_bits = 30;
    static constexpr std::uint32_t most = (std::uint32_t{1} << most_bits) - 1;

    // Each step is one to one. The highest bits are the best.
    CERRADO_FN std::uint64_t hash_of(Edge const& pair) const {
        std::uint64_t const mask = ~std::uint64_t{0} >> (64 - 2 * bits_);
        std::uint64_t key = std::uint64_t{pair.source} << bits_ | pair.target;
        key = (key ^ key >> bits_) * 0x9E3779B97F4A7C15 & mask;
        return (key ^ key >> bits_) * 0xD6E8FEB86659FD93 & mask;
    }

    int bits_ = 1;      // bits of a vertex
    int rest_bits_ = 0; // bits of the rest
};

// The words of such an index on the host.
class JoinedPairs {
public:
    JoinedPairs(std::uint64_t vertices, std::uint64_t pairs) : places_(vertices, pairs), words_(places_.words(), 0) {}

    enum class Answer { no, yes, in_lists };
    Answer has(Edge const& pair) const {
        auto const [first, own] = places_.place_of(pair);
        std::uint32_t const seen = words_[PairIndex::first_with(own, first, &words_[first])];
        if (seen == own) return places_.is_exact() ? Answer::yes : Answer::in_lists;
        return seen < PairIndex::several ? Answer::no : Answer::in_lists;
    }
    void add(Edge const& pair) {
        auto const [first, own] = places_.place_of(pair);
        std::uint32_t& word = words_[PairIndex::first_with(0, first, &words_[first])];
        word = PairIndex::with_one_more(word, own);
    }
    // Requires: the pair was added.
    void remove(Edge const& pair) {
        auto const [first, own] = places_.place_of(pair);
        std::uint32_t& word = words_[PairIndex::first_with(own, first, &words_[first])];
        word = PairIndex::with_one_less(word);
    }
    void prefetch(Edge const& pair) const { __builtin_prefetch(&words_[places_.place_of(pair).first], 0, 2); }

    PairIndex const& places() const { return places_; }
    std::span<std::uint32_t const> words() const { return words_; }

private:
    PairIndex places_;
    UnfilledVector<std::uint32_t> words_;
};

} // namespace cerrado::discovery
