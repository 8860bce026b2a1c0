// Pivoting counts the cliques of every size that a root begins, without meeting each of them.
//
// The traversal's vertices are held. The candidates are the members that are adjacent to all of them. The pivot is the
// candidate with the most neighbours among the candidates. Some cliques take a candidate that is not adjacent to the
// pivot: these candidates are the extensions. All other cliques may take the pivot or leave it out. For them the pivot
// is added to the list of pivots, its neighbours become the candidates, and the level goes on with them. Candidates
// adjacent to all others become pivots at once. A leaf is reached if the remaining candidates form a clique, or a
// clique without the edges of a matching. h held vertices and p pivots stand for C(p, s) cliques of h + s vertices, for
// every s.
//
// The state of a traversal follows from the graph, its vertices and the number of pivots taken at each level. So
// donated work carries only the vertices and these numbers. If there is room, the matrix and the rows of its last level
// are attached, since to make them anew takes a hundred times as long.
// Sources: Pivoter (Jain and Seshadhri, WSDM 2020). Leaves without the edges of a matching: EBBkC (Wang, Yu and Long,
// SIGMOD 2024).
#pragma once

#include "clique/pivot/clique_polynomial.hpp"
#include "clique/pivot/pivot_plan.hpp"
#include "clique/pivot/pivot_small.hpp"

#include <cerrado/engine/detail/rows/matrix.hpp>
#include <cerrado/output/by_size.hpp>

namespace cerrado {

// The state of a level. The polynomial of a leaf is (1 + x)^pivots times (1 + 2x)^pairs, or times 1 + candidates x +
// edges x^2.
struct PivotState {
    std::uint32_t pivots; // of the whole traversal so far
    std::uint32_t pairs;
    union {
        std::uint32_t pivot;      // of a stage: the member whose non-neighbours are the extensions
        std::uint32_t candidates; // of a leaf
    };
    union {
        std::uint32_t later; // of a stage: candidates of the next one
        std::uint32_t edges; // of a leaf
    };
    // First slice of the stage. It varies, since a stage can have fewer extensions than there are slices.
    std::uint32_t rotation;
};

// `local`: each level has the rows of its pivots and of the held vertices, so the vertices of a leaf are known.
// `counts`: the run counts per vertex and edge from these rows; see pivot_local.hpp.
template <bool local, bool counts = local> struct PivotingWith {
    using Arrays = PivotArrays;
    struct LevelState {
        PivotState pivoting;
        std::uint32_t taken = 0;        // pivots taken at this level
        bool gave_later_stages = false; // another worker does them
    };
    using Carried = std::uint32_t;
    static CERRADO_FN std::uint32_t carried(LevelState const& level) { return level.taken; }
    using Ref = PivotRef;
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = true; // the application has its own sizes; RunOptions::k is not read
    static constexpr bool has_stages = true;
    static constexpr bool has_attachments = !local;
    static constexpr bool knows_leaves = local;
    static constexpr bool counts_locally = counts;
    template <class Outputs> static constexpr bool narrows = !local;
    static constexpr int max_vertices = max_held_vertices;
    static constexpr int most_counted_levels = 1;

    using Planner = PivotPlanner;
    using Memory = PivotMemory;
    template <class W, class Te> class Operators;
};
using Pivoting = PivotingWith<false>;
using LocalPivoting = PivotingWith<true>;

// The largest matching whose edges a leaf may lack. The binomials that weight it stay below 2^30.
inline constexpr std::uint32_t most_leaf_pairs = 31;
// Stages of fewer candidates are not given to another worker, which must make the root's matrix anew, unless the application
// declares otherwise.
template <class App> consteval std::uint32_t least_given_candidates() {
    if constexpr (requires { App::least_given_candidates; }) return App::least_given_candidates;
    return 65;
}
// Values of PivotState::pairs that mark a leaf which is counted by its complement, and a leaf which is walked through
// at once.
inline constexpr std::uint32_t factored_leaf = ~0u;
inline constexpr std::uint32_t small_leaf = ~0u - 1;

namespace phase {

// Makes the extension row of the last level: the candidates that are adjacent to all others. for_each_word(f) calls f(word)
// for each word of the row that has candidates, and may do so for others.
CERRADO_CALLS_HOST template <class T, class Words>
CERRADO_FN CandidateDegrees degrees_of_candidates(T const& te, Words const& for_each_word) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.row_words();
    std::uint32_t const* const row = te.candidate_row(te.size());
    std::uint32_t* const universal = te.extension_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return degrees_of_row(te.matrix(), row, universal, words);
    } else {
        auto const& warp = te.warp();
        std::uint32_t const lane = static_cast<std::uint32_t>(warp.lane());
        std::uint32_t const count = count_bits<W>(row, words);
        std::uint32_t most = 0; // rank of the best candidate: by degree + 1, then by lower member
        std::uint32_t lack = 0; // largest number of candidates that one is not adjacent to, itself included
        LaneMask full = 0;
        for (std::uint32_t first = 0; first < 32 * words; first += W::width) {
            std::uint32_t const member = first + lane;
            if (row[first / 32] != 0) { // uniform over the lanes
                bool const is_candidate = (row[first / 32] >> member % 32 & 1) != 0;
                std::uint32_t degree = 0;
                if (is_candidate) {
                    for_each_word([&](std::uint32_t word) {
                        degree += static_cast<std::uint32_t>(popcount(te.matrix_word(member, word) & row[word]));
                    });
                }
                std::uint32_t const rank = (degree + 1) << 16 | (0xffff - member);
                bool const is_universal = is_candidate && degree + 1 == count;
                if (is_candidate && !is_universal && rank > most) most = rank;
                if (is_candidate && count - degree > lack) lack = count - degree;
                full |= warp.ballot(is_universal) << first % 32;
            }
            if ((first + W::width) % 32 == 0) {
                if (lane == 0) universal[first / 32] = full;
                full = 0;
            }
        }
        most = warp.reduce_max(most);
        lack = warp.reduce_max(lack);
        warp.sync();
        return {count, count - lack, most == 0 ? 0 : 0xffff - (most & 0xffff)};
    }
}

