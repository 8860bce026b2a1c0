// Local counts: in how many cliques of k vertices each vertex is, and each edge, from the leaves of pivoting.
//
// A leaf of h held vertices and p pivots stands for the C(p, s) cliques that all held vertices and s = k - h of the pivots make. Each held
// vertex is in all of them, each pivot in C(p - 1, s - 1), each two pivots in C(p - 2, s - 2). Where s is 1 or 2 a leaf can have candidates
// besides, of which the cliques take one, or two that are adjacent.
//
// A worker adds to counters of its neighbourhood's members, of the root, and of pairs of members; when it leaves the neighbourhood they
// join those of the whole graph. The lane that adds to a counter is always the same, so that takes no atomics.
// Source: the local counts of Pivoter (Jain and Seshadhri, WSDM 2020).
#pragma once

#include <cerrado/traversal/pivot.hpp>

namespace cerrado {

namespace phase {

// C(n, i), 0 where there is none. At most what fits 128 bits: beyond, the run has no local counts, see RunResult::local.
CERRADO_FN inline WideCount binomial(LocalRef const& local, std::uint32_t n, int i) {
    if (i < 0 || static_cast<std::uint32_t>(i) > n) return 0;
    std::uint32_t const low = static_cast<std::uint32_t>(i);
    std::uint32_t const column = low < n - low ? low : n - low;
    return column < local.columns ? local.binomials[std::uint64_t{n} * local.columns + column] : ~WideCount{0};
}

// In how many cliques of one leaf its members are, alone and by two.
template <class T> class LeafShares {
public:
    CERRADO_FN explicit LeafShares(T const& te) : te_(te), taken_(te.context().local.size - te.size()) {
        LocalRef const& local = te.context().local;
        PivotState const& leaf = te.top().pivoting;
        std::uint32_t const p = leaf.pivots;
        candidates_ = taken_ == 1 || taken_ == 2 ? leaf.candidates : 0;
        all_ = binomial(local, p, taken_) + (taken_ == 1 ? candidates_ : std::uint64_t{p} * candidates_);
        if (taken_ == 2) all_ += leaf.edges;
        of_pivot_ = p < 1 ? 0 : binomial(local, p - 1, taken_ - 1) + (taken_ == 2 ? candidates_ : 0);
        of_two_ = taken_ == 2 ? 1 : p < 2 ? 0 : binomial(local, p - 2, taken_ - 2);
    }

    // Word `word` of the rows of those held, and of the others that cliques take.
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
        for (std::uint32_t word = 0; word < te_.context().layout.row_words; ++word) {
            count += static_cast<std::uint32_t>(popcount(te_.matrix_word(member, word) & row[word]));
        }
        return count;
    }

    T const& te_;
    int taken_; // members that a clique takes besides those held
    std::uint32_t candidates_;
    WideCount all_, of_pivot_, of_two_;
};

} // namespace phase

template <class W, class App> CERRADO_FN std::uint32_t* Traversal<W, App>::pivot_row(int length) const {
    return level_row(2, length);
}

template <class W, class App> CERRADO_FN std::uint32_t* Traversal<W, App>::hold_row(int length) const {
    return level_row(3, length);
}

// The counters of the root, of each member, of each pair of members by its upper one.
template <class W, class App> CERRADO_FN WideCount* Traversal<W, App>::pair_counters(std::uint32_t upper) const {
    return memory_.local + 1 + member_count_ + std::uint64_t{upper} * (upper - 1) / 2;
}

// Of a root: all counters of its neighbourhood are 0, and no member is held or a pivot.
template <class W, class App> CERRADO_FN void Traversal<W, App>::begin_local() {
    std::uint64_t const members = member_count_;
    bool const by_edge = context_.local.edges.low != nullptr;
    std::uint64_t const counters = 1 + members + (by_edge ? members * (members - 1) / 2 : 0);
    for (std::uint64_t i = static_cast<std::uint64_t>(warp_.lane()); i < counters; i += W::width) memory_.local[i] = 0;
    for (std::uint32_t word = static_cast<std::uint32_t>(warp_.lane()); word < context_.layout.row_words;
         word += W::width) {
        pivot_row(1)[word] = hold_row(1)[word] = 0;
    }
}

