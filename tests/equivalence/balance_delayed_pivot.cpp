#include "balance_delayed.hpp"

#include <clique/clique.hpp>

#include <cerrado/output/by_size.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/run/run.hpp>

#include <atomic>
#include <numeric>
#include <vector>

namespace cerrado::test {

namespace {

std::atomic<std::uint64_t> all_later_stages; // jobs of later stages that workers of the host took

} // namespace

std::uint64_t later_stages_taken() { return all_later_stages; }

// Branches to the end and gives stages of any size, so that there is work to move.
struct Branching : CliquePivot {
    static constexpr bool factors = false;
    static constexpr std::uint32_t least_given_candidates = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
#if !defined(__CUDA_ARCH__)
        JobShare const& job = te.job();
        if (job.origin == JobOrigin::left && te.size() == job.first_length && te.warp().lane() == 0) ++all_later_stages;
#endif
        CliquePivot::visit(te);
    }
};

struct LocalBranching : CliqueLocal {
    static constexpr std::uint32_t least_given_candidates = 1;
};

Form const delayed_clique_pivot_form{
    "clique_pivot",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<Branching>{{{k, k}}}, graph, options);
    },
    [](int, Graph const& graph) { return prepare(CliquePivot{}, graph); },
};

Form const pivot_at_once_form{
    "pivot_at_once",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<CliquePivot>{{k, k}}, graph, options);
    },
    [](int, Graph const& graph) { return prepare(CliquePivot{}, graph); },
};

Form const delayed_clique_sizes_form{
    "clique_sizes",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        RunResult result = run(Delayed<Branching>{}, graph, options);
        result.count = 0;
        for (SizeCount const& row : result.of<BySize>().sizes) {
            if (row.k == k) result.count = to_count(row.count);
        }
        return result;
    },
    [](int, Graph const& graph) { return prepare(CliquePivot{}, graph); },
};

Form const delayed_clique_local_form{
    "clique_local",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return with_local_counts_verified(run(Delayed<LocalBranching>{{{k, true}}}, graph, options), k, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueLocal{k}, graph); },
};

Form const delayed_maximal_form{
    "maximal",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        RunResult result = run(Delayed<LocalMaximalCliques>{{{k}}}, graph, options);
        std::vector<WideCount> const& by_size = result.of<ByKey<>>();
        result.count = std::accumulate(by_size.begin(), by_size.end(), WideCount{0});
        result.of<PerVertexAndEdge>() = {result.of<PerOrbit>().vertices, {}, {}};
        return with_maximal_verified(result, k, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(LocalMaximalCliques{{k}}, graph); },
    false,
    serial_maximal,
};

} // namespace cerrado::test