template <class T> CERRADO_FN CandidateDegrees degrees_of_candidates(T const& te) {
    return degrees_of_candidates(te, [words = te.row_words()](auto const& f) {
        for (std::uint32_t word = 0; word < words; ++word) f(word);
    });
}

// The number of pairs of adjacent candidates.
CERRADO_CALLS_HOST template <class T> CERRADO_FN std::uint32_t edges_among_candidates(T const& te) {
    using W = typename T::WarpType;
    std::uint32_t const words = te.row_words();
    std::uint32_t const* const row = te.candidate_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return static_cast<std::uint32_t>(count_row_degrees(te.matrix(), row, words) / 2);
    } else {
        Count const degrees = count_common_bits(te, row, [words](std::uint32_t) { return words; });
        return te.warp().reduce_add(static_cast<std::uint32_t>(degrees)) / 2;
    }
}

// C(n, i). Requires: n <= most_leaf_pairs.
CERRADO_FN inline Count small_binomial(std::uint32_t n, std::uint32_t i) {
    Count value = 1;
    for (std::uint32_t step = 0; step < i; ++step) value = value * (n - step) / (step + 1);
    return value;
}

} // namespace phase

template <bool local, bool counts> template <class W, class Te> class PivotingWith<local, counts>::Operators
    : public MatrixOperators<W, Te> {
    using Base = MatrixOperators<W, Te>;
    using Base::te;

public:
    CERRADO_FN std::uint32_t* extension_row(int length) const { return Base::level_row(0, length); }
    CERRADO_FN std::uint32_t* candidate_row(int length) const { return Base::level_row(1, length); }
    CERRADO_FN std::uint32_t* pivot_row(int length) const {
        return Base::level_row(2, length);
    } // for local counts, as is hold_row()
    CERRADO_FN std::uint32_t* hold_row(int length) const { return Base::level_row(3, length); }

    // Makes the extensions for the cliques of `shortest` to `longest` vertices. Returns: true if a leaf is reached,
    // which has no extensions. finish() counts the leaf: it needs no branching, or its cliques take at most two more
    // vertices.
    CERRADO_FN bool extend_pivot(int shortest, int longest);

    CERRADO_FN std::uint32_t first_of_slice(LevelState const& level) const {
        return (te().job().slice + level.pivoting.rotation) % te().job().slices;
    }
    // For load balancing, of the traversal's first `length` vertices.
    CERRADO_FN bool has_later_stages(int length) const;
    CERRADO_FN std::uint32_t attachment_words(int length) const { return words_of_attachment(Base::matrix_at(length)); }
    CERRADO_FN void write_attachment(int length, std::uint32_t* to) const;
    CERRADO_FN void take_attachment(std::uint32_t const* from);
    CERRADO_FN void on_push(std::uint32_t taken) {
        te().top().taken = taken;
        te().top().gave_later_stages = false;
    }
    CERRADO_FN void take_extension() {
        Base::return_to_matrix();
        std::uint32_t const member = Base::highest_open(extension_row(te().size()));
        pass_extensions(member);
        te().push(Base::members()[member], 0);
        descend(member);
    }
    CERRADO_FN void on_enter(Entry entry);
    CERRADO_FN void on_leave() {
        if constexpr (counts) flush_local();
    }
    CERRADO_FN void on_pause() { on_leave(); }

private:
    CERRADO_FN void replay_levels();
    CERRADO_FN void replay_stages();
    CERRADO_FN void descend(std::uint32_t member);
    CERRADO_FN void pass_extensions(std::uint32_t member);
    CERRADO_FN bool open_stage(std::uint32_t factored = 0);
    CERRADO_FN void take_pivot();
    CERRADO_FN std::uint32_t most_factored(int sizes) const;
    CERRADO_FN bool is_small(std::uint32_t candidates, int sizes) const;
    CERRADO_FN bool is_sliced() const;
    CERRADO_FN void begin_local();
    CERRADO_FN void descend_local(std::uint32_t member);
    CERRADO_FN void flush_local();
};

