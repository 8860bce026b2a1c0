// Local counts from the leaves of pivoting: the number of cliques of k vertices at each vertex and at each edge.
//
// A leaf of h held vertices and p pivots stands for the C(p, s) cliques that all held vertices and s = k - h of the
// pivots make. Each held vertex is in all of them, each pivot in C(p - 1, s - 1), each two pivots in C(p - 2, s - 2).
// If s is 1 or 2, a leaf can also have candidates. Its cliques take one candidate, or two adjacent candidates.
//
// A worker has counters for the root, for the members of its neighbourhood, and for pairs of members. When it leaves
// the neighbourhood, it adds them to the counters of the whole graph. Always the same lane adds to a counter, so a
// worker's own counters need no atomics.
// Source: the local counts of Pivoter (Jain and Seshadhri, WSDM 2020).
#pragma once

#include "clique/pivot/pivot.hpp"

#include <cerrado/output/per_vertex_and_edge.hpp>

namespace cerrado {

namespace phase {

// Returns: C(n, i), or 0 outside the triangle. The value fits 128 bits, since otherwise the run is refused at its end:
// see PivotMemory::conclude().
CERRADO_FN inline WideCount binomial(LeafRules const& rules, std::uint32_t n, int i) {
    if (i < 0 || static_cast<std::uint32_t>(i) > n) return 0;
    std::uint32_t const low = static_cast<std::uint32_t>(i);
    std::uint32_t const column = low < n - low ? low : n - low;
    return column < rules.columns ? rules.binomials[std::uint64_t{n} * rules.columns + column] : ~WideCount{0};
}

// The numbers of cliques of one leaf that contain a given member, or a given pair of members.
template <class T> class LeafShares {
public:
    CERRADO_FN explicit LeafShares(T const& te) : te_(te), taken_(te.context().engine.leaves.size - te.size()) {
        LeafRules const& rules = te.context().engine.leaves;
        PivotState const& leaf = te.top().pivoting;
        std::uint32_t const p = leaf.pivots;
        candidates_ = taken_ == 1 || taken_ == 2 ? leaf.candidates : 0;
        all_ = binomial(rules, p, taken_) + (taken_ == 1 ? candidates_ : std::uint64_t{p} * candidates_);
        if (taken_ == 2) all_ += leaf.edges;
        of_pivot_ = p < 1 ? 0 : binomial(rules, p - 1, taken_ - 1) + (taken_ == 2 ? candidates_ : 0);
        of_two_ = taken_ == 2 ? 1 : p < 2 ? 0 : binomial(rules, p - 2, taken_ - 2);
    }

    // Word `word` of the row of the held vertices, and of the row of the other members.
    CERRADO_FN std::uint32_t held(std::uint32_t word) const { return te_.hold_row(te_.size())[word]; }
    CERRADO_FN std::uint32_t others(std::uint32_t word) const {
        if (taken_ < 1) return 0;
        return te_.pivot_row(te_.size())[word] | (candidates_ > 0 ? te_.candidate_row(te_.size())[word] : 0);
    }

    CERRADO_FN WideCount of_held() const { return all_; }
    CERRADO_FN WideCount of_other(std::uint32_t member) const {
        if ((te_.pivot_row(te_.size())[member / 32] >> member % 32 & 1) != 0) return of_pivot_;
        return taken_ == 1 ? 1 : te_.top().pivoting.pivots + candidates_beside(member);
    }
    CERRADO_FN WideCount of_adjacent_others() const { return of_two_; }

private:
    CERRADO_FN std::uint32_t candidates_beside(std::uint32_t member) const {
        std::uint32_t const* const row = te_.candidate_row(te_.size());
        std::uint32_t count = 0;
        for (std::uint32_t word = 0; word < te_.row_words(); ++word) {
            count += static_cast<std::uint32_t>(popcount(te_.matrix_word(member, word) & row[word]));
        }
        return count;
    }

    T const& te_;
    int taken_; // members that a clique takes besides the held ones
    std::uint32_t candidates_;
    WideCount all_, of_pivot_, of_two_;
};

// The counters of the root, then of each member, then of each pair of members, ordered by its upper member.
template <class T> CERRADO_FN WideCount* local_counters(T const& te) { return te.template array<LocalCounters>(); }
template <class T> CERRADO_FN WideCount* pair_counters(T const& te, std::uint32_t upper) {
    return local_counters(te) + 1 + te.member_count() + std::uint64_t{upper} * (upper - 1) / 2;
}

// Adds to the pairs whose upper member is `upper`. A pair with a held vertex is in the cliques that its other vertex is
// in.
template <class T> CERRADO_FN void add_to_pairs(T const& te, LeafShares<T> const& shares, std::uint32_t upper) {
    bool const upper_is_held = (shares.held(upper / 32) >> upper % 32 & 1) != 0;
    WideCount const of_upper = upper_is_held ? shares.of_held() : shares.of_other(upper);
    for (std::uint32_t word = 0; 32 * word < upper; ++word) {
        std::uint32_t const below = word == upper / 32 ? (1u << upper % 32) - 1 : ~0u;
        std::uint32_t const others = shares.others(word) & below;
        WideCount* const counters = pair_counters(te, upper) + 32 * word;
        for_each_bit(te.warp(), shares.held(word) & below, [&](std::uint32_t i) { counters[i] += of_upper; });
        if (upper_is_held) {
            for_each_bit(te.warp(), others, [&](std::uint32_t i) { counters[i] += shares.of_other(32 * word + i); });
        } else {
            for_each_bit(te.warp(), others & te.matrix_word(upper, word),
                         [&](std::uint32_t i) { counters[i] += shares.of_adjacent_others(); });
        }
    }
}

} // namespace phase

// Begins a root: sets all counters of its neighbourhood to 0. No member is held or a pivot yet.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::begin_local() {
    std::uint64_t const lane = static_cast<std::uint64_t>(te().warp().lane());
    if constexpr (counts) {
        std::uint64_t const members = Base::member_count();
        bool const by_edge = te().per_vertex_and_edge().counts_edges();
        std::uint64_t const counters = 1 + members + (by_edge ? members * (members - 1) / 2 : 0);
        for (std::uint64_t i = lane; i < counters; i += W::width) phase::local_counters(te())[i] = 0;
    }
    for (std::uint32_t word = static_cast<std::uint32_t>(lane); word < Base::row_words(); word += W::width) {
        pivot_row(1)[word] = hold_row(1)[word] = 0;
    }
}

