// Pivoting among at most 64 candidates. It visits all leaves in one call, on a matrix of these candidates alone.
#pragma once

#include <cerrado/engine/detail/rows/small_matrix.hpp>

namespace cerrado {

// A request to pivot through a traversal with few candidates.
struct SmallPivoting {
    int shortest; // least and largest size of the cliques sought, less the held vertices; pivots are not subtracted
    int longest;
    std::uint32_t pivots; // number of pivots of the traversal
};

// The most sizes beyond the traversal's vertices for which it pivots in this way. The limit bounds the time that a
// worker spends in one call.
inline constexpr int most_small_sizes = 8;

// A leaf: (1 + x)^pivots times (1 + 2x)^pairs, or times 1 + candidates x + edges x^2 + triangles x^3. It holds `held`
// vertices.
struct PivotLeaf {
    std::uint32_t held = 0;
    std::uint32_t pivots = 0;
    std::uint32_t pairs = 0;
    std::uint32_t candidates = 0;
    std::uint32_t edges = 0;
    std::uint32_t triangles = 0;
};

// The bundles of the leaves, by the numbers of held vertices and of pivots beyond those of the traversal.
struct SmallBundles {
    Count of[most_small_sizes + 1][most_small_members + 1];
    std::uint32_t pivots; // largest number
};

// Finds the leaves of the candidates in `row`, of which there are at most most_small_members. The rows of `matrix` lie
// one after the other and have `words` words each.
void pivot_small(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                 SmallPivoting const& sought, SmallBundles& bundles);

namespace phase {

// Does what pivot_small() does by a full warp. Lanes: all, together.
template <class W> class SmallPivotWalk {
    using Small = SmallMatrix<W>;
    using Set = typename Small::Set;

public:
    CERRADO_FN SmallPivotWalk(Small const& matrix, SmallPivoting const& sought)
        : matrix_(matrix),
          sought_(sought),
          candidates_(matrix.all()) {}

    // Calls leaf(PivotLeaf) for each leaf, with the vertices held and the pivots beyond the traversal's.
    template <class Leaf> CERRADO_FN void run(Leaf const& leaf) {
        for (;;) {
            Set open = open_stage(leaf);
            if (open == 0) {
                if (held_ == 0) return;
                open = ascend();
                if (open == 0) {
                    candidates_ &= matrix_.row(pivot_);
                    ++pivots_;
                    continue;
                }
            }
            descend(open);
        }
    }

private:
    // Returns: the extensions of the stage. The set is empty if a leaf was reached, or if the sizes sought cannot
    // occur.
    template <class Leaf> CERRADO_FN Set open_stage(Leaf const& leaf) {
        int const count = Small::bits_of(candidates_);
        int const left = sought_.longest - held_;
        if (held_ + static_cast<int>(sought_.pivots + pivots_) + count < sought_.shortest) return 0;
        int const degree = matrix_.lower_count(candidates_); // of this lane's lower member and of its upper one
        int const upper_degree = matrix_.upper_count(candidates_);
        if (left <= 3) {
            leaf(truncated_leaf(count, left, degree + upper_degree));
            return 0;
        }
        auto const& warp = matrix_.warp();
        bool const is_candidate = (candidates_ >> warp.lane() & 1) != 0;
        bool const upper_is_candidate = (candidates_ >> (32 + warp.lane()) & 1) != 0;
        Set const universal = warp.ballot(is_candidate && degree + 1 == count) |
                              Set{warp.ballot(upper_is_candidate && upper_degree + 1 == count)} << 32;
        pivots_ += static_cast<std::uint32_t>(Small::bits_of(universal));
        candidates_ &= ~universal;
        bool const lacks_two = (is_candidate && degree + 2 < count) || (upper_is_candidate && upper_degree + 2 < count);
        if (!warp.any(lacks_two)) {
            leaf(PivotLeaf{static_cast<std::uint32_t>(held_), pivots_,
                           static_cast<std::uint32_t>(Small::bits_of(candidates_)) / 2});
            return 0;
        }
        // The pivot is the candidate with the most neighbours, and the lowest of several.
        std::uint32_t const rank = rank_of(candidates_ >> warp.lane(), degree, warp.lane());
        std::uint32_t const upper_rank = rank_of(candidates_ >> warp.lane() >> 32, upper_degree, 32 + warp.lane());
        pivot_ = 63 - static_cast<int>(warp.reduce_max(rank < upper_rank ? upper_rank : rank) & 63);
        return candidates_ & ~matrix_.row(pivot_) & ~(Set{1} << pivot_);
    }

    static CERRADO_FN std::uint32_t rank_of(Set is_candidate, int degree, int member) {
        return (is_candidate & 1) != 0 ? static_cast<std::uint32_t>((degree + 1) << 6 | (63 - member)) : 0;
    }

    CERRADO_FN PivotLeaf truncated_leaf(int count, int left, int degrees) const {
        PivotLeaf found{static_cast<std::uint32_t>(held_), pivots_, 0, static_cast<std::uint32_t>(count)};
        if (left >= 2) found.edges = matrix_.warp().reduce_add(static_cast<std::uint32_t>(degrees)) / 2;
        if (left >= 3) found.triangles = matrix_.warp().reduce_add(matrix_.triangles(candidates_));
        return found;
    }

    // Takes the highest extension as the next held vertex.
    CERRADO_FN void descend(Set open) {
        int const top = Small::highest_of(open);
        Set const itself = Set{1} << top;
        candidates_ &= ~itself;
        if (matrix_.warp().lane() == held_) waiting_ = {candidates_, open & ~itself, pivots_, pivot_};
        candidates_ &= matrix_.row(top);
        ++held_;
    }

    // Returns: the remaining extensions of the level before.
    CERRADO_FN Set ascend() {
        auto const& warp = matrix_.warp();
        --held_;
        candidates_ = warp.shuffle(waiting_.candidates, held_);
        pivots_ = warp.shuffle(waiting_.pivots, held_);
        pivot_ = warp.shuffle(waiting_.pivot, held_);
        return warp.shuffle(waiting_.open, held_);
    }

    struct Stage {
        Set candidates = 0;
        Set open = 0;
        std::uint32_t pivots = 0;
        int pivot = 0;
    };

    Small const& matrix_;
    SmallPivoting const sought_;
    Set candidates_;
    std::uint32_t pivots_ = 0;
    int pivot_ = 0;
    int held_ = 0;
    Stage waiting_; // for the level that has this lane's number
};

} // namespace phase

} // namespace cerrado
