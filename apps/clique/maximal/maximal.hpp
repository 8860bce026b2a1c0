// Maximal cliques: those to which no vertex can be added.
//
// The traversal's vertices and the universal ones are held. The candidates are the members adjacent to all of them;
// excluded are the vertices adjacent to all of them whose cliques were met before: the lower neighbours of the root, and
// the members whose branches are done. Candidates adjacent to all others are universal: each maximal clique below has
// them, so they are held at once. The pivot is the candidate or excluded vertex with the most neighbours among the
// candidates. A maximal clique has the pivot or a vertex that is not adjacent to it, so the candidates that are not
// adjacent to it are the extensions. If an excluded vertex is adjacent to all candidates, nothing below is maximal. If no
// candidate is left and nothing is excluded, the held vertices are a maximal clique. It is met once, from its lowest
// vertex.
//
// Vertices are numbered by rising degree, so few neighbours of a root are above it. These are the members. The rows of
// the lower neighbours have bits for members alone, and those without a bit are left out. The state of a traversal follows
// from the graph and its vertices, so donated work carries only these.
// Sources: Tomita, Tanaka and Takahashi (2006). Roots in an order: Eppstein, Löffler and Strash (2013). Rows of excluded
// vertices over the candidates alone: Almasri et al. (PACT 2023).
#pragma once

#include "clique/maximal/maximal_plan.hpp"
#include "clique/pivot/pivot.hpp"

namespace cerrado {

// `lists`: the application has k, the length of a record.
template <bool lists> struct MaximalCliquesWith {
    using Arrays = MaximalArrays;
    struct LevelState {
        std::uint32_t held = 0; // vertices, universal ones too
    };
    using Carried = NoState;
    using Ref = MaximalRef;
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = !lists;
    template <class Outputs> static constexpr bool narrows = false;
    static constexpr int max_vertices = most_maximal_levels;
    static constexpr int most_counted_levels = 1;

    using Planner = MaximalPlanner;
    using Memory = MaximalMemory;
    template <class W, class Te> class Operators;
};

template <bool lists> template <class W, class Te> class MaximalCliquesWith<lists>::Operators
    : public MatrixOperators<W, Te> {
    using Base = MatrixOperators<W, Te>;
    using Base::te;

public:
    CERRADO_FN std::uint32_t* extension_row(int length) const { return Base::level_row(0, length); }
    CERRADO_FN std::uint32_t* candidate_row(int length) const { return Base::level_row(1, length); }
    CERRADO_FN std::uint32_t* excluded_row(int length) const { return Base::level_row(2, length); }
    CERRADO_FN std::uint32_t* hold_row(int length) const { return Base::level_row(3, length); }
    // Bit i: the i-th lower neighbour that has a row is excluded.
    CERRADO_FN std::uint32_t* lower_row(int length) const {
        return te().template array<LowerLevels>() +
               static_cast<std::uint64_t>(length - 1) * te().context().engine.lower_words;
    }

    // Makes the extensions, if a clique of `shortest` to `longest` vertices can be below. Lanes: all. Returns: true if
    // the held vertices are such a clique, and maximal. Then there are no extensions.
    CERRADO_FN bool extend_maximal(std::uint32_t shortest, std::uint32_t longest) {
        auto& level = te().top();
        if (phase::is_extended(te())) return false;
        level.generated = true;
        level.size = level.total = 0;
        std::uint32_t const candidates = count_bits<W>(candidate_row(te().size()), Base::row_words());
        if (level.held + candidates < shortest || level.held > longest) return false;
        if (open_level(candidates)) return level.held <= longest;
        if (level.size > 0 && te().size() == te().context().levels) {
            if (te().warp().lane() == 0) W::grid_add(te().context().engine.too_deep, Count{1});
            level.size = level.total = 0;
        }
        return false;
    }
    CERRADO_FN std::uint32_t held() const { return te().top().held; }
    // Calls f(vertex) for each held vertex, each on one lane. Lanes: all.
    template <class Function> CERRADO_FN void for_each_held(Function const& f) const {
        if (te().warp().lane() == 0) f(te().root());
        std::uint32_t const* const row = hold_row(te().size());
        for (std::uint32_t word = 0; word < Base::row_words(); ++word)
            for_each_bit(te().warp(), row[word], [&](std::uint32_t i) { f(Base::members()[32 * word + i]); });
    }

    // Calls f(u, v) for each two held vertices, u below v, each on one lane. Lanes: all.
    template <class Function> CERRADO_FN void for_each_held_pair(Function const& f) const {
        std::uint32_t const* const row = hold_row(te().size());
        for_each_held([&](VertexId v) {
            if (te().root() < v) f(te().root(), v);
            for (std::uint32_t word = 0; word < Base::row_words(); ++word) {
                for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                    VertexId const u = Base::members()[32 * word + static_cast<std::uint32_t>(lowest_bit(bits))];
                    if (u < v) f(u, v);
                }
            }
        });
    }

