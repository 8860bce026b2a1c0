// Each lane goes through its part of the complete subgraphs among the extensions of a traversal, on bit rows.
#pragma once

#include <cerrado/engine/rows.hpp>

namespace cerrado::phase {

// Goes through the subgraphs of `depth` extensions whose highest member is in a list. It orders them by the entry of
// the list, then by the next lower member, ascending, and so on.
template <class T, int depth> class RowCursor {
public:
    CERRADO_FN RowCursor(T const& te, VertexId const* uppers)
        : te_(te),
          row_(te.extension_row(te.size())),
          uppers_(uppers) {}

    // Requires: seek() was not called. Returns: the number of subgraphs under one entry of the list.
    CERRADO_FN std::uint32_t count(std::uint32_t entry) {
        member_[0] = uppers_[entry];
        return count_below<1>();
    }

    // Goes to subgraph number `rank` under the entry. Requires: it exists.
    CERRADO_FN void seek(std::uint32_t entry, std::uint32_t rank) {
        entry_ = entry;
        take<0>(uppers_[entry]);
        seek_below<1>(rank);
    }

    // Writes the names of the next subgraph. Requires: there is one.
    CERRADO_FN void write_next(VertexId* names) {
        find_bit<depth - 1>();
        for (int level = 0; level < depth - 1; ++level) names[level] = name_[level];
        names[depth - 1] = te_.members()[take_bit<depth - 1>()];
    }

private:
    // Finds the candidates for the member at level `level`: the extensions adjacent to the members above it.
    template <int level> CERRADO_FN std::uint32_t candidates(std::uint32_t word) const {
        std::uint32_t bits = row_[word];
        for (int above = 0; above < level; ++above) bits &= te_.matrix_word(member_[above], word);
        return bits;
    }

    template <int level> CERRADO_FN std::uint32_t count_below() {
        std::uint32_t subgraphs = 0;
        CERRADO_ROLLED for (std::uint32_t word = 0; word <= member_[level - 1] / 32; ++word) {
            std::uint32_t bits = candidates<level>(word);
            if constexpr (level == depth - 1) {
                subgraphs += static_cast<std::uint32_t>(popcount(bits));
            } else {
                CERRADO_ROLLED for (; bits != 0; bits &= bits - 1) {
                    member_[level] = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
                    subgraphs += count_below<level + 1>();
                }
            }
        }
        return subgraphs;
    }

    template <int level> CERRADO_FN void seek_below(std::uint32_t rank) {
        word_[level] = 0;
        if constexpr (level == depth - 1) {
            for (;; ++word_[level]) {
                bits_[level] = candidates<level>(word_[level]);
                auto const here = static_cast<std::uint32_t>(popcount(bits_[level]));
                if (rank < here) break;
                rank -= here;
            }
            bits_[level] &= ~std::uint32_t{0} << nth_bit(bits_[level], rank);
        } else {
            bits_[level] = candidates<level>(0);
            for (;;) {
                find_bit<level>();
                member_[level] = take_bit<level>();
                std::uint32_t const here = count_below<level + 1>();
                if (rank < here) break;
                rank -= here;
            }
            take<level>(member_[level]);
            seek_below<level + 1>(rank);
        }
    }

    // Goes on until there is a candidate for `level`.
    template <int level> CERRADO_FN void find_bit() {
        while (bits_[level] == 0) {
            if (++word_[level] > member_[level - 1] / 32) {
                word_[level] = 0;
                if constexpr (level == 1) {
                    take<0>(uppers_[++entry_]);
                } else {
                    find_bit<level - 1>();
                    take<level - 1>(take_bit<level - 1>());
                }
            }
            bits_[level] = candidates<level>(word_[level]);
        }
    }

    template <int level> CERRADO_FN std::uint32_t take_bit() {
        std::uint32_t const member = 32 * word_[level] + static_cast<std::uint32_t>(lowest_bit(bits_[level]));
        bits_[level] &= bits_[level] - 1;
        return member;
    }

    template <int level> CERRADO_FN void take(std::uint32_t member) {
        member_[level] = member;
        name_[level] = te_.members()[member];
    }

    T const& te_;
    std::uint32_t const* row_;
    VertexId const* uppers_;
    std::uint32_t entry_ = 0;
    // These arrays have an entry per level; level 0 has the highest member.
    std::uint32_t member_[depth] = {};
    VertexId name_[depth] = {};
    std::uint32_t word_[depth] = {}; // of the candidates
    std::uint32_t bits_[depth] = {}; // bits of that word that were not yet taken
};

} // namespace cerrado::phase
