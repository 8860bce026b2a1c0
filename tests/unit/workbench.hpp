// A phase in isolation: a graph as it is numbered, the memory of one worker, and a traversal of given vertices, on a
// host warp of either kind. Also the two warps as test types.
#pragma once

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/detail/host/host_backend.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <thread>
#include <vector>

namespace cerrado::test {

using Vertices = std::vector<VertexId>;
using HostWarps = testing::Types<ScalarWarp, LockstepWarp>;

struct WarpName {
    template <class W> static std::string GetName(int) { return W::width == 1 ? "Scalar" : "Lockstep"; }
};

// Runs body(warp) on every lane of a W.
template <class W, class Body> void on_every_lane(Body const& body) {
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        body(W{});
    } else {
        typename W::Group group;
        group.run([&](int lane) { body(W(group, lane)); });
    }
}

// A session of one worker on the graph as it is numbered, whose jobs are not sliced.
template <class W, class App> RunSession session_of(App const& app, Graph const& graph, TransitionTableRef patterns) {
    RunSession session;
    session.options.device = std::is_same_v<W, ScalarWarp> ? DeviceKind::host : DeviceKind::lockstep;
    session.options.threads = session.options.workers = 1;
    session.options.of<ByPattern>().tables = patterns;
    session.options.order = GraphOrder::given;
    session.needs = needs_of(app, session.options);
    open_session(session, graph, RulesOf<App>(app));
    auto& prepared = std::get<PreparedByHost>(session.prepared);
    prepared.jobs =
        std::make_shared<std::vector<Job> const>(make_jobs(prepared.graph, {session.needs.root_size, 0, 1, {}}));
    session.job_count = prepared.jobs->size();
    return session;
}

template <class W, class App> class Workbench {
public:
    using T = Traversal<W, App>;

    Workbench(App const& app, Graph const& graph, TransitionTableRef patterns = {})
        : app_(app),
          session_(session_of<W>(app, graph, patterns)),
          plan_(app_, session_),
          run_(session_, plan_.shape()),
          parts_(app_, session_, run_, 1) {
        static_cast<RunContext&>(context_) = run_.context();
        context_.engine = plan_.engine();
        parts_.complete(context_);
    }

    ContextOf<App>& context() { return context_; }
    RunSession const& session() const { return session_; }
    Graph const& graph() const { return session_.graph(); }
    HostRun& run() { return run_; }

    // Calls body(te) on every lane, `te` holding these vertices; what the lanes return must be alike, and is returned.
    template <class Body> std::invoke_result_t<Body const&, T&> on(Vertices const& vertices, Body const& body) {
        using Answer = std::invoke_result_t<Body const&, T&>;
        std::array<Answer, W::width> answers{};
        if (W::width == 1) clear_table();
        on_every_lane<W>([&](W const& warp) {
            LevelOf<App> levels[max_vertices_of<App>()];
            T te(warp, context_, memory(), levels);
            for (VertexId const v : vertices) te.push(v, carried_of(te, v));
            answers[static_cast<std::size_t>(warp.lane())] = body(te);
        });
        for (Answer const& answer : answers) EXPECT_TRUE(answer == answers[0]) << "the lanes disagree";
        return answers[0];
    }

    // The enumeration loop over all jobs.
    void enumerate_all() {
        on_every_lane<W>([&](W const& warp) { enumerate(app_, warp, context_, memory()); });
    }

    // What engine and outputs conclude of the workers that have finished so far.
    ResultOf<App> result() {
        RunResult result;
        parts_.collect();
        parts_.conclude(result, session_);
        return result_of<App>(std::move(result));
    }

private:
    WorkerMemoryOf<App> memory() { return {run_.arena(), context_.layout, 0, run_.fast(0)}; }

    void clear_table() { // as a worker finds it
        std::uint64_t const entries = context_.layout.entries[array_index<TableValues, WorkerArraysOf<App>>];
        std::fill_n(memory().template get<TableValues>(), entries, VertexValue{0});
    }

    static typename T::Engine::Carried carried_of([[maybe_unused]] T const& te, [[maybe_unused]] VertexId v) {
        typename T::Engine::Carried carried{};
        if constexpr (T::Engine::has_masks) {
            for (int i = 0; i < te.size(); ++i) carried = static_cast<Mask>(carried | te.adjacent(i, v) << i);
        }
        return carried;
    }

    App app_;
    RunSession session_;
    HostPlan<App> plan_;
    HostRun run_;
    PartsMemory<App> parts_;
    ContextOf<App> context_;
};

// What is planned for a worker of the application on the graph as it is.
template <class App>
WorkerPlanOf<App> plan_of(App const& app, Graph const& graph, WorkerKind kind, int warp_width = full_warp_width) {
    TraversalNeeds const needs = needs_of(app, {});
    GraphShape const shape = shape_of(graph);
    return plan_worker(app, {needs, shape, graph, kind, warp_width});
}

// Entries of an array in that plan.
template <class Array, class App> std::uint64_t entries_of(WorkerPlanOf<App> const& plan) {
    return plan.layout.entries[array_index<Array, WorkerArraysOf<App>>];
}

// The extensions of a traversal as every lane sees them.
template <class T> Vertices extensions_of(T& te) {
    return {te.extensions(te.size()), te.extensions(te.size()) + te.extension_count()};
}

template <class T> std::vector<Mask> masks_of(T& te) {
    return {te.extension_masks(te.size()), te.extension_masks(te.size()) + te.extension_count()};
}

template <class T> Vertices vertices_of(T const& te) {
    Vertices vertices;
    for (int i = 0; i < te.size(); ++i) vertices.push_back(te.vertex(i));
    return vertices;
}

inline bool holds(Vertices const& list, VertexId v) { return std::ranges::find(list, v) != list.end(); }

inline Mask mask_of(Graph const& graph, Vertices const& vertices, VertexId u) {
    Mask mask = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        mask = static_cast<Mask>(mask | graph.ref().adjacent(vertices[i], u) << i);
    }
    return mask;
}

// A connected sequence of `length` vertices, or a shorter one where there is none.
inline Vertices random_traversal(Graph const& graph, std::size_t length, RandomSource& random) {
    Vertices vertices{static_cast<VertexId>(random.below(graph.vertex_count()))};
    for (int attempt = 0; attempt < 100 && vertices.size() < length; ++attempt) {
        auto const list = graph.neighbours(vertices[random.below(vertices.size())]);
        if (list.empty()) continue;
        VertexId const u = list[random.below(list.size())];
        if (!holds(vertices, u)) vertices.push_back(u);
    }
    return vertices;
}

} // namespace cerrado::test
