#include "form.hpp"

#include <clique/clique.hpp>

#include <cerrado/runtime/run.hpp>
#include <cerrado/runtime/size_counts.hpp>

namespace cerrado::test {

RunResult run_clique_sizes(int first, int last, Graph const& graph, RunOptions const& options) {
    return run(OfEveryWarpWidth<CliquePivot>{{first, last}}, graph, options);
}

namespace {

Graph prepare_pivot(int, Graph const& graph) { return prepare(CliquePivot{}, graph); }

} // namespace

// One size: branches that cannot lead to it are not followed.
Form const clique_pivot_form{
    "clique_pivot",
    false,
    [](int k, Graph const& graph, RunOptions const& options) { return run_clique_sizes(k, k, graph, options); },
    prepare_pivot,
};

// Every size, of which the one asked for is looked up.
Form const clique_sizes_form{
    "clique_sizes",
    false,
    [](int k, Graph const& graph, RunOptions const& options) {
        RunResult result = run_clique_sizes(1, CliquePivot::all_sizes, graph, options);
        result.count = 0;
        for (SizeCount const& row : result.sizes.sizes) {
            if (row.k == k) result.count = to_count(row.count);
        }
        return result;
    },
    prepare_pivot,
};

} // namespace cerrado::test
