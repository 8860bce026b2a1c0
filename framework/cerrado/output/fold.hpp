// Fold: an application's own accumulator, one a lane, merged at the end: RunOutput::accumulator.
#pragma once

#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/filter.hpp>

namespace cerrado {

struct RunResult;
struct Session;
class RunMemory;

template <class App> struct Fold {
    using Accumulator = typename App::Accumulator;
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        Accumulator* parts = nullptr; // by worker, then lane
    };
    using Result = Accumulator;

    class Memory; // runtime/fold_memory.hpp

    template <class W, class Te> class Operators {
    public:
        // fold(accumulator, view, u): once per extension, one lane each, into that lane's accumulator. The view is a predicate's.
        template <class Function> CERRADO_FN void aggregate(Function fold) {
            Te& te = static_cast<Te&>(*this);
            if (!te.aggregates_here()) return;
            VertexId const* const list = te.extensions(te.size());
            Mask const* const masks = phase::masks_of(te);
            for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < te.top().size; i += W::width) {
                Mask const mask = masks != nullptr ? masks[i] : Mask{0};
                fold(accumulator_, ExtensionView<Te>(te, mask), list[i]);
            }
        }
        CERRADO_FN Accumulator& accumulator() { return accumulator_; } // this lane's

        CERRADO_FN void on_begin() { // it may have been stopped in the middle
            if (static_cast<Te&>(*this).context().balance.enabled) accumulator_ = part();
        }
        CERRADO_FN void on_finish() {
            if (parts() != nullptr) part() = accumulator_; // there is none while a kernel is warmed up
        }

    private:
        CERRADO_FN Accumulator* parts() { return static_cast<Te&>(*this).context().outputs.template get<Fold>().parts; }
        CERRADO_FN Accumulator& part() {
            Te& te = static_cast<Te&>(*this);
            return parts()[te.worker() * std::uint64_t{W::width} + static_cast<std::uint64_t>(te.warp().lane())];
        }

        Accumulator accumulator_{};
    };
};

} // namespace cerrado
