// Engines that visit a root once. They have no extensions, and some have memory of the worker's own.
#pragma once

#include <cerrado/engine/engine.hpp>

namespace cerrado {

// The common part of engines whose jobs are one visit each. They have no extensions to take, and no k.

struct OneVisit {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Carried = NoState;
    struct Ref {};
    static constexpr bool has_lists = false;
    static constexpr bool has_masks = false;
    static constexpr bool has_sizes = true;
    static constexpr int most_counted_levels = 1;

    // Each engine's planner adds the number of levels.
    struct Planner : EnginePlanner {
        template <class App> explicit Planner(App const&) {}
        static Ref plan(ArrayPlan, PlanRequest const&) { return {}; }
        static void check_size(TraversalNeeds const&) {}
    };

    struct Hooks {
        CERRADO_FN void on_push(NoState const&) {}
        CERRADO_FN void take_extension() {}
    };
};

// The common part of engines of one visit whose workers have fast memory of their own.

// The unit in which a lane reads or writes fast memory.
struct alignas(16) ScratchBlock {
    std::uint32_t word[4];
};

struct OneVisitWithScratch : OneVisit {
    struct Scratch : ArrayOf<ScratchBlock, Place::fast> {};
    using Arrays = ArrayList<Scratch>;

    // The application may have a member scratch_blocks(): the fast memory of a full warp, in blocks. Narrower warps get
    // less, and threads of the host get none.
    struct Planner : OneVisit::Planner {
        template <class App> explicit Planner(App const& app) : OneVisit::Planner(app) {
            if constexpr (requires { app.scratch_blocks(); }) scratch_blocks_ = app.scratch_blocks();
        }
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const {
            if (request.kind == WorkerKind::lane) return {};
            auto const width = static_cast<std::uint32_t>(request.warp_width);
            arrays.reserve<Arrays, Scratch>(scratch_blocks_ * width / full_warp_width);
            return {};
        }

    private:
        std::uint32_t scratch_blocks_ = 0;
    };
};

template <class Te> class ScratchOperators : public OneVisit::Hooks {
public:
    // Returns: this worker's own fast memory, in blocks of 16 bytes, which is never cleared. A full warp has as many as
    // the application's `std::uint32_t scratch_blocks() const` says, a narrower one fewer, a thread of the host none.
    // W::fast(te.scratch()) tells the compiler where it is. Lanes: any.
    CERRADO_FN ScratchBlock* scratch() const {
        return static_cast<Te const&>(*this).template array<OneVisitWithScratch::Scratch>();
    }
};

} // namespace cerrado
