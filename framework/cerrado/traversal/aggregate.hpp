// aggregate: what becomes of the extensions of a finished traversal. Each form counts subgraphs of size() + 1 vertices.
#pragma once

#include <cerrado/traversal/filter.hpp>
#include <cerrado/traversal/totals.hpp>

namespace cerrado {

// [A1] Counts the extensions. O(1).
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_counter() {
    if (aggregates_here()) add_once(top().size);
}

// To the worker's own count, in which the value is the same on every lane.
template <class W, class App> CERRADO_FN void Traversal<W, App>::add_once(Count count) {
    Count const old = counter_low_;
    counter_low_ += count;
    counter_high_ += counter_low_ < old ? 1 : 0;
}

// [A2] Counts the extensions per pattern: a histogram of their masks, then one look-up per mask that occurs. Needs `edges` and
// RunOptions::patterns.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_pattern() {
    static_assert(wants_edges<App>() && wants_patterns<App>(),
                  "aggregate_pattern needs `static constexpr bool edges = true, patterns = true` in the application");
    if (!aggregates_here()) return;
    std::uint32_t* const histogram = memory_.fast_counters;
    std::uint32_t const bins = 1u << length_;
    std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
    for (std::uint32_t mask = lane; mask < bins; mask += W::width) histogram[mask] = 0;
    warp_.sync();
    Mask const* const masks = extension_masks(length_);
    for (std::uint32_t i = lane; i < top().size; i += W::width) W::lane_add(histogram + masks[i], 1u);
    warp_.sync();
    reserve_totals(top().size);
    for (std::uint32_t mask = lane; mask < bins; mask += W::width) {
        if (histogram[mask] == 0) continue;
        Transition const next = context_.patterns.transition(top().pattern, length_, mask);
        add_total(transition_class(next), histogram[mask]);
    }
    warp_.sync();
}

// An application's own accumulator: fold(accumulator, view, u) once per extension, one lane each, into that lane's accumulator.
template <class W, class App> template <class Fold> CERRADO_FN void Traversal<W, App>::aggregate(Fold fold) {
    if (!aggregates_here()) return;
    VertexId const* const list = extensions(length_);
    Mask const* const masks = wants_edges<App>() ? extension_masks(length_) : nullptr;
    for (std::uint32_t i = static_cast<std::uint32_t>(warp_.lane()); i < top().size; i += W::width) {
        Mask const mask = masks != nullptr ? masks[i] : Mask{0};
        fold(accumulator_, ExtensionView<Traversal>(*this, mask), list[i]);
    }
}

} // namespace cerrado
