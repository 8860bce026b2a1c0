#include "balance_delayed.hpp"

#include <clique/clique.hpp>

#include <cerrado/output/by_size.hpp>
#include <cerrado/output/size_counts.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {

// Branches to the end, so that there is work to move.
struct Branching : CliquePivot {
    static constexpr bool factors = false;
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
        return with_local_counts_verified(run(Delayed<CliqueLocal>{{k, true}}, graph, options), k, graph, options);
    },
    [](int k, Graph const& graph) { return prepare(CliqueLocal{k}, graph); },
};

} // namespace cerrado::test
