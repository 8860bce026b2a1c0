// run(): the one door from an application and a graph to a result, on every device.
//
//   auto result = cerrado::run(Clique{5}, graph);
//
// Where this file is compiled by nvcc the CUDA backend is there; elsewhere only the host's.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/runtime/devices.hpp>
#include <cerrado/runtime/host_backend.hpp>
#include <cerrado/runtime/numbering.hpp>
#include <cerrado/runtime/session.hpp>
#if defined(__CUDACC__)
#include <cerrado/runtime/cuda_backend.cuh>
#endif

namespace cerrado {

// A result with the application's own accumulator, merged over all lanes.
template <class App> struct ResultOf : RunResult { AccumulatorOf<App> accumulator{}; };

// The graph as the application's roots are numbered: undirected, in the order that a run with these options gives it.
template <class App> Graph prepare(App const&, Graph const& graph, RunOptions const& options = {}) {
    Team team(numbering_team_size(graph, options));
    constexpr bool oriented = wants_orientation<App>();
    Numbering const numbering = number_vertices(graph, options.order, oriented, team);
    return oriented ? reorder(graph, numbering.order, team) : numbering.graph;
}

namespace detail {

template <class App> TraversalNeeds needs_of(App const& app, RunOptions const& options) {
    TraversalNeeds needs;
    needs.k = options.k;
    if constexpr (wants_pivots<App>()) {
        if (options.k != 0) throw InputError("this application has sizes of its own: leave RunOptions::k at 0");
        needs.pivots = true;
        if constexpr (HasOwnSize<App>) {
            needs.shortest = needs.longest = app.k;
        } else {
            needs.shortest = app.min_k;
            needs.longest = app.max_k;
        }
        needs.factors = most_factored_of<App>() > 0 && needs.longest > least_factored_sizes_by_warp;
    }
    if constexpr (wants_local<App>()) {
        static_assert(wants_pivots<App>() && HasOwnSize<App>, "local counts need pivots, and are of one size: k");
        needs.local = true;
        needs.local_edges = app.per_edge;
    }
    if constexpr (HasOwnSize<App> && !wants_pivots<App>()) {
        needs.k = app.k;
        if (options.k != 0 && options.k != app.k) {
            throw InputError("the application's k and RunOptions::k differ; give one of them");
        }
    }
    needs.root_size = root_size_of(app);
    needs.counted_levels = counted_levels_of<App>();
    needs.extension_lists = extension_lists_of<App>();
    needs.edges = wants_edges<App>();
    needs.oriented = wants_orientation<App>();
    needs.dense = wants_dense<App>();
    needs.stores = wants_store<App>();
    needs.patterns = wants_patterns<App>();
    needs.max_vertices = max_vertices_of<App>();
    return needs;
}

template <class App> Session open_session(App const& app, Graph const& graph, RunOptions const& options) {
    Session session;
    session.options = options;
    session.options.device = resolve_device(options.device);
    session.options.warp_width = choose_warp_width(options.warp_width, session.options.device, warp_widths_of<App>());
    session.needs = needs_of(app, options);
    cerrado::open_session(session, graph);
    return session;
}

} // namespace detail

// Makes the device ready for runs of the application, which on CUDA takes a few tenths of a second once in a process: to be called from a
// thread of its own while the graph is read. run() does it where nobody has. Throws as run() does.
template <class App> void warm_up([[maybe_unused]] App const& app, RunOptions const& options = {}) {
    DeviceKind const device = resolve_device(options.device);
    [[maybe_unused]] int const width = choose_warp_width(options.warp_width, device, warp_widths_of<App>());
#if defined(__CUDACC__)
    if (device == DeviceKind::cuda) warm_up_on_cuda(app, width);
#endif
}

// What run() would need, without running. Throws as run() does.
template <class App> RunPlan estimate(App const& app, Graph const& graph, RunOptions const& options = {}) {
    Session const session = detail::open_session(app, graph, options);
#if defined(__CUDACC__)
    if (session.options.device == DeviceKind::cuda) return CudaRun<App>(session).plan();
#endif
    return host_plan(session);
}

// Runs the application on every root. Throws InputError for what the caller can mend, Error for what the machine lacks; a result is
// exact for result.roots.done roots, and says in result.status whether that is all.
template <class App> ResultOf<App> run(App const& app, Graph const& graph, RunOptions const& options = {}) {
    ResultOf<App> result;
    Stopwatch const starting;
    warm_up(app, options);
    result.seconds.start = starting.seconds();
    Stopwatch const preparing;
    Session const session = detail::open_session(app, graph, options);
    result.order = session.order;
    result.seconds.prepare = preparing.seconds();
#if defined(__CUDACC__)
    if (session.options.device == DeviceKind::cuda) {
        run_on_cuda(app, session, result, result.accumulator);
        return result;
    }
#else
    if (session.options.device == DeviceKind::cuda) {
        throw Error("this application was compiled without CUDA; build with CERRADO_CUDA=ON or use --device host");
    }
#endif
    run_on_host(app, session, result, result.accumulator);
    return result;
}

} // namespace cerrado