    // Writes name_of(vertex) for each held vertex, the root first. The rest of the `width` words gets the root's name.
    // Lanes: all.
    template <class NameOf>
    CERRADO_FN void write_held(VertexId* place, std::uint32_t width, NameOf const& name_of) const {
        VertexId const first = name_of(te().root());
        std::uint32_t const* const row = hold_row(te().size());
        std::uint32_t next = 1;
        for (std::uint32_t word = 0; word < Base::row_words(); ++word) {
            std::uint32_t const bits = row[word];
            for_each_bit(te().warp(), bits, [&](std::uint32_t i) {
                auto const before = static_cast<std::uint32_t>(popcount(bits & ((1u << i) - 1)));
                place[next + before] = name_of(Base::members()[32 * word + i]);
            });
            next += static_cast<std::uint32_t>(popcount(bits));
        }
        if (lane() == 0) place[0] = first;
        for (std::uint32_t i = next + lane(); i < width; i += W::width) place[i] = first;
    }

    CERRADO_FN void on_push(NoState const&) {}
    CERRADO_FN void take_extension() {
        std::uint32_t const member = Base::highest_open(extension_row(te().size()));
        pass_extensions(member);
        te().push(Base::members()[member], {});
        descend(member);
    }
    CERRADO_FN void on_enter(Entry entry);

private:
    CERRADO_FN std::uint32_t lane() const { return static_cast<std::uint32_t>(te().warp().lane()); }
    // Calls f(word) for the words of a row that have candidates, and for those behind the 32nd.
    template <class Function> CERRADO_FN void for_each_live_word(Function const& f) const {
        for (std::uint32_t left = live_; left != 0; left &= left - 1) f(static_cast<std::uint32_t>(lowest_bit(left)));
        for (std::uint32_t word = 32; word < Base::row_words(); ++word) f(word);
    }
    CERRADO_FN void note_candidates(std::uint32_t candidates) {
        if constexpr (W::width == 1) return; // the host's functions do it
        candidates_ = candidates;
        live_ = 0;
        std::uint32_t const* const row = candidate_row(te().size());
        for (std::uint32_t word = 0; word < Base::row_words() && word < 32; ++word)
            live_ |= row[word] != 0 ? 1u << word : 0;
    }
    CERRADO_FN CandidateRows candidates_of_level() const {
        return {candidate_row(te().size()), extension_row(te().size()), Base::row_words()};
    }
    CERRADO_FN std::uint32_t& lower_word(std::uint32_t i, std::uint32_t word) const {
        return te().template array<LowerRows>()[matrix_entry<W>(te().context().engine.lower_capacity, Base::row_words(),
                                                                i, word)];
    }
    CERRADO_FN void add_lower_rows();
    CERRADO_FN void begin_root();
    CERRADO_FN void descend(std::uint32_t member);
    CERRADO_FN void pass_extensions(std::uint32_t member);
    CERRADO_FN bool open_level(std::uint32_t candidates);
    template <class Keep> CERRADO_FN void keep_bits(std::uint32_t const* from, std::uint32_t* to, std::uint32_t words,
                                                    Keep const& keep) const;
    template <class WordOf>
    CERRADO_FN ExcludedPivot keep_excluded(std::uint32_t* excluded, std::uint32_t words, WordOf const& word_of) const;
    CERRADO_FN ExcludedPivot keep_excluded_members();
    CERRADO_FN ExcludedPivot keep_lower();

