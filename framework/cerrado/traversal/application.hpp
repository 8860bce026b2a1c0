// What an application may declare about itself; everything but visit() has a default.
//
//   struct MyApplication {
//       int k;                                            // vertices of the subgraphs sought (or RunOptions::k)
//       static constexpr bool edges = true;               // keep adjacency masks: needed to count patterns (default false)
//       static constexpr bool patterns = true;            // counts per pattern: the run needs RunOptions::patterns (default false)
//       static constexpr bool oriented = true;            // run on the oriented graph (default false)
//       static constexpr int max_vertices = 9;            // a bound on k that keeps the traversal small (default 32)
//       static constexpr int extension_lists = 1;         // extension sets come from so many adjacency lists at most (default: all)
//       static constexpr int counted_levels = 2;          // the last two levels, or three, are counted or stored together (default 1)
//       static constexpr bool dense = true;               // extensions are bit rows over the root's neighbourhood, see dense.hpp; needs
//                                                         // oriented, and roots that are vertices (default false)
//       static constexpr bool pivots = true;              // extend_pivot and aggregate_leaf: counts per clique size, see pivot.hpp; needs
//                                                         // dense, and k or instead min_k and max_k (default false)
//       static constexpr std::uint32_t factored_vertices = 0; // every rest is branched on; those of so many candidates are counted by
//                                                         // their complement (default: 96, by a warp 64)
//       static constexpr bool local = true;               // aggregate_local: counts per vertex and edge, see local.hpp; needs pivots,
//                                                         // k, and `bool per_edge` (default false)
//       static constexpr bool stores = true;              // calls aggregate_store, store_common_pairs or store_common_triples: the run needs
//                                                         // a sink (default false)
//       int root_size() const { return 2; }               // start from edges instead of vertices (default 1)
//       static constexpr auto warp_widths = all_warp_widths; // CUDA: lanes a traversal may be given, see RunOptions::warp_width; each
//                                                         // is a kernel to compile (default: full_warp_width alone)
//       struct Accumulator {...};                         // for aggregate(fold): a trivially copyable value whose default is neutral
//       static CERRADO_FN void merge(Accumulator& into, Accumulator const& from);
//       template <class Traversal> CERRADO_FN void visit(Traversal& te) const;
//   };
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/traversal/clique_polynomial.hpp>

#include <array>
#include <type_traits>

namespace cerrado {

// A warp of CUDA is a tile of so many lanes of a hardware warp.
inline constexpr int full_warp_width = 32;
inline constexpr std::array all_warp_widths{1, 8, 16, full_warp_width};

template <class App> consteval bool wants_edges() {
    if constexpr (requires { App::edges; }) return App::edges;
    return false;
}

template <class App> consteval bool wants_patterns() {
    if constexpr (requires { App::patterns; }) return App::patterns;
    return false;
}

template <class App> consteval bool wants_orientation() {
    if constexpr (requires { App::oriented; }) return App::oriented;
    return false;
}

template <class App> consteval bool wants_pivots() {
    if constexpr (requires { App::pivots; }) return App::pivots;
    return false;
}

template <class App> consteval bool wants_local() {
    if constexpr (requires { App::local; }) return App::local;
    return false;
}

// Pivoting: the largest rest that is counted by its complement instead of being branched on. Which vertices are in the
// cliques of such a rest is not known, so local counts have none.
template <class App> consteval std::uint32_t most_factored_of() {
    if constexpr (wants_local<App>()) return 0;
    if constexpr (requires { App::factored_vertices; }) return App::factored_vertices;
    return most_factored;
}

template <class App> consteval int max_vertices_of() {
    if constexpr (requires { App::max_vertices; }) return App::max_vertices;
    if constexpr (wants_pivots<App>()) return max_held_vertices;
    return max_traversal_length;
}

template <class App> consteval int extension_lists_of() {
    if constexpr (requires { App::extension_lists; }) return App::extension_lists;
    return max_traversal_length;
}

template <class App> consteval int counted_levels_of() {
    if constexpr (requires { App::counted_levels; }) return App::counted_levels;
    return 1;
}

template <class App> consteval bool wants_dense() {
    if constexpr (requires { App::dense; }) return App::dense;
    return false;
}

template <class App> consteval bool wants_store() {
    if constexpr (requires { App::stores; }) return App::stores;
    return false;
}

template <class App> consteval auto warp_widths_of() {
    if constexpr (requires { App::warp_widths; }) {
        return App::warp_widths;
    } else {
        return std::array{full_warp_width};
    }
}

template <class App> int root_size_of(App const& app) {
    if constexpr (requires { app.root_size(); }) return app.root_size();
    return 1;
}

template <class App>
concept HasOwnSize = requires(App const& app) {
    app.k;
};

// The same application, compiled for every warp width.
template <class App> struct OfEveryWarpWidth : App { static constexpr auto warp_widths = all_warp_widths; };

struct NoAccumulator {};
template <class App> struct AccumulatorTrait { using type = NoAccumulator; };
template <class App>
    requires requires { typename App::Accumulator; }
struct AccumulatorTrait<App> {
    using type = typename App::Accumulator;
};
template <class App> using AccumulatorOf = typename AccumulatorTrait<App>::type;
template <class App> inline constexpr bool has_accumulator = !std::is_same_v<AccumulatorOf<App>, NoAccumulator>;

} // namespace cerrado