// A level of pivoting has stages. Candidates adjacent to all others become pivots. One of the other candidates is the
// next pivot, and those not adjacent to it are the extensions. When these are done, the pivot is taken, and the next
// stage begins.

// Makes the matrix of the root's neighbourhood, and the rows of each level that the traversal already has.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::on_enter(Entry entry) {
    static_assert(is_oriented<typename Te::Application>(), "pivoting needs `static constexpr bool oriented = true`");
    if (entry == Entry::attached) return;
    if (entry == Entry::donated) {
        bool const is_new = te().job().range_end == ~0u; // the last vertex was not visited yet
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

// An attachment has the state of the level, the matrix, and the candidates and extensions that are left.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::write_attachment(int length, std::uint32_t* to) const {
    Submatrix const matrix = Base::matrix_at(length);
    auto const& level = te().level(length - 1);
    if (te().warp().lane() == 0) {
        PivotState const& state = level.pivoting;
        to[0] = matrix.members;
        to[1] = level.total;
        to[2] = state.pivots;
        to[3] = state.pivot;
        to[4] = state.later;
        to[5] = state.rotation;
    }
    to += attached_numbers;
    Base::copy_words(to, extension_row(length), matrix.row_words());
    Base::copy_words(to + matrix.row_words(), candidate_row(length), matrix.row_words());
    Base::write_matrix(matrix, to + 2 * matrix.row_words());
}
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::take_attachment(std::uint32_t const* from) {
    int const length = te().size();
    for (int i = 0; i < length; ++i) te().level(i).generated = true;
    auto& level = te().top();
    level.size = level.total = from[1];
    level.pivoting = {};
    level.pivoting.pivots = from[2];
    level.pivoting.pivot = from[3];
    level.pivoting.later = from[4];
    level.pivoting.rotation = from[5];
    std::uint32_t const members = from[0], words = words_of_row(members);
    from += attached_numbers;
    Base::copy_words(extension_row(length), from, words);
    Base::copy_words(candidate_row(length), from + words, words);
    Base::take_matrix(members, from + 2 * words);
}

// Repeats the finished stages of the level, up to the present one.
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

// Makes the candidates of the traversal from those of the level before. `member` is its last vertex.
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

// Removes the extensions from `member` on from the extension row, and from the candidates, since a consumed vertex is
// no candidate of later extensions. Each lane writes the words that it reads in descend().
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