// Begins a level: it takes over the pivots and the held vertices of the level before, and holds `member` too.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::descend_local(std::uint32_t member) {
    int const length = te().size();
    for (std::uint32_t word = static_cast<std::uint32_t>(te().warp().lane()); word < Base::row_words();
         word += W::width) {
        pivot_row(length)[word] = pivot_row(length - 1)[word];
        hold_row(length)[word] = hold_row(length - 1)[word] | word_of_member(member, word);
    }
    te().warp().sync();
}

// Adds the worker's counts in the neighbourhood to those of the graph when it leaves. An edge from the root is in the
// cliques that its other end is in.
template <bool local, bool counts> template <class W, class Te>
CERRADO_FN void PivotingWith<local, counts>::Operators<W, Te>::flush_local() {
    auto& output = te().per_vertex_and_edge();
    WideCount const* const counters = phase::local_counters(te());
    te().warp().sync(); // every lane has counted
    bool const by_edge = output.counts_edges();
    for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::member_count(); i += W::width) {
        output.add_to_vertex(Base::members()[i], counters[1 + i]);
        if (by_edge) output.add_to_edge(te().graph().begin(te().root()) + i, counters[1 + i]);
    }
    if (te().warp().lane() == 0) output.add_to_vertex(te().root(), counters[0]);
    if (by_edge) {
        Base::for_each_member_edge([&](std::uint32_t i, std::uint32_t j, EdgeOffset position) {
            output.add_to_edge(position, phase::pair_counters(te(), j)[i]);
        });
    }
    te().warp().sync(); // the next neighbourhood lies in the same place
}

// Adds the cliques of the leaf to its vertices and, if edges are counted, its edges.
template <class T, class W = typename T::WarpType>
    requires(T::Engine::counts_locally)
CERRADO_FN void finish(T const& te, PerVertexAndEdge::Operators<W, T>& output) {
    if (!te.aggregates_here()) return;
    phase::LeafShares<T> const shares(te);
    std::uint32_t const words = te.row_words();
    WideCount* const local = phase::local_counters(te);
    if (te.warp().lane() == 0) local[0] += shares.of_held();
    for (std::uint32_t word = 0; word < words; ++word) {
        WideCount* const counters = local + 1 + 32 * word;
        for_each_bit(te.warp(), shares.held(word), [&](std::uint32_t i) { counters[i] += shares.of_held(); });
        for_each_bit(te.warp(), shares.others(word),
                     [&](std::uint32_t i) { counters[i] += shares.of_other(32 * word + i); });
    }
    if (!output.counts_edges()) return;
    for (std::uint32_t word = 0; word < words; ++word) {
        for (std::uint32_t uppers = shares.held(word) | shares.others(word); uppers != 0;) {
            std::uint32_t const bit = highest_bit(uppers);
            uppers ^= 1u << bit;
            phase::add_to_pairs(te, shares, 32 * word + bit);
        }
    }
}

} // namespace cerrado
