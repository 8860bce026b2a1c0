#include "balance_delayed.hpp"

#include <isomorphism/match.hpp>
#include <isomorphism/plan.hpp>

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/runtime/run.hpp>

namespace cerrado::test {
namespace {

// Complete patterns: each list is made of that of the level before, which a worker that is given a traversal lacks.
MatchingPlan complete_plan(int k) {
    Pattern pattern(k);
    for (int v = 1; v < k; ++v) {
        for (int u = 0; u < v; ++u) pattern.require_edge(u, v);
    }
    return make_plan(pattern, false);
}

} // namespace

Form const delayed_match_form{
    "match",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<Match>{{k, complete_plan(k)}}, graph, options);
    },
    [](int k, Graph const& graph) { return match_form.prepare(k, graph); },
};

} // namespace cerrado::test
