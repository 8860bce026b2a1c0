// A phase in isolation: a graph as it is numbered, the memory of one worker, and a traversal of given vertices, on a
// host warp of either kind. Also the two warps as test types.
#pragma once

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/order.hpp>
#include <cerrado/graph/random_source.hpp>
#include <cerrado/runtime/host_backend.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
    if constexpr (W::width == 1) {
        body(W{});
    } else {
        LockstepGroup group;
        std::vector<std::jthread> lanes;
        for (int lane = 0; lane < W::width; ++lane) lanes.emplace_back([&, lane] { body(W(group, lane)); });
    }
}

template <class App> Session session_of(App const& app, Graph const& graph, TransitionTableRef patterns = {}) {
    Session session;
    session.graph = wants_orientation<App>() ? orient(graph) : graph;
    session.shape = shape_of(session.graph);
    if constexpr (wants_pivots<App>()) {
        session.needs.pivots = true;
        session.needs.shortest = app.min_k;
        session.needs.longest = app.max_k;
        session.needs.factors = most_factored_of<App>() > 0;
        session.needs.max_vertices = max_vertices_of<App>();
        session.needs.k = levels_for_pivoting(session.needs, session.shape) + 1;
    } else {
        session.needs.k = app.k;
    }
    session.needs.root_size = root_size_of(app);
    session.needs.counted_levels = counted_levels_of<App>();
    session.needs.extension_lists = extension_lists_of<App>();
    session.needs.edges = wants_edges<App>();
    session.needs.oriented = wants_orientation<App>();
    session.needs.dense = wants_dense<App>();
    session.needs.stores = wants_store<App>();
    session.options.patterns = patterns;
    session.options.device = DeviceKind::host;
    check_needs(session.needs, session.shape, patterns);
    session.jobs = make_jobs(session.graph, {session.needs.root_size, 0, 1, {}});
    session.job_count = session.jobs.size();
    return session;
}

template <class W, class App> class Workbench {
public:
    using T = Traversal<W, App>;

    Workbench(App const& app, Graph const& graph, TransitionTableRef patterns = {})
        : app_(app),
          session_(session_of(app, graph, patterns)),
          run_(session_, W::width == 1 ? WorkerKind::lane : WorkerKind::warp, 1),
          context_(run_.context()) {}

    RunContext& context() { return context_; }
    Session const& session() const { return session_; }
    Graph const& graph() const { return session_.graph; }
    HostRun& run() { return run_; }

    // Calls body(te) on every lane, `te` holding these vertices; what the lanes return must be alike, and is returned.
    template <class Body> std::invoke_result_t<Body const&, T&> on(Vertices const& vertices, Body const& body) {
        using Answer = std::invoke_result_t<Body const&, T&>;
        std::array<Answer, W::width> answers{};
        WorkerMemory const memory = run_.worker(0);
        if (W::width == 1)
            std::fill_n(memory.table_states, context_.layout.state_entries, Mask{0}); // as a worker finds it
        on_every_lane<W>([&](W const& warp) {
            Level levels[max_vertices_of<App>()];
            T te(warp, context_, memory, levels);
            for (VertexId const v : vertices) te.push(v, mask_of(te, v));
            answers[static_cast<std::size_t>(warp.lane())] = body(te);
        });
        for (Answer const& answer : answers) EXPECT_TRUE(answer == answers[0]) << "the lanes disagree";
        return answers[0];
    }

    // The enumeration loop over all jobs; the application's accumulators are merged.
    AccumulatorOf<App> enumerate_all() {
        std::vector<AccumulatorOf<App>> parts(static_cast<std::size_t>(W::width));
        on_every_lane<W>([&](W const& warp) {
            enumerate(app_, warp, context_, run_.worker(0), &parts[static_cast<std::size_t>(warp.lane())]);
        });
        AccumulatorOf<App> total{};
        if constexpr (has_accumulator<App>) {
            for (auto const& part : parts) App::merge(total, part);
        }
        return total;
    }

private:
    static Mask mask_of(T const& te, VertexId v) {
        Mask mask = 0;
        for (int i = 0; i < te.size(); ++i) mask = static_cast<Mask>(mask | te.adjacent(i, v) << i);
        return mask;
    }

    App app_;
    Session session_;
    HostRun run_;
    RunContext context_;
};

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
