// Exact totals per class. Workers add to 64-bit banks without waiting. The banks are spilled to 128-bit totals before
// they can overflow.
#pragma once

#include <cerrado/contract/detail/notes.hpp>
#include <cerrado/contract/detail/wide_cells.hpp>

namespace cerrado {

struct ClassTotals {
    Count* partial = nullptr; // banks x classes
    WideCells wide;
    std::uint32_t classes = 1;
    std::uint32_t banks = 1;
    Count budget = 0; // the most that a worker may add to its bank between two spills
};

// The number of banks of partial totals, and the most that a worker may add to its bank between two spills.
std::uint32_t bank_count(std::uint32_t classes, int workers);
Count bank_budget(std::uint32_t banks, int workers);

namespace phase {

// Moves a worker's bank to the wide totals. Several workers may share the bank, but the exchange takes each count only
// once.
// Lanes: all. Cost: the number of classes, divided by the width.
template <class W> CERRADO_FN void spill(W const& warp, ClassTotals const& totals, std::uint32_t worker) {
    Count* const bank = totals.partial + std::uint64_t{worker % totals.banks} * totals.classes;
    warp.sync();
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < totals.classes; i += W::width) {
        Count const count = W::grid_exchange(bank + i, 0);
        if (count != 0) add_wide<W>(totals.wide, i, count);
    }
    warp.sync();
}

} // namespace phase

// The methods of an output that keeps totals per class. The Ref of `Output` is ClassTotals or derives from it.
template <class Output, class W, class Te> class ClassTotalsOperators {
public:
    // Announces that up to `at_most` will be added to any class before the next call. Spills first if the budget would
    // not suffice. Lanes: all.
    CERRADO_FN void reserve(Count at_most) {
        phase::note_output(te());
        if (spent_ + at_most > totals().budget) {
            phase::spill(te().warp(), totals(), te().worker());
            spent_ = 0;
        }
        spent_ += at_most;
    }
    // Requires: reserve() has announced the count. Lanes: any. Cost: one atomic addition to the worker's bank.
    CERRADO_FN void add(std::uint32_t which, Count count) {
        phase::note_output(te());
        std::uint64_t const bank = te().worker() % totals().banks;
        W::grid_add(totals().partial + bank * totals().classes + which, count);
    }
    // Adds any number; reserve() is not needed. Lanes: any. Cost: two atomic additions that all workers wait for.
    CERRADO_FN void add_wide(std::uint32_t which, WideCount count) {
        phase::note_output(te());
        phase::add_wide<W>(totals().wide, which, count);
    }
    CERRADO_FN ClassTotals const& totals() const { return te().context().outputs.template get<Output>(); }

    CERRADO_FN void on_finish() { // the next launch has its own budget
        if (te().context().launched_again()) phase::spill(te().warp(), totals(), te().worker());
    }

protected:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

private:
    Count spent_ = 0; // added to the bank since the last spill
};

} // namespace cerrado