    std::uint32_t lower_ = 0;                 // lower neighbours with rows
    std::uint32_t candidates_ = 0, live_ = 0; // of the level that is opened: their number, and the words that have some
};

// Makes the matrix of the members, the rows of the lower neighbours, and the rows of each level that the traversal
// already has.
template <bool lists> template <class W, class Te>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::on_enter(Entry entry) {
    if (entry == Entry::donated) {
        bool const is_new = te().job().range_end == ~0u; // the last vertex was not visited yet
        for (int i = 0; i < te().size(); ++i) te().level(i).generated = i + 1 < te().size() || !is_new;
    }
    Base::count_members();
    Base::collect_members();
    Base::template build_matrix<true>();
    add_lower_rows();
    begin_root();
    int const length = te().size();
    for (int prefix = 1; prefix <= length; ++prefix) {
        te().set_size(prefix);
        if (prefix > 1) descend(Base::number_of(te().last()));
        auto& level = te().top();
        if (!level.generated) continue;
        std::uint32_t const size = level.size;
        open_level(count_bits<W>(candidate_row(prefix), Base::row_words()));
        if (prefix < length) {
            te().warp().sync(); // every lane has counted the extensions
            pass_extensions(Base::number_of(te().level(prefix).vertex));
            te().warp().sync();
            level.total = count_bits<W>(extension_row(prefix), Base::row_words());
        }
        level.size = size;
    }
    if (entry == Entry::donated) te().top().size = te().top().total;
}

// The lists of the lower neighbours are short above the root. So each lane has one of them, and sets the bits of its row.
template <bool lists> template <class W, class Te>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::add_lower_rows() {
    GraphRef const& graph = te().graph();
    VertexId const root = te().root();
    std::uint32_t const words = Base::row_words();
    EdgeOffset const begin = graph.begin(root), end = Base::first_successor(root);
    lower_ = 0;
    for (EdgeOffset first = begin; first < end && Base::member_count() > 0; first += W::width) {
        EdgeOffset const at = first + lane();
        EdgeOffset p = 0, last = 0;
        if (at < end) {
            VertexId const x = graph.neighbours[at];
            p = graph.first_above(x, root);
            last = graph.end(x);
        }
        std::uint32_t member = 0; // plus 1
        for (; p < last && member == 0; ++p) member = Base::number_or_none(graph.neighbours[p]);
        LaneMask const there = te().warp().ballot(member != 0);
        std::uint32_t const own = lower_ + static_cast<std::uint32_t>(te().warp().rank_below(there));
        if (member != 0) {
            for (std::uint32_t word = 0; word < words; ++word) lower_word(own, word) = 0;
            lower_word(own, (member - 1) / 32) |= 1u << (member - 1) % 32;
            for (; p < last; ++p) {
                member = Base::number_or_none(graph.neighbours[p]);
                if (member != 0) lower_word(own, (member - 1) / 32) |= 1u << (member - 1) % 32;
            }
        }
        lower_ += static_cast<std::uint32_t>(popcount(there));
    }
    te().warp().sync();
}

template <bool lists> template <class W, class Te>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::begin_root() {
    te().level(0).held = 1;
    for (std::uint32_t word = lane(); word < Base::row_words(); word += W::width)
        excluded_row(1)[word] = hold_row(1)[word] = 0;
    for (std::uint32_t word = lane(); word < words_of_row(lower_); word += W::width) {
        std::uint32_t const bits = lower_ > 32 * word ? lower_ - 32 * word : 0;
        lower_row(1)[word] = bits >= 32 ? ~0u : (1u << bits) - 1;
    }
    Base::set_all(candidate_row(1));
}

