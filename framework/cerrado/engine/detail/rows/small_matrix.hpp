// A matrix of at most 64 members of a bit row: each row is one 64-bit word. A row of hundreds of words may have only
// tens of members. It is read once to make the small matrix, and not again on the way down. On the host the rows lie
// one after the other, see SmallRows. In a warp each lane holds two rows.
#pragma once

#include <cerrado/engine/detail/rows/bit_rows.hpp>

namespace cerrado {

inline constexpr std::uint32_t most_small_members = 64;

// True for the workers that can make one: the host, and a full warp.
template <class W> inline constexpr bool makes_small_matrices = std::is_same_v<W, ScalarWarp> || W::width == 32;

namespace phase {

// The small matrix of a full warp. Members are numbered by their rank in the row. Lanes: all, unless a method's comment
// says otherwise.
template <class W> class SmallMatrix {
    static_assert(W::width == 32);

public:
    using Set = std::uint64_t; // of members

    // word_of(member, word) returns a word of the large matrix. Requires: the row has at most 64 bits set.
    template <class WordOf>
    CERRADO_FN SmallMatrix(W const& warp, std::uint32_t const* row, std::uint32_t words, WordOf const& word_of)
        : warp_(warp) {
        auto const lane = static_cast<std::uint32_t>(warp.lane());
        Place place{0, no_rank}, upper_place{0, no_rank};
        std::uint32_t before = 0;
        for (std::uint32_t word = 0; word < words; ++word) {
            auto const bits = static_cast<std::uint32_t>(popcount(row[word]));
            if (lane - before < bits) place = {word, lane - before};
            if (32 + lane - before < bits) upper_place = {word, 32 + lane - before};
            before += bits;
        }
        std::uint32_t const member = 32 * place.word + nth_bit(row[place.word], place.rank);
        std::uint32_t const upper_member = 32 * upper_place.word + nth_bit(row[upper_place.word], upper_place.rank);
        for (std::uint32_t word = 0; word < words; ++word) {
            std::uint32_t const bits = row[word];
            if (bits == 0) continue;
            std::uint32_t const mine = place.rank == no_rank ? 0 : word_of(member, word);
            std::uint32_t const upper = upper_place.rank == no_rank ? 0 : word_of(upper_member, word);
            for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
                int const bit = lowest_bit(rest);
                row_ |= Set{mine >> bit & 1} << count_;
                upper_row_ |= Set{upper >> bit & 1} << count_;
                ++count_;
            }
        }
    }

    CERRADO_FN W const& warp() const { return warp_; }
    CERRADO_FN Set all() const { return count_ == 64 ? ~Set{0} : (Set{1} << count_) - 1; }
    // The row of a member; the member is the same for all lanes.
    CERRADO_FN Set row(int member) const { return warp_.shuffle(member < 32 ? row_ : upper_row_, member % 32); }

    // Returns: the number of members of the set that are in one member's row. lower_count() takes the member with this
    // lane's rank, and upper_count() the member with 32 + this rank. The number is 0 if that member is not in the set.
    CERRADO_FN int lower_count(Set set) const { return (set >> warp_.lane() & 1) != 0 ? common_bits(row_, set) : 0; }
    CERRADO_FN int upper_count(Set set) const {
        if (upper_of(set) == 0) return 0;
        return (set >> (32 + warp_.lane()) & 1) != 0 ? common_bits(upper_row_, set) : 0;
    }

    // Counts the triangles among the set. Each lane counts the triangles whose highest member is its own. It takes
    // their other members from the highest down. Returns: this lane's share. Cost: as many shuffles as the lane with
    // the most edges has edges.
    CERRADO_FN std::uint32_t triangles(Set set) const {
        int const lane = warp_.lane();
        bool const has_lower = (set >> lane & 1) != 0;
        std::uint32_t const found = pairs_below_32(has_lower ? lower_of(row_ & set & below(lane)) : 0);
        if (upper_of(set) == 0) return found;
        bool const has_upper = (set >> (32 + lane) & 1) != 0;
        return found + pairs_below_64(has_upper ? upper_row_ & set & below(32 + lane) : 0);
    }

    // Any lane.
    static CERRADO_FN int bits_of(Set set) {
        return popcount(static_cast<std::uint32_t>(set)) + popcount(static_cast<std::uint32_t>(set >> 32));
    }
    static CERRADO_FN int highest_of(Set set) {
        auto const upper = static_cast<std::uint32_t>(set >> 32);
        return static_cast<int>(upper != 0 ? 32 + highest_bit(upper) : highest_bit(static_cast<std::uint32_t>(set)));
    }
    static CERRADO_FN Set below(int member) { return (Set{1} << member) - 1; }

private:
    static constexpr std::uint32_t no_rank = ~0u;
    struct Place {
        std::uint32_t word, rank; // Returns: the place of the rank-th set bit of the word.
    };