// A traversal one vertex longer has the pivots of the one before, and holds `member` besides.
template <class W, class App> CERRADO_FN void Traversal<W, App>::descend_local(std::uint32_t member) {
    for (std::uint32_t word = static_cast<std::uint32_t>(warp_.lane()); word < context_.layout.row_words;
         word += W::width) {
        pivot_row(length_)[word] = pivot_row(length_ - 1)[word];
        hold_row(length_)[word] = hold_row(length_ - 1)[word] | word_of_member(member, word);
    }
    warp_.sync();
}

// Adds the cliques of the leaf to its vertices and, where they are counted, its edges. Call it where aggregate_leaf() is called.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_local() {
    static_assert(wants_local<App>(), "aggregate_local needs `static constexpr bool local = true`");
    if (!aggregates_here()) return;
    phase::LeafShares const shares(*this);
    std::uint32_t const words = context_.layout.row_words;
    if (warp_.lane() == 0) memory_.local[0] += shares.of_held();
    for (std::uint32_t word = 0; word < words; ++word) {
        WideCount* const counters = memory_.local + 1 + 32 * word;
        for_each_bit(warp_, shares.held(word), [&](std::uint32_t i) { counters[i] += shares.of_held(); });
        for_each_bit(warp_, shares.others(word),
                     [&](std::uint32_t i) { counters[i] += shares.of_other(32 * word + i); });
    }
    if (context_.local.edges.low == nullptr) return;
    for (std::uint32_t word = 0; word < words; ++word) {
        for (std::uint32_t uppers = shares.held(word) | shares.others(word); uppers != 0;) {
            std::uint32_t const bit = highest_bit(uppers);
            uppers ^= 1u << bit;
            aggregate_pairs(shares, 32 * word + bit);
        }
    }
}

// The pairs of which `upper` is the upper one. Those held are in the same cliques as their partner.
template <class W, class App> template <class Shares>
CERRADO_FN void Traversal<W, App>::aggregate_pairs(Shares const& shares, std::uint32_t upper) {
    bool const upper_is_held = (shares.held(upper / 32) >> upper % 32 & 1) != 0;
    WideCount const of_upper = upper_is_held ? shares.of_held() : shares.of_other(upper);
    for (std::uint32_t word = 0; 32 * word < upper; ++word) {
        std::uint32_t const below = word == upper / 32 ? (1u << upper % 32) - 1 : ~0u;
        std::uint32_t const others = shares.others(word) & below;
        WideCount* const counters = pair_counters(upper) + 32 * word;
        for_each_bit(warp_, shares.held(word) & below, [&](std::uint32_t i) { counters[i] += of_upper; });
        if (upper_is_held) {
            for_each_bit(warp_, others, [&](std::uint32_t i) { counters[i] += shares.of_other(32 * word + i); });
        } else {
            for_each_bit(warp_, others & matrix_word(upper, word),
                         [&](std::uint32_t i) { counters[i] += shares.of_adjacent_others(); });
        }
    }
}

// The worker leaves the neighbourhood: what it counted there joins the counts of the graph. An edge from the root is in the cliques that
// its other end is in.
template <class W, class App> CERRADO_FN void Traversal<W, App>::flush_local() {
    LocalRef const& local = context_.local;
    auto const add = [](WideCells const& cells, std::uint64_t index, WideCount count) {
        if (count != 0) phase::add_wide<W>(cells, index, count);
    };
    warp_.sync(); // every lane has counted
    bool const by_edge = local.edges.low != nullptr;
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < member_count_; i += W::width) {
        add(local.vertices, members()[i], memory_.local[1 + i]);
        if (by_edge) add(local.edges, graph().begin(root()) + i, memory_.local[1 + i]);
    }
    if (warp_.lane() == 0) add(local.vertices, root(), memory_.local[0]);
    if (by_edge) {
        for_each_member_edge([&](std::uint32_t i, std::uint32_t j, EdgeOffset position) {
            add(local.edges, position, pair_counters(j)[i]);
        });
    }
    warp_.sync(); // the next neighbourhood lies in the same place
}

} // namespace cerrado