// Turns candidates that are adjacent to all others into pivots. Chooses a pivot among the other candidates; those not
// adjacent to it are the extensions. Returns: true if a leaf is reached instead: the other candidates form a clique
// without the edges of a matching, or there are at most `factored` of them.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::open_stage(std::uint32_t factored) {
    // Local counts need the vertices of each clique, which only leaves without a matching tell.
    constexpr std::uint32_t most_unmatched = local ? 0 : 2 * most_leaf_pairs;
    auto& level = te().top();
    level.generated = true;
    level.size = level.total = 0;
    level.pivoting.pairs = level.pivoting.candidates = level.pivoting.edges = 0;
    std::uint32_t const words = Base::row_words();
    std::uint32_t* const row = candidate_row(te().size());
    std::uint32_t* const extension = extension_row(te().size());
    if (count_bits<W>(row, words) == 0) return true;
    CandidateDegrees const degrees = phase::degrees_of_candidates(te());
    std::uint32_t const universal = count_bits<W>(extension, words);
    level.pivoting.pivots += universal;
    std::uint32_t const pivot = degrees.most_adjacent;
    std::uint32_t const rest = degrees.count - universal;
    bool const is_near_clique = degrees.least + 2 >= degrees.count && rest <= most_unmatched;
    bool const is_leaf = is_near_clique || rest <= factored;
    te().warp().sync(); // every lane has counted
    level.pivoting.rotation = rest;
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < words; i += W::width) {
        row[i] &= ~extension[i];
        if constexpr (local) pivot_row(te().size())[i] |= extension[i];
        extension[i] = row[i] & ~Base::matrix_word(pivot, i) & ~word_of_member(pivot, i);
    }
    te().warp().sync();
    if (is_leaf) {
        level.pivoting.pairs = is_near_clique ? rest / 2 : factored_leaf;
    } else {
        level.size = level.total = count_bits<W>(extension, words);
        level.pivoting.pivot = pivot;
        level.pivoting.later = rest - 1 - level.total;
    }
    return is_leaf;
}

// Returns: whether the stages after the present one are this worker's, may have cliques, and are enough work to give away.
// Lanes: any.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::has_later_stages(int length) const {
    auto const& level = te().level(length - 1);
    bool const is_own = length > te().job().first_length || te().job().origin != JobOrigin::donated;
    std::uint32_t const reach = static_cast<std::uint32_t>(length) + level.pivoting.pivots + 1 + level.pivoting.later;
    return is_own && level.generated && !level.gave_later_stages &&
           level.pivoting.later >= least_given_candidates<typename Te::Application>() &&
           reach >= static_cast<std::uint32_t>(te().context().engine.leaves.sizes.shortest);
}

// Takes the pivot, since its extensions are done. The cliques that are left are among its neighbours, with or without
// the pivot.
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
            if (level.gave_later_stages) return false;
            if (length == te().job().first_length) {
                if (te().job().origin == JobOrigin::donated) return false; // the donor does the rest
                te().job().open_range();                                   // the range was that of the finished stage
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
        if (open_stage(factored)) {
            te().clock().steps_left = 0; // to count a leaf by its complement can take as long as many steps
            return true;
        }
        if (length == te().context().levels) {
            if (te().warp().lane() == 0) W::grid_add(te().context().engine.leaves.too_deep, Count{1});
            level.size = 0;
            return false;
        }
    }
}

// Returns: whether several jobs share the extensions of this level. If so, each job branches and counts no leaf early:
// a resumed run may continue on another device, whose jobs would choose other leaves.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::is_sliced() const {
    return te().job().slices > 1 && te().size() == te().job().first_length;
}

// Returns: the most candidates of a leaf that is counted by its complement, if that many sizes are sought beyond the
// traversal. It is 0 for local counts, since the complement does not tell which vertices are in the cliques.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN std::uint32_t PivotingWith<local, counts>::Operators<W, Te>::most_factored(int sizes) const {
    constexpr bool is_lane = std::is_same_v<W, ScalarWarp>;
    constexpr Factoring rule = is_lane ? factoring_by_lane : factoring_by_warp;
    if constexpr (local || !factors_rests<typename Te::Application>() || (!is_lane && W::width != 32)) {
        return 0;
    } else {
        bool const has_frames = is_lane || te().context().engine.leaves.factor_frames != 0;
        return has_frames && rule.serves(te().size() + sizes, sizes) && !is_sliced() ? rule.most_vertices : 0;
    }
}

// Returns: whether the rest is walked through at once, on a matrix of its own. This needs few candidates, and few sizes
// sought beyond the traversal.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN bool PivotingWith<local, counts>::Operators<W, Te>::is_small(std::uint32_t candidates, int sizes) const {
    if constexpr (local || !factors_rests<typename Te::Application>() || !makes_small_matrices<W>) {
        return false;
    } else {
        constexpr Factoring rule = std::is_same_v<W, ScalarWarp> ? factoring_by_lane : factoring_by_warp;
        return candidates <= most_small_members && sizes <= most_small_sizes &&
               !rule.serves(te().size() + sizes, sizes) && !is_sliced();
    }
}

// finish() counts a leaf of pivoting by size. h held vertices and p pivots are a bundle, which is multiplied by the
// rest of the leaf.

