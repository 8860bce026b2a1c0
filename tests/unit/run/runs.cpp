#include "unit/run/runs.hpp"

#include <clique/clique.hpp>
#include <motif/motif.hpp>

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
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

// Counts extensions, and wants no more once all workers together have counted `most`.
struct Some {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    static constexpr bool ends_run = true;
    struct Ref {
        Count* taken = nullptr;
        Count most = 0;
    };
    class Memory {
    public:
        template <class App> Memory(App const& app, Session const&, RunMemory& memory, int)
            : taken_(memory, 1),
              most_(app.most) {}
        Ref ref() const { return {taken_.data(), most_}; }
        void conclude(RunResult& result, Session const&) { result.count = taken_.read()[0]; }

    private:
        RunArray<Count> taken_;
        Count most_;
    };
    template <class W, class Te> class Operators {
    public:
        CERRADO_FN void take_some() {
            Te& te = static_cast<Te&>(*this);
            if (te.warp().lane() == 0) W::grid_add(ref().taken, Count{te.extension_count()});
            te.top().size = 0;
            phase::note_output(te);
        }
        CERRADO_FN bool is_full() const { return W::grid_load(ref().taken) >= ref().most; }

    private:
        CERRADO_FN Ref const& ref() const {
            return static_cast<Te const&>(*this).context().outputs.template get<Some>();
        }
    };
};

struct UntilFull {
    int k;
    Count most;
    using Output = Some;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.take_some();
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
RunResult run_until_full(int k, Count most, Graph const& graph, RunOptions const& options) {
    return run(UntilFull{k, most}, graph, options);
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
