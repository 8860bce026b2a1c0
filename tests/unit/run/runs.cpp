#include "unit/run/runs.hpp"

#include <clique/clique.hpp>
#include <motif/motif.hpp>

#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

struct Slow {
    int steps_wanted;
    int k = 3;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_new = te.extend(te.size() - 1, te.size());
        if (te.size() == 2) return te.aggregate_counter();
        if (!is_new) return;
        int const steps = steps_wanted;
        te.filter([steps](auto const& t, VertexId v) {
            std::uint32_t state = v ^ t.root();
            for (int i = 0; i < steps; ++i) state = state * 1664525u + 1013904223u;
            return state % 16 != 0;
        });
    }
};

struct CliqueOfOptions {
    static constexpr int max_vertices = 5;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == te.k() - 1) te.aggregate_counter();
    }
};

struct UntilClique {
    int k;
    static constexpr bool ends_run = true;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() != k - 1) return;
        if (te.extension_count() > 0) te.end_run();
        te.aggregate_counter();
    }
};

struct List {
    int k;
    using Output = Store;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        if (te.size() == k - 1) te.aggregate_store();
    }
};

} // namespace

RunResult run_clique(int k, Graph const& graph, RunOptions const& options) { return run(Clique{k}, graph, options); }
Graph prepare_clique(int k, Graph const& graph, RunOptions const& options) {
    return prepare(Clique{k}, graph, options);
}
RunResult run_until_clique(int k, Graph const& graph, RunOptions const& options) {
    return run(UntilClique{k}, graph, options);
}
RunResult run_clique_of_options(Graph const& graph, RunOptions const& options) {
    return run(CliqueOfOptions{}, graph, options);
}
RunResult run_motif(int k, Graph const& graph, RunOptions const& options) { return run(Motif{k}, graph, options); }
RunResult run_motif_paper(int k, Graph const& graph, RunOptions const& options) {
    return run(MotifPaper{k}, graph, options);
}
RunResult run_list(int k, Graph const& graph, RunOptions const& options) { return run(List{k}, graph, options); }
RunResult run_slow(int rounds, Graph const& graph, RunOptions const& options) {
    return run(Slow{rounds}, graph, options);
}
RunPlan estimate_motif(int k, Graph const& graph, RunOptions const& options) {
    return estimate(Motif{k}, graph, options);
}
Graph prepare_slow(Graph const& graph) { return prepare(Slow{1}, graph); }

} // namespace cerrado::test
