// A matrix of few members of a bit row alone, at most 64: a row of it is one 64-bit word. A row of hundreds of words
// that holds tens of members is read once, for the small matrix, and no more on the way down.
// On the host the rows lie one after the other, see small_rows.hpp; of a warp each lane holds two of them.
#pragma once

#include <cerrado/engine/bit_rows.hpp>

namespace cerrado {

inline constexpr std::uint32_t most_small_members = 64;

namespace phase {

// The small matrix of a full warp. Members go by their rank in the row. Lanes: all, unless it says otherwise.
template <class W> class SmallMatrix {
    static_assert(W::width == 32);

public:
    using Set = std::uint64_t; // of members

    // word_of(member, word): a word of the matrix that the row is of. Requires: the row has at most 64 bits.
    template <class WordOf>
    CERRADO_FN SmallMatrix(W const& warp, std::uint32_t const* row, std::uint32_t words, WordOf const& word_of)
        : warp_(warp) {
        std::uint32_t const member = member_of(row, words, static_cast<std::uint32_t>(warp.lane()));
        std::uint32_t const upper_member = member_of(row, words, W::width + static_cast<std::uint32_t>(warp.lane()));
        for (std::uint32_t word = 0; word < words; ++word) {
            std::uint32_t const bits = row[word];
            if (bits == 0) continue;
            std::uint32_t const mine = member == no_member ? 0 : word_of(member, word);
            std::uint32_t const upper = upper_member == no_member ? 0 : word_of(upper_member, word);
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
    // The row of a member that is the same for all lanes.
    CERRADO_FN Set row(int member) const { return warp_.shuffle(member < 32 ? row_ : upper_row_, member % 32); }

    // How many of the set are in the row of the member of this lane's rank, or of 32 + that; 0 where that is not in the
    // set.
    CERRADO_FN int lower_count(Set set) const { return (set >> warp_.lane() & 1) != 0 ? bits_of(row_ & set) : 0; }
    CERRADO_FN int upper_count(Set set) const {
        return (set >> (32 + warp_.lane()) & 1) != 0 ? bits_of(upper_row_ & set) : 0;
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
    static constexpr std::uint32_t no_member = ~0u;

    // Returns: the member of this rank in the row; any lane.
    static CERRADO_FN std::uint32_t member_of(std::uint32_t const* row, std::uint32_t words, std::uint32_t rank) {
        for (std::uint32_t word = 0; word < words; ++word) {
            auto const bits = static_cast<std::uint32_t>(popcount(row[word]));
            if (rank < bits) return 32 * word + nth_bit(row[word], rank);
            rank -= bits;
        }
        return no_member;
    }

    W const& warp_;
    Set row_ = 0, upper_row_ = 0; // of the member of this lane's rank, and of 32 + that
    std::uint32_t count_ = 0;
};

} // namespace phase

} // namespace cerrado
