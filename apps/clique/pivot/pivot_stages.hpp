// The stages of a level of pivoting. Candidates adjacent to all others become pivots. The rest has a pivot whose
// non-neighbours are the extensions. When these are done, the pivot is taken, and the next stage begins.
#pragma once

#include "clique/pivot/pivot.hpp"

namespace cerrado {

// Makes the matrix of the root's neighbourhood, and the rows of each level with which the traversal came.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::on_enter(Entry entry) {
    static_assert(is_oriented<typename Te::Application>(), "pivoting needs `static constexpr bool oriented = true`");
    if (entry == Entry::donated) {
        bool const is_new = te().job().range_end == ~0u; // its last vertex was not visited yet
        for (int i = 0; i < te().size(); ++i) te().level(i).generated = i + 1 < te().size() || !is_new;
    }
    Base::count_members();
    if constexpr (local) begin_local();
    te().level(0).pivoting = {};
    Base::collect_members();
    Base::template build_matrix<true>();
    Base::set_all(candidate_row(1));
    replay_levels();
    if (entry == Entry::donated) te().top().size = te().top().total;
}

// Goes through the stages that the level has behind it, up to the present one.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::replay_stages() {
    auto& level = te().top();
    std::uint32_t const taken = level.taken;
    level.taken = 0;
    open_stage();
    while (level.taken < taken) {
        take_pivot();
        open_stage();
    }
}

template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::replay_levels() {
    int const length = te().size();
    for (int prefix = 1; prefix <= length; ++prefix) {
        te().set_size(prefix);
        if (prefix > 1) descend(Base::number_of(te().last()));
        auto& level = te().top();
        if (!level.generated) continue;
        std::uint32_t const size = level.size;
        replay_stages();
        if (prefix < length) {
            te().warp().sync(); // every lane has counted the stage's extensions
            pass_extensions(Base::number_of(te().level(prefix).vertex));
            te().warp().sync();
            level.total = count_bits<W>(extension_row(prefix), Base::row_words());
        }
        level.size = size;
    }
}

// Makes the candidates of the traversal, whose last vertex is `member`, from those of the one before.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::descend(std::uint32_t member) {
    Base::note_matrix(te().size());
    std::uint32_t const* const before = candidate_row(te().size() - 1);
    std::uint32_t* const row = candidate_row(te().size());
    for (std::uint32_t word = static_cast<std::uint32_t>(te().warp().lane()); word < Base::row_words();
         word += W::width) {
        row[word] = before[word] & Base::matrix_word(member, word);
    }
    te().warp().sync();
    if constexpr (local) descend_local(member);
    te().top().pivoting = {};
    te().top().pivoting.pivots = te().level(te().size() - 2).pivoting.pivots;
}

// Takes the extensions from `member` on out of the row, and out of the candidates, since a consumed vertex is no
// candidate of the others. Each lane writes the words that it reads in descend().
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::pass_extensions(std::uint32_t member) {
    std::uint32_t* const row = extension_row(te().size());
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::row_words(); i += W::width) {
        if (i < member / 32) continue;
        std::uint32_t const open = i == member / 32 ? row[i] & ((1u << member % 32) - 1) : 0;
        candidate_row(te().size())[i] &= ~(row[i] ^ open);
        row[i] = open;
    }
}

// Turns candidates that are adjacent to all others into pivots. The rest has a pivot, whose non-neighbours are the
// extensions. Returns: true if there is none, since the rest is a clique less a matching, or has at most `factored`
// candidates.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::open_stage(std::uint32_t factored) {
    // It is not known which vertices the cliques of other leaves have.
    constexpr std::uint32_t most_unmatched = local ? 0 : 2 * most_leaf_pairs;
    auto& level = te().top();
    level.generated = true;
    level.size = level.total = 0;
    level.pivoting.pairs = 0;
    std::uint32_t const words = Base::row_words();
    std::uint32_t* const row = candidate_row(te().size());
    std::uint32_t* const extension = extension_row(te().size());
    if (count_bits<W>(row, words) == 0) return true;
    CandidateDegrees const degrees = phase::degrees_of_candidates(te());
    std::uint32_t const universal = count_bits<W>(extension, words);
    level.pivoting.pivots += universal;
    level.pivoting.pivot = degrees.most_adjacent;
    std::uint32_t const rest = degrees.count - universal;
    bool const is_near_clique = degrees.least + 2 >= degrees.count && rest <= most_unmatched;
    bool const is_leaf = is_near_clique || rest <= factored;
    te().warp().sync(); // every lane has counted
    level.pivoting.rotation = rest;
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < words; i += W::width) {
        row[i] &= ~extension[i];
        if constexpr (local) pivot_row(te().size())[i] |= extension[i];
        extension[i] = row[i] & ~Base::matrix_word(level.pivoting.pivot, i) & ~word_of_member(level.pivoting.pivot, i);
    }
    te().warp().sync();
    if (is_leaf) {
        level.pivoting.pairs = is_near_clique ? rest / 2 : factored_leaf;
    } else {
        level.size = level.total = count_bits<W>(extension, words);
    }
    return is_leaf;
}