namespace phase {

// Counts a leaf by its complement.
CERRADO_CALLS_HOST template <class T, class Output> CERRADO_FN void finish_factored(T const& te, Output& output) {
    using W = typename T::WarpType;
    auto const held = static_cast<std::uint32_t>(te.size());
    std::uint32_t const pivots = te.top().pivoting.pivots;
    auto const add = [&](std::uint32_t taken, WideCount count) {
        if (count != 0) output.add_wide(bundle_class(held + taken, pivots), count);
    };
    std::uint32_t const* const row = te.candidate_row(te.size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        CliquePolynomial sizes;
        std::uint32_t const largest = clique_polynomial(te.matrix(), row, te.row_words(), sizes);
        for (std::uint32_t i = 0; i <= largest; ++i) add(i, sizes.of_size[i]);
    } else if constexpr (W::width == 32) {
        LanePolynomial const sizes =
            warp_clique_polynomial(te.warp(), te.member_room(), te.matrix(), row, te.template array<FactorFrames>());
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        add(lane, sizes.low);
        add(32 + lane, sizes.high);
    }
}

// Adds a leaf term by term, as bundles whose only factor is a power of 1 + x. (1 + 2x)^m is the sum of C(m, i) x^i (1 +
// x)^(m - i).
template <class W, class Output> CERRADO_FN void add_leaf(W const& warp, PivotLeaf const& leaf, Output& output) {
    auto const lane = static_cast<std::uint32_t>(warp.lane());
    if (leaf.pairs != 0) {
        output.reserve(Count{1} << 30);
        for (std::uint32_t i = lane; i <= leaf.pairs; i += W::width) {
            output.add(bundle_class(leaf.held + i, leaf.pivots + leaf.pairs - i), small_binomial(leaf.pairs, i));
        }
        return;
    }
    std::uint32_t const most = leaf.edges < leaf.triangles ? leaf.triangles : leaf.edges;
    output.reserve(most < leaf.candidates + 1 ? leaf.candidates + 1 : most);
    for (std::uint32_t i = lane; i < 4; i += W::width) {
        std::uint32_t const weight = i == 0 ? 1 : i == 1 ? leaf.candidates : i == 2 ? leaf.edges : leaf.triangles;
        if (weight != 0) output.add(bundle_class(leaf.held + i, leaf.pivots), weight);
    }
}

// Walks through the rest of a traversal with few candidates.
CERRADO_CALLS_HOST template <class T, class Output> CERRADO_FN void finish_small(T const& te, Output& output) {
    using W = typename T::WarpType;
    auto const held = static_cast<std::uint32_t>(te.size());
    std::uint32_t const pivots = te.top().pivoting.pivots;
    SizeRange const& sizes = te.context().engine.leaves.sizes;
    SmallPivoting const sought{sizes.shortest - te.size(), sizes.longest - te.size(), pivots};
    std::uint32_t const* const row = te.candidate_row(te.size());
    std::uint32_t const words = te.row_words();
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        SmallBundles bundles;
        cerrado::pivot_small(te.matrix(), row, words, sought, bundles);
        for (int taken = 0; taken <= sought.longest; ++taken) {
            for (std::uint32_t more = 0; more <= bundles.pivots; ++more) {
                Count const count = bundles.of[taken][more];
                if (count != 0)
                    output.add_wide(bundle_class(held + static_cast<std::uint32_t>(taken), pivots + more), count);
            }
        }
    } else {
        auto const word_of = [&](std::uint32_t member, std::uint32_t word) { return te.matrix_word(member, word); };
        SmallMatrix<W> const matrix(te.warp(), row, words, word_of);
        SmallPivotWalk<W>(matrix, sought).run([&](PivotLeaf leaf) {
            leaf.held += held;
            leaf.pivots += pivots;
            add_leaf(te.warp(), leaf, output);
        });
    }
}

} // namespace phase

template <class T, class W = typename T::WarpType, bool local = T::Engine::knows_leaves>
CERRADO_FN void finish(T const& te, BySize::Operators<W, T>& output) {
    if (!te.aggregates_here()) return;
    PivotState const& leaf = te.top().pivoting;
    if (leaf.pairs == factored_leaf) return phase::finish_factored(te, output);
    if constexpr (!local && makes_small_matrices<W>) {
        if (leaf.pairs == small_leaf) return phase::finish_small(te, output);
    }
    auto const held = static_cast<std::uint32_t>(te.size());
    phase::add_leaf(te.warp(), PivotLeaf{held, leaf.pivots, leaf.pairs, leaf.candidates, leaf.edges}, output);
}

} // namespace cerrado

#include "clique/pivot/pivot_local.hpp"
