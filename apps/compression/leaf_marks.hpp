// Pivoting whose leaves mark the edges of their cliques: with the size of the largest leaf through each edge, and
// whether one leaf or more have that size.
//
// Every edge of a leaf's clique, its root's included, has a cell with the worker as long as it is in the neighbourhood:
// 0, or the size, doubled, and 1 more where several leaves have it. The lane that changes a cell is always the same. In
// the first round the cells join those of the whole graph when the worker leaves; in later rounds they come from there.
#pragma once

#include "clique/pivot.hpp"

#include <cerrado/runtime/resident.hpp>

namespace cerrado {

struct LeafCells : ArrayOf<std::uint16_t, Place::device> {};

struct LeafMarksRef : PivotRef {
    Count* edges = nullptr; // a cell for each entry of the oriented lists
};

using LeafPivoting = PivotingWith<true, false>;
template <class W, class Te> class LeafMarksOperators;

struct LeafMarks : LeafPivoting {
    using Arrays = JoinArrays<PivotArrays, ArrayList<LeafCells>>;
    using Ref = LeafMarksRef;

    class Planner : public PivotPlanner {
    public:
        template <class App> explicit Planner(App const& app) : PivotPlanner(app), edges_(app.edges.data) {}
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const {
            Ref ref;
            static_cast<PivotRef&>(ref) = PivotPlanner::plan(arrays, request);
            std::uint64_t const members = request.shape.max_degree();
            arrays.reserve<Arrays, LeafCells>(members == 0 ? 0 : members + members * (members - 1) / 2);
            ref.edges = edges_;
            return ref;
        }

    private:
        Count* edges_;
    };
    template <class W, class Te> using Operators = LeafMarksOperators<W, Te>;
};

namespace phase {

// Returns: the cell of an edge of which two sets of leaves know. No leaf is in both.
CERRADO_FN inline Count joined_cells(Count a, Count b) {
    if (a / 2 == b / 2) return a == 0 ? 0 : a | 1;
    return a < b ? b : a;
}

// Joins what a worker knows of an edge to what is known of it. What is taken out of the cell is put back with it, so
// that each leaf is told of once, whoever comes between. Lanes: any.
template <class W> CERRADO_FN void join_cell(Count* cell, Count known) {
    while (known != 0) {
        known = joined_cells(known, W::grid_exchange(cell, 0));
        known = W::grid_exchange(cell, known);
    }
}

} // namespace phase

template <class W, class Te> class LeafMarksOperators : public LeafPivoting::Operators<W, Te> {
    using Base = LeafPivoting::Operators<W, Te>;

public:
    // Marks the edges of the leaf. Lanes: all.
    CERRADO_FN void mark_leaf() {
        std::uint32_t const size = leaf_size();
        for_each_cell_of_leaf([size](std::uint16_t& cell) {
            std::uint32_t const known = cell / 2u;
            if (known < size) cell = static_cast<std::uint16_t>(2 * size);
            if (known == size) cell |= 1;
        });
    }

    // Lanes: all. Returns: the edges of the leaf whose largest leaf it is, and no other as large.
    CERRADO_FN std::uint32_t own_edges() const {
        std::uint32_t const own = 2 * leaf_size();
        std::uint32_t count = 0;
        for_each_cell_of_leaf([&](std::uint16_t const& cell) { count += cell == own; });
        return te().warp().reduce_add(count);
    }

    CERRADO_FN std::uint32_t leaf_size() const {
        return static_cast<std::uint32_t>(te().size()) + te().top().pivoting.pivots;
    }

    CERRADO_FN void on_enter(Entry entry) {
        Base::on_enter(entry);
        if (te().round() == 0) {
            std::uint64_t const members = Base::member_count();
            std::uint64_t const count = members == 0 ? 0 : members + members * (members - 1) / 2;
            for (std::uint64_t i = static_cast<std::uint64_t>(te().warp().lane()); i < count; i += W::width) {
                cells()[i] = 0;
            }
        } else {
            for_each_edge(
                [](std::uint16_t& cell, Count* edge) { cell = static_cast<std::uint16_t>(W::grid_load(edge)); });
        }
        te().warp().sync();
    }
    CERRADO_FN void on_leave() {
        if (te().round() != 0) return;
        te().warp().sync(); // every lane has marked
        for_each_edge([](std::uint16_t& cell, Count* edge) { phase::join_cell<W>(edge, cell); });
        te().warp().sync(); // the next neighbourhood lies in the same place
    }
    CERRADO_FN void on_pause() { on_leave(); }

private:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
    CERRADO_FN std::uint16_t* cells() const { return te().template array<LeafCells>(); }
    CERRADO_FN std::uint16_t* cells_below(std::uint32_t upper) const {
        return cells() + Base::member_count() + std::uint64_t{upper} * (upper - 1) / 2;
    }
    CERRADO_FN std::uint32_t leaf_word(std::uint32_t word) const {
        return Base::hold_row(te().size())[word] | Base::pivot_row(te().size())[word];
    }

    template <class Visit> CERRADO_FN void for_each_edge(Visit visit) const {
        Count* const edges = te().context().engine.edges;
        EdgeOffset const begin = te().graph().begin(te().root());
        for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::member_count();
             i += W::width) {
            visit(cells()[i], edges + begin + i);
        }
        Base::for_each_member_edge(
            [&](std::uint32_t i, std::uint32_t j, EdgeOffset position) { visit(cells_below(j)[i], edges + position); });
    }

    template <class Visit> CERRADO_FN void for_each_cell_of_leaf(Visit visit) const {
        for (std::uint32_t word = 0; word < Base::row_words(); ++word) {
            std::uint16_t* const of_root = cells() + 32 * word;
            for_each_bit(te().warp(), leaf_word(word), [&](std::uint32_t i) { visit(of_root[i]); });
            for (std::uint32_t uppers = leaf_word(word); uppers != 0;) {
                std::uint32_t const bit = highest_bit(uppers);
                uppers ^= 1u << bit;
                std::uint16_t* const row = cells_below(32 * word + bit);
                for (std::uint32_t low = 0; low <= word; ++low) {
                    std::uint32_t const below = low == word ? (1u << bit) - 1 : ~0u;
                    for_each_bit(te().warp(), leaf_word(low) & below,
                                 [&](std::uint32_t i) { visit(row[32 * low + i]); });
                }
            }
        }
    }
};

} // namespace cerrado
