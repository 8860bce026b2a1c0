// Exact totals: 64-bit banks that workers add to without waiting, spilled to 128-bit totals before they can overflow.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// 128-bit atomic addition from two 64-bit ones: the low word's old value tells the carry.
template <class W> CERRADO_FN void add_wide(WideCells const& cells, std::uint64_t index, WideCount count) {
    Count const low = static_cast<Count>(count);
    Count const old = W::grid_add(cells.low + index, low);
    Count const high = static_cast<Count>(count >> 64) + (old + low < old ? 1 : 0);
    if (high != 0) W::grid_add(cells.high + index, high);
}

} // namespace phase

// Announces that up to `at_most` will be added to any class before the next call; spills when the budget would not hold it.
// Collective; call before add_total().
template <class W, class App> CERRADO_FN void Traversal<W, App>::reserve_totals(Count at_most) {
    if (spent_ + at_most > context_.totals.budget) spill();
    spent_ += at_most;
}

template <class W, class App> CERRADO_FN void Traversal<W, App>::add_total(std::uint32_t pattern_class, Count count) {
    Accumulators const& totals = context_.totals;
    std::uint64_t const bank = memory_.worker % totals.banks;
    W::grid_add(totals.partial + bank * totals.classes + pattern_class, count);
}

// Moves this worker's bank to the wide totals. Several workers may share the bank: the exchange takes each count once.
template <class W, class App> CERRADO_FN void Traversal<W, App>::spill() {
    Accumulators const& totals = context_.totals;
    Count* const bank = totals.partial + std::uint64_t{memory_.worker % totals.banks} * totals.classes;
    warp_.sync();
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < totals.classes; i += W::width) {
        Count const count = W::grid_exchange(bank + i, 0);
        if (count != 0) phase::add_wide<W>(totals.wide, i, count);
    }
    warp_.sync();
    spent_ = 0;
}

// The end of a worker: what it kept for itself joins the totals.
template <class W, class App> CERRADO_FN void Traversal<W, App>::finish() {
    warp_.sync();
    table_.leave();
    if (context_.balance.enabled) spill(); // the worker may be launched again, with a budget of its own
    if (warp_.lane() != 0) return;
    if ((counter_low_ | counter_high_) != 0)
        phase::add_wide<W>(context_.totals.wide, 0, (WideCount{counter_high_} << 64) + counter_low_);
    W::grid_add(context_.totals.jobs_done, jobs_done_);
    if (context_.balance.enabled) W::grid_add(context_.balance.donated_done, donated_done_);
}

} // namespace cerrado