    // Deep in a search the upper half of a set is empty, so it is skipped.
    static CERRADO_FN int common_bits(Set row, Set set) {
        int const lower = popcount(lower_of(row & set));
        return upper_of(set) == 0 ? lower : lower + popcount(upper_of(row & set));
    }
    static CERRADO_FN std::uint32_t upper_of(Set set) { return static_cast<std::uint32_t>(set >> 32); }
    static CERRADO_FN std::uint32_t lower_of(Set set) { return static_cast<std::uint32_t>(set); }

    // Counts the adjacent pairs among `rest`, this lane's set. Each pair counts at its higher member.
    CERRADO_FN std::uint32_t pairs_below_32(std::uint32_t rest) const {
        std::uint32_t found = 0;
        while (warp_.any((rest & (rest - 1)) != 0)) {
            std::uint32_t const top = rest != 0 ? highest_bit(rest) : 0;
            rest &= ~(1u << top);
            found += static_cast<std::uint32_t>(popcount(warp_.shuffle(lower_of(row_), static_cast<int>(top)) & rest));
        }
        return found;
    }
    CERRADO_FN std::uint32_t pairs_below_64(Set rest) const {
        std::uint32_t found = 0;
        while (warp_.any(upper_of(rest) != 0)) {
            bool const is_there = upper_of(rest) != 0;
            std::uint32_t const top = is_there ? highest_bit(upper_of(rest)) : 0;
            if (is_there) rest ^= Set{1} << (32 + top);
            Set const row = warp_.shuffle(upper_row_, static_cast<int>(top));
            found += static_cast<std::uint32_t>(is_there ? bits_of(row & rest) : 0);
        }
        return found + pairs_below_32(lower_of(rest));
    }

    W const& warp_;
    Set row_ = 0, upper_row_ = 0; // rows of the members with this lane's rank, and with 32 + this rank
    std::uint32_t count_ = 0;
};

} // namespace phase

// Small matrices on the host; see small_matrix.hpp. All functions are inline, so that they are compiled for the
// caller's processor.

struct SmallRows {
    using Set = std::uint64_t; // a set of members, by their rank in the row

    Set of[most_small_members];
    Set all = 0;
};

// Returns: the bits of `value` at the places of the set bits of `mask`, packed together.
[[gnu::always_inline]] inline std::uint64_t packed_bits(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result = 0;
    for (value &= mask; value != 0; value &= value - 1) {
        result |= std::uint64_t{1} << __builtin_popcountll(mask & ((value & -value) - 1));
    }
    return result;
}

// Makes the rows for the members in `row`, at most most_small_members. Rows lie one after the other, `words` words
// each.
[[gnu::always_inline]] inline void make_small_rows(std::uint32_t const* matrix, std::uint32_t const* row,
                                                   std::uint32_t words, SmallRows& rows) {
    std::uint32_t used[most_small_members];   // numbers of the pairs of words of the row that have bits
    std::uint32_t before[most_small_members]; // the number of bits before each of these pairs
    std::uint32_t pairs = 0;
    std::uint32_t count = 0;
    for (std::uint32_t pair = 0; pair < words / 2; ++pair) {
        std::uint64_t const bits = bit_pair(row, pair);
        if (bits == 0) continue;
        used[pairs] = pair;
        before[pairs++] = count;
        count += static_cast<std::uint32_t>(__builtin_popcountll(bits));
    }
    rows.all = count == 64 ? ~SmallRows::Set{0} : (SmallRows::Set{1} << count) - 1;
    SmallRows::Set* next = rows.of;
    for (std::uint32_t i = 0; i < pairs; ++i) {
        for (std::uint64_t rest = bit_pair(row, used[i]); rest != 0; rest &= rest - 1) {
            std::size_t const member = 64 * std::size_t{used[i]} + static_cast<std::size_t>(__builtin_ctzll(rest));
            std::uint32_t const* const own = matrix + member * words;
            SmallRows::Set bits = 0;
            for (std::uint32_t j = 0; j < pairs; ++j) {
                bits |= packed_bits(bit_pair(own, used[j]), bit_pair(row, used[j])) << before[j];
            }
            *next++ = bits;
        }
    }
}

// Counts pairs and triangles among the set. Each counts at its highest member.
[[gnu::always_inline]] inline Count pairs_among(SmallRows const& rows, SmallRows::Set set) {
    int pairs = 0;
    SmallRows::Set lower = 0;
    for (SmallRows::Set rest = set; rest != 0; rest &= rest - 1) {
        pairs += __builtin_popcountll(rows.of[__builtin_ctzll(rest)] & lower);
        lower |= rest & -rest;
    }
    return static_cast<Count>(pairs);
}
[[gnu::always_inline]] inline Count triangles_among(SmallRows const& rows, SmallRows::Set set) {
    Count triangles = 0;
    SmallRows::Set lower = 0;
    for (SmallRows::Set rest = set; rest != 0; rest &= rest - 1) {
        SmallRows::Set const below = rows.of[__builtin_ctzll(rest)] & lower;
        if ((below & (below - 1)) != 0) triangles += pairs_among(rows, below);
        lower |= rest & -rest;
    }
    return triangles;
}

} // namespace cerrado
