// The phases on the scalar warp, one thread, through run(): each small application spends its time in the phase it is
// named after.
//
// Time is seconds.run, the enumeration alone. Every count is checked: of the fast forms against the paper's
// applications, which filter instead, and of extend against a formula over degrees and triangles.
#include "clique/clique.hpp"
#include "motif/motif.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/run/run.hpp>

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

namespace cerrado {
namespace {

constexpr char const* uniform = "gen:er:n=10000,m=100000,seed=1";
constexpr char const* skewed = "gen:rmat:scale=11,degree=8,seed=1";
constexpr char const* dense = "gen:er:n=500,m=25000,seed=1";

struct Extend {
    int k = 3;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(0, te.size());
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct ExtendWithMasks {
    int k = 3;
    using Engine = Masks;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(0, te.size());
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct ExtendExclusive {
    int k;
    using Engine = Exclusive;
    int root_size() const { return 2; }
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_exclusive();
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct ExtendCommon {
    int k;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_common();
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

template <class App> WideCount count_of(App const& app, Graph const& graph) {
    std::optional<TransitionTable> tables;
    RunOptions options;
    options.device = DeviceKind::host;
    if constexpr (OutputsOf<App>::template has<ByPattern>)
        options.of<ByPattern>().tables = tables.emplace(TransitionTable::build(app.k)).ref();
    return run(app, graph, options).count;
}

// What Extend counts: for each arc (v, u) the vertices adjacent to v or u, but the two. Every triangle has six arcs, at
// each of which its third vertex is adjacent to both ends.
WideCount extensions_of_arcs(Graph const& graph) {
    WideCount both = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) both += WideCount{2} * graph.degree(v) * graph.degree(v);
    return both - 4 * WideCount{graph.edge_count()} - 6 * count_of(CliquePaper{3}, graph);
}

template <class App>
void time_application(benchmark::State& state, App const& app, Graph const& graph, WideCount expected) {
    TransitionTable const tables = TransitionTable::build(app.k);
    RunOptions options;
    options.device = DeviceKind::host;
    options.threads = 1;
    if constexpr (OutputsOf<App>::template has<ByPattern>) options.of<ByPattern>().tables = tables.ref();
    for (auto _ : state) {
        auto const result = run(app, graph, options);
        if (result.count != expected) {
            state.SkipWithError(("counted " + to_string(result.count) + ", expected " + to_string(expected)).c_str());
            break;
        }
        state.SetIterationTime(result.seconds.run);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(expected));
}

template <class App> void extend(benchmark::State& state, App const& app, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    time_application(state, app, graph, extensions_of_arcs(graph));
}

template <class App> void motifs(benchmark::State& state, App const& app, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    time_application(state, app, graph, count_of(MotifPaper{app.k}, graph));
}

template <class App> void cliques(benchmark::State& state, App const& app, std::string const& spec) {
    Graph const graph = generate_graph(spec);
    time_application(state, app, graph, count_of(CliquePaper{app.k}, graph));
}

#define CERRADO_BENCHMARK(function, name, ...) \
    BENCHMARK_CAPTURE(function, name, __VA_ARGS__)->UseManualTime()->Unit(benchmark::kMillisecond)

CERRADO_BENCHMARK(extend, plain_uniform, Extend{}, uniform);
CERRADO_BENCHMARK(extend, plain_skewed, Extend{}, skewed);
CERRADO_BENCHMARK(extend, with_masks_uniform, ExtendWithMasks{}, uniform);
CERRADO_BENCHMARK(extend, with_masks_skewed, ExtendWithMasks{}, skewed);
CERRADO_BENCHMARK(motifs, extend_exclusive_uniform, ExtendExclusive{4}, uniform);
CERRADO_BENCHMARK(motifs, extend_exclusive_skewed, ExtendExclusive{4}, skewed);
CERRADO_BENCHMARK(motifs, finish_exclusive_uniform, Motif{4}, uniform);
CERRADO_BENCHMARK(motifs, finish_exclusive_skewed, Motif{4}, skewed);
CERRADO_BENCHMARK(cliques, extend_common_dense, ExtendCommon{5}, dense);
CERRADO_BENCHMARK(cliques, extend_common_skewed, ExtendCommon{5}, skewed);
CERRADO_BENCHMARK(cliques, finish_common_dense, Clique{5}, dense);
CERRADO_BENCHMARK(cliques, finish_common_skewed, Clique{5}, skewed);

} // namespace
} // namespace cerrado