// Makes the rows of the traversal from those of the level before. `member` is its last vertex.
template <bool lists> template <class W, class Te>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::descend(std::uint32_t member) {
    int const length = te().size();
    for (std::uint32_t word = lane(); word < Base::row_words(); word += W::width) {
        std::uint32_t const adjacent = Base::matrix_word(member, word);
        candidate_row(length)[word] = candidate_row(length - 1)[word] & adjacent;
        excluded_row(length)[word] = excluded_row(length - 1)[word] & adjacent;
        hold_row(length)[word] = hold_row(length - 1)[word] | word_of_member(member, word);
    }
    keep_bits(lower_row(length - 1), lower_row(length), words_of_row(lower_),
              [&](std::uint32_t i) { return (lower_word(i, member / 32) >> member % 32 & 1) != 0; });
    te().warp().sync();
    te().top().held = te().level(length - 2).held + 1;
}

// Takes the extensions from `member` on out of the row. They are done, so they are excluded from now on. Each lane writes
// the words that it reads in descend().
template <bool lists> template <class W, class Te>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::pass_extensions(std::uint32_t member) {
    int const length = te().size();
    std::uint32_t* const row = extension_row(length);
    for (std::uint32_t i = lane(); i < Base::row_words(); i += W::width) {
        if (i < member / 32) continue;
        std::uint32_t const open = i == member / 32 ? row[i] & ((1u << member % 32) - 1) : 0;
        candidate_row(length)[i] &= ~(row[i] ^ open);
        excluded_row(length)[i] |= row[i] ^ open;
        row[i] = open;
    }
}

// Copies the bits i for which keep(i). Lanes: all; keep(i) is asked on one lane.
template <bool lists> template <class W, class Te> template <class Keep>
CERRADO_FN void MaximalCliquesWith<lists>::Operators<W, Te>::keep_bits(std::uint32_t const* from, std::uint32_t* to,
                                                                       std::uint32_t words, Keep const& keep) const {
    for (std::uint32_t word = 0; word < words; ++word) {
        std::uint32_t const bits = from[word];
        std::uint32_t kept = 0;
        if constexpr (W::width == 1) {
            for (std::uint32_t left = bits; left != 0; left &= left - 1) {
                auto const bit = static_cast<std::uint32_t>(lowest_bit(left));
                if (keep(32 * word + bit)) kept |= 1u << bit;
            }
        } else if (bits != 0) { // uniform over the lanes
            for (std::uint32_t first = 0; first < 32; first += W::width) {
                std::uint32_t const bit = first + lane();
                bool const is_kept = (bits >> bit & 1) != 0 && keep(32 * word + bit);
                kept |= static_cast<std::uint32_t>(te().warp().ballot(is_kept)) << first;
            }
        }
        if (lane() == 0) to[word] = kept;
    }
}

