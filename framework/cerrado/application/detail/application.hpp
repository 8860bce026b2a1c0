// The declarations that an application may make about itself. Every one but visit() has a default. A misspelt
// declaration is a compile error (see declaration_checks.hpp).
//
//   struct MyApplication {
//       int k;                                    // vertices of the subgraphs sought (or RunOptions::k)
//       using Engine = Masks;                     // how extensions are represented, see engine/ (default: Lists)
//       using Output = ByPattern;                 // where results go besides the counter, see output/
//       using Output = OutputList<A, B>;          // the same, for several outputs
//       static constexpr bool oriented = true;    // run on the oriented graph (default: false)
//       static constexpr int max_vertices = 9;    // a bound on k, to save memory (default: the engine's)
//       static constexpr int extension_lists = 1; // extend() reads at most this many adjacency lists (default: all)
//       static constexpr int counted_levels = 2;  // finish() takes the last two levels, or three (default: 1)
//       int root_size() const { return 2; }       // start from edges instead of vertices (default: 1)
//       int rounds() const { return 10; }         // rounds of all jobs, see te.round() (default: 1)
//       static constexpr bool until_unchanged = true; // stop after the first round without te.note_change(), or after
//                                                 // rounds() (default: false)
//       static constexpr bool by_frontier = true; // a round has the jobs that the one before gave to te.add_job(v)
//       int layers() const { return 4; }          // a round runs every job once per layer, see te.layer() (default: 1)
//       static constexpr auto warp_widths = all_warp_widths; // the values of RunOptions::warp_width; each is one more
//                                                 // kernel to compile (default: full_warp_width alone)
//       static constexpr bool ends_run = true;    // it may call te.end_run() (default: false)
//       static constexpr bool reads_ids = true;   // it may call te.original_id(v) (default: false)
//       static constexpr bool may_find_nothing = true; // no output need be reached (default: false)
//       struct Accumulator {...};                 // for aggregate(fold): trivially copyable, neutral by default
//       static CERRADO_FN void merge(Accumulator& into, Accumulator const& from); // or returns the sum
//       struct LevelState {...};                  // for te.state(): trivially copyable, at most 32 bytes
//       template <class Traversal> CERRADO_FN void visit(Traversal& te) const; // by all lanes
//   };
#pragma once

#include <cerrado/application/detail/missing_methods.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/engine/lists.hpp>
#include <cerrado/output/counter.hpp>
#include <cerrado/output/detail/frontier.hpp>
#include <cerrado/output/detail/original_ids.hpp>
#include <cerrado/output/fold.hpp>
#include <cerrado/output/output_list.hpp>

namespace cerrado {

namespace detail {

template <class App> struct EngineTrait { using type = Lists; };
template <class App>
    requires requires { typename App::Engine; }
struct EngineTrait<App> {
    using type = typename App::Engine;
};

template <class App> struct OwnOutputs { using type = OutputList<>; };
template <class App>
    requires requires { typename App::Output; }
struct OwnOutputs<App> {
    using type = AsOutputList<typename App::Output>;
};

template <class App> struct FoldTrait { using type = OutputList<>; };
template <class App>
    requires requires { typename App::Accumulator; }
struct FoldTrait<App> {
    using type = OutputList<Fold<App>>;
};

template <class App> consteval bool reads_ids() {
    if constexpr (requires { App::reads_ids; }) return App::reads_ids;
    return false;
}
template <class App> using IdsTrait = std::conditional_t<reads_ids<App>(), OutputList<OriginalIds>, OutputList<>>;
template <class App> using FrontierTrait =
    std::conditional_t<is_by_frontier<App>(), OutputList<Frontier>, OutputList<>>;

} // namespace detail

template <class App> struct PartsOf {
    using Engine = typename detail::EngineTrait<App>::type;
    using Outputs =
        JoinOutputs<OutputList<Counter>, typename detail::OwnOutputs<App>::type, typename detail::FoldTrait<App>::type,
                    detail::IdsTrait<App>, detail::FrontierTrait<App>>;
    template <class W, class Te> using Remedies = MissingMethods<PartsOfTraversal<W, App, Te>>;
};

// `App`, compiled for every warp width.
template <class App> struct OfEveryWarpWidth : App { static constexpr auto warp_widths = all_warp_widths; };

} // namespace cerrado
