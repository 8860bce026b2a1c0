// aggregate: what becomes of the extensions of a finished traversal. Each form counts subgraphs of size() + 1 vertices.
#pragma once

#include <cerrado/traversal/filter.hpp>
#include <cerrado/traversal/totals.hpp>

namespace cerrado {

// [A1] Counts the extensions. O(1).
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_counter() {
    if (!aggregates_here()) return;
    Count const old = counter_low_;
    counter_low_ += top().size;
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

// [A3] Hands every extended traversal to the caller's sink, through the ring of store.hpp; waits while the ring is full.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_store() {
    static_assert(wants_store<App>(), "aggregate_store needs `static constexpr bool stores = true` in the application");
    if (!aggregates_here()) return;
    StoreRef const& store = context_.store;
    VertexId const* const list = extensions(length_);
    for (std::uint32_t first = 0; first < top().size; first += W::width) {
        std::uint32_t const left = top().size - first;
        std::uint32_t const batch = left < W::width ? left : W::width;
        Count ticket = 0;
        if (warp_.lane() == 0) {
            ticket = W::grid_add(store.ticket, Count{batch});
            while (ticket + batch > W::acquire(store.consumed) + store.capacity) {
            }
        }
        ticket = warp_.shuffle(ticket, 0);
        std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
        if (lane < batch) {
            std::uint64_t const slot = (ticket + lane) % store.capacity;
            VertexId* const record = store.records + slot * static_cast<std::uint64_t>(store.width);
            for (int i = 0; i < length_; ++i) record[i] = vertex(i);
            record[length_] = list[first + lane];
            W::release(store.ready + slot, ticket + lane + 1);
        }
    }
    aggregate_counter();
}

} // namespace cerrado
