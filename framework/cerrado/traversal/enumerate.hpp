// The enumeration loop: once, for every application and every device.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// One worker, from its first traversal to its last (or from where it was stopped). All lanes of a warp call it; `accumulator` receives this lane's own.
template <class W, class App> CERRADO_FN void enumerate(App const& app, W const& warp, RunContext const& context,
                                                        WorkerMemory const& memory, AccumulatorOf<App>* accumulator) {
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < context.layout.fast_counters; i += W::width) {
        memory.fast_counters[i] = 0;
    }
    for (std::uint64_t i = static_cast<std::uint64_t>(warp.lane()); i < context.layout.counter_entries; i += W::width) {
        memory.counters[i] = 0;
    }
    warp.sync();
    Level levels[max_vertices_of<App>()];
    Traversal<W, App> te(warp, context, memory, levels);
    if (context.balance.enabled) {
        te.resume();
        if constexpr (has_accumulator<App>) te.accumulator() = *accumulator;
        if (context.balance.only_donates) {
            te.serve_stopped();
            return;
        }
    }
    while (te.control()) {
        app.visit(te);
        te.move(wants_edges<App>());
    }
    te.finish();
    if constexpr (has_accumulator<App>) *accumulator = te.accumulator();
}

} // namespace cerrado
