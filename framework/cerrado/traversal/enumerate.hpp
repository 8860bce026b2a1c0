// The enumeration loop, the same for every application and every device.
#pragma once

#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Runs one worker, from its first traversal (or from where it was stopped) to its last. Lanes: all.
template <class W, class App> CERRADO_FN void enumerate(App const& app, W const& warp, ContextOf<App> const& context,
                                                        WorkerMemoryOf<App> const& memory) {
    LevelOf<App> levels[max_vertices_of<App>()];
    Traversal<W, App> te(warp, context, memory, levels);
    te.begin_worker();
    if (context.balance.enabled && context.balance.only_donates) {
        phase::serve_stopped(te);
        return;
    }
    while (te.control()) {
        app.visit(te);
        te.move();
    }
    te.end_worker();
}

} // namespace cerrado
