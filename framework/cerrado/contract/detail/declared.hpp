// The declarations of an application, and their defaults.
#pragma once

#include <cerrado/core/types.hpp>

#include <array>
#include <cstddef>

namespace cerrado {

// See traversal/traversal.hpp.
template <class W, class App, bool moves = true> class Traversal;

// True if the traversal's work may move to other workers and be saved.
template <class Te> inline constexpr bool moves_work = true;
template <class W, class App, bool moves> inline constexpr bool moves_work<Traversal<W, App, moves>> = moves;

// The values that an application declares, with their defaults; see application.hpp.

// The widths that a CUDA warp can have. A narrow warp is a tile of a hardware warp.
inline constexpr int full_warp_width = 32;
inline constexpr std::array all_warp_widths{1, 8, 16, full_warp_width};

template <class App> consteval bool is_oriented() {
    if constexpr (requires { App::oriented; }) return App::oriented;
    return false;
}

template <class App> consteval int extension_lists_of() {
    if constexpr (requires { App::extension_lists; }) return App::extension_lists;
    return max_traversal_length;
}

template <class App> consteval int counted_levels_of() {
    if constexpr (requires { App::counted_levels; }) return App::counted_levels;
    return 1;
}

template <class App> consteval auto warp_widths_of() {
    if constexpr (requires { App::warp_widths; }) {
        return App::warp_widths;
    } else {
        return std::array{full_warp_width};
    }
}

// The number of 32-lane warps for which a GPU's multiprocessor must have room, so that some work while others wait for
// memory. 0: the compiler chooses the registers, and the room follows from them.
template <class App> consteval int resident_warps_of() {
    if constexpr (requires { App::resident_warps; }) return App::resident_warps;
    return 0;
}

// Returns: true if CUDA compiles a second kernel, without the code that moves and saves work, for runs that do neither.
template <class App> consteval bool has_lean_kernel() {
    if constexpr (requires { App::lean_kernel; }) return App::lean_kernel;
    return false;
}

template <class App> int root_size_of(App const& app) {
    if constexpr (requires { app.root_size(); }) return app.root_size();
    return 1;
}

template <class App>
concept HasRounds = requires(App const& app) {
    app.rounds();
};

template <class App> int rounds_of(App const& app) {
    if constexpr (HasRounds<App>) return app.rounds();
    return 1;
}

// Returns: true if the jobs of a round are those that the round before gave.
template <class App> consteval bool is_by_frontier() {
    if constexpr (requires { App::by_frontier; }) return App::by_frontier;
    return false;
}

// Returns: true if the first round in which no job notes a change is the last.
template <class App> consteval bool ends_unchanged() {
    if (is_by_frontier<App>()) return true;
    if constexpr (requires { App::until_unchanged; }) return App::until_unchanged;
    return false;
}

// Returns: true if the application may call te.end_run().
template <class App> consteval bool may_end_run() {
    if constexpr (requires { App::ends_run; }) return App::ends_run;
    return false;
}

template <class App>
concept HasLayers = requires(App const& app) {
    app.layers();
};

template <class App> int layers_of(App const& app) {
    if constexpr (HasLayers<App>) return app.layers();
    return 1;
}

// Returns: true if the application only reads the arrays beside a resident graph to which it has pointers.
template <class App> consteval bool only_reads_arrays() {
    if constexpr (requires { App::only_reads_arrays; }) return App::only_reads_arrays;
    return false;
}

// Returns: true if its jobs add to arrays what no job of the run reads, and read others. Devices share them: each has a part of
// the sums. A device that fails has spoilt its part, so the run fails.
template <class App> consteval bool only_adds_to_arrays() {
    if constexpr (requires { App::only_adds_to_arrays; }) return App::only_adds_to_arrays;
    return false;
}

template <class App>
concept HasOwnSize = requires(App const& app) {
    app.k;
};

// The engine and the outputs of an application, under the names that everything below applications uses.
// application/detail/application.hpp has the declarations that an application may make, and their defaults.

// Engine, Outputs and Remedies<W, Te>. Remedies are methods of a traversal that say what to declare, see
// missing_methods.hpp. Defined in application/detail/application.hpp.
template <class App> struct PartsOf;

template <class App> using EngineOf = typename PartsOf<App>::Engine;

// All outputs of an application: the counter, those that it names, and the fold if it has an accumulator.
template <class App> using OutputsOf = typename PartsOf<App>::Outputs;

template <class App> inline constexpr bool has_accumulator = requires { typename App::Accumulator; };

// An application's own state of each level. Each lane keeps it, and it travels with donated work.
template <class App> inline constexpr bool has_level_state = requires { typename App::LevelState; };
inline constexpr std::size_t max_level_state_bytes = 32;

template <class App> consteval int max_vertices_of() {
    if constexpr (requires { App::max_vertices; }) {
        static_assert(App::max_vertices <= EngineOf<App>::max_vertices,
                      "the engine holds fewer vertices: lower the application's max_vertices");
        return App::max_vertices;
    }
    return EngineOf<App>::max_vertices;
}

} // namespace cerrado