// Keeps the excluded vertices that are adjacent to all universal candidates. Returns: the one with the most neighbours
// among the candidates. It ends at one that is adjacent to all of them. Lanes: all; each has a vertex of 32.
template <bool lists> template <class W, class Te> template <class WordOf>
CERRADO_FN ExcludedPivot MaximalCliquesWith<lists>::Operators<W, Te>::keep_excluded(std::uint32_t* excluded,
                                                                                    std::uint32_t words,
                                                                                    WordOf const& word_of) const {
    std::uint32_t const* const candidates = candidate_row(te().size());
    std::uint32_t const* const universal = extension_row(te().size());
    ExcludedPivot own;
    for (std::uint32_t word = 0; word < words; ++word) {
        std::uint32_t const bits = excluded[word];
        if (bits == 0) continue; // uniform over the lanes
        std::uint32_t kept = 0;
        for (std::uint32_t first = 0; first < 32; first += W::width) {
            std::uint32_t const i = 32 * word + first + lane();
            std::uint32_t lacks = 0, common = 0;
            bool const is_there = (bits >> i % 32 & 1) != 0;
            if (is_there) {
                for_each_live_word([&](std::uint32_t at) {
                    std::uint32_t const row = word_of(i, at);
                    lacks |= universal[at] & ~row;
                    common += static_cast<std::uint32_t>(popcount(candidates[at] & row));
                });
                if (lacks == 0 && common + 1 > own.rank) own = {common + 1, i};
            }
            kept |= static_cast<std::uint32_t>(te().warp().ballot(is_there && lacks == 0)) << first;
        }
        if (te().warp().any(own.rank > candidates_)) break;
        if (kept == bits) continue;
        te().warp().sync(); // every lane has read the word
        if (lane() == 0) excluded[word] = kept;
    }
    ExcludedPivot best;
    best.rank = te().warp().reduce_max(own.rank);
    best.index = ~te().warp().reduce_max(own.rank == best.rank ? ~own.index : 0u);
    return best;
}
CERRADO_CALLS_HOST template <bool lists> template <class W, class Te>
CERRADO_FN ExcludedPivot MaximalCliquesWith<lists>::Operators<W, Te>::keep_excluded_members() {
    std::uint32_t* const row = excluded_row(te().size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return keep_excluded_rows(Base::matrix(), row, Base::row_words(), candidates_of_level());
    } else {
        return keep_excluded(row, Base::row_words(),
                             [&](std::uint32_t i, std::uint32_t word) { return Base::matrix_word(i, word); });
    }
}
CERRADO_CALLS_HOST template <bool lists> template <class W, class Te>
CERRADO_FN ExcludedPivot MaximalCliquesWith<lists>::Operators<W, Te>::keep_lower() {
    std::uint32_t* const row = lower_row(te().size());
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        return keep_excluded_rows(te().template array<LowerRows>(), row, words_of_row(lower_), candidates_of_level());
    } else {
        return keep_excluded(row, words_of_row(lower_),
                             [&](std::uint32_t i, std::uint32_t word) { return lower_word(i, word); });
    }
}

// Holds the universal candidates and makes the extensions. Lanes: all. Returns: whether the held vertices are a maximal
// clique.
template <bool lists> template <class W, class Te>
CERRADO_FN bool MaximalCliquesWith<lists>::Operators<W, Te>::open_level(std::uint32_t candidates) {
    auto& level = te().top();
    int const length = te().size();
    std::uint32_t const words = Base::row_words();
    std::uint32_t* const row = candidate_row(length);
    std::uint32_t* const extension = extension_row(length);
    if (candidates == 0) {
        if (length == 1) return te().graph().degree(te().root()) == 0; // without members, lower neighbours have no rows
        return count_bits<W>(excluded_row(length), words) == 0 &&
               count_bits<W>(lower_row(length), words_of_row(lower_)) == 0;
    }
    note_candidates(candidates);
    CandidateDegrees const degrees =
        phase::degrees_of_candidates(te(), [this](auto const& f) { for_each_live_word(f); });
    std::uint32_t const universal = count_bits<W>(extension, words);
    ExcludedPivot const member = keep_excluded_members();
    if (member.rank > candidates) return false; // it could be added to all that is below
    ExcludedPivot const lower = keep_lower();
    if (lower.rank > candidates) return false;
    std::uint32_t rank = 1; // degree of the pivot among the candidates, plus 1
    for (std::uint32_t word = 0; word < words; ++word)
        rank += static_cast<std::uint32_t>(popcount(row[word] & Base::matrix_word(degrees.most_adjacent, word)));
    te().warp().sync(); // every lane has read the rows
    bool const from_members = member.rank > rank && member.rank >= lower.rank;
    bool const from_lower = !from_members && lower.rank > rank;
    for (std::uint32_t i = lane(); i < words; i += W::width) {
        std::uint32_t const all = extension[i];
        row[i] &= ~all;
        hold_row(length)[i] |= all;
        std::uint32_t const adjacent = from_lower
                                           ? lower_word(lower.index, i)
                                           : Base::matrix_word(from_members ? member.index : degrees.most_adjacent, i);
        extension[i] = row[i] & ~adjacent;
    }
    te().warp().sync();
    level.held += universal;
    if (universal == candidates) return true;
    level.size = level.total = count_bits<W>(extension, words);
    return false;
}

} // namespace cerrado
