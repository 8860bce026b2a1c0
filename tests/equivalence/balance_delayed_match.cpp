#include "balance_delayed.hpp"

#include <isomorphism/match.hpp>
#include <isomorphism/plan/plan.hpp>

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
// Each list is made of that of the level before, which a worker that is given a traversal lacks.
Form const delayed_match_form{
    "match",
    false,
    [](int k, Graph const& graph, RunOptions const& options) -> RunResult {
        return run(Delayed<Match>{{k, make_plan(complete_pattern(k), false)}}, graph, options);
    },
    [](int k, Graph const& graph) { return match_form.prepare(k, graph); },
};

} // namespace cerrado::test