// The extensions of the pivot are done. Cliques of its neighbours are left, with the pivot or without.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::take_pivot() {
    auto& level = te().top();
    std::uint32_t* const row = candidate_row(te().size());
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::row_words(); i += W::width) {
        row[i] &= Base::matrix_word(level.pivoting.pivot, i);
        if constexpr (local) pivot_row(te().size())[i] |= word_of_member(level.pivoting.pivot, i);
    }
    te().warp().sync();
    ++level.pivoting.pivots;
    ++level.taken;
}

template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::extend_pivot(int shortest, int longest) {
    int const length = te().size();
    std::uint32_t const factored = most_factored(longest - length);
    auto& level = te().top();
    Base::return_to_matrix();
    for (;;) {
        if (level.generated) {
            if (te().select_extension(length)) return false;
            if (length == te().job().first_length) {
                if (te().job().origin == JobOrigin::donated) return false; // the donor does the rest
                te().job().open_range();                                   // it belonged to the stage that is done
            }
            take_pivot();
        }
        std::uint32_t const candidates = count_bits<W>(candidate_row(length), Base::row_words());
        std::uint32_t const reach = static_cast<std::uint32_t>(length) + level.pivoting.pivots + candidates;
        if (reach < static_cast<std::uint32_t>(shortest)) return false;
        if (length + 2 >= longest) {
            level.pivoting.candidates = candidates;
            level.pivoting.edges = length + 2 == longest ? phase::edges_among_candidates(te()) : 0;
            level.generated = true;
            return true;
        }
        if (is_small(candidates, longest - length)) {
            level.pivoting.pairs = small_leaf;
            level.generated = true;
            return true;
        }
        if constexpr (Base::narrows()) {
            if (Base::can_narrow(candidates)) Base::narrow(candidate_row(length), candidates);
        }
        if (open_stage(factored)) return true;
        if (length == te().context().levels) {
            if (te().warp().lane() == 0) W::grid_add(te().context().engine.leaves.too_deep, Count{1});
            level.size = 0;
            return false;
        }
    }
}

// Whether several jobs share the extensions of this level. Then each branches on its own. Otherwise one of them might
// count at once what another does not, on another device, when the run goes on there.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::is_sliced() const {
    return te().job().slices > 1 && te().size() == te().job().first_length;
}

// The most candidates that a leaf may leave to its complement if that many sizes are sought beyond the traversal. It is
// not known which vertices are in the cliques of such a leaf, so local counts have none.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN std::uint32_t PivotingWith<local, counts>::Operators<W, Te>::most_factored(int sizes) const {
    constexpr bool is_lane = std::is_same_v<W, ScalarWarp>;
    constexpr Factoring rule = is_lane ? factoring_by_lane : factoring_by_warp;
    if constexpr (local || !factors_rests<typename Te::Application>() || (!is_lane && W::width != 32)) {
        return 0;
    } else {
        bool const has_frames = is_lane || te().context().engine.leaves.factor_frames != 0;
        return sizes < rule.least_sizes || !has_frames || is_sliced() ? 0 : rule.most_vertices;
    }
}

// Whether the rest is walked through at once, on a matrix of its own: few candidates, and few sizes sought beyond the
// traversal.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::is_small(std::uint32_t candidates, int sizes) const {
    if constexpr (local || !factors_rests<typename Te::Application>() || !makes_small_matrices<W>) {
        return false;
    } else {
        constexpr Factoring rule = std::is_same_v<W, ScalarWarp> ? factoring_by_lane : factoring_by_warp;
        return candidates <= most_small_members && sizes <= most_small_sizes && sizes < rule.least_sizes &&
               !is_sliced();
    }
}

} // namespace cerrado
