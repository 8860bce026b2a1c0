// The functions of Cerrado::apps for isomorphism counts.
#include <cerrado/apps/isomorphism.hpp>

#include "isomorphism/forms.hpp"
#include "isomorphism/plan.hpp"

#include <cerrado/canonical/automorphisms.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

// A run goes on only with the plan that began it.
std::string key_of(MatchingPlan const& plan) {
    std::string key = "match";
    for (int i = 0; i < plan.size; ++i) {
        MatchingPlan::Step const& step = plan.steps[i];
        key += fmt::format(" {:x}.{:x}.{:x}.{:x}", step.adjacent, step.strange, step.above, step.below);
    }
    for (int i = 0; i < plan.bans; ++i) key += fmt::format(" !{:x}", plan.ban[i]);
    return key;
}

template <class Where, class Run>
MatchResult count(Where const& graph, MatchQuery const& query, RunOptions options, Run const& run_of) {
    MatchingPlan const plan = make_plan(query.pattern, query.induced, query.order);
    if (options.checkpoint.key.empty()) options.checkpoint.key = key_of(plan);
    MatchResult result{run_of(match_form(plan))(graph, options)};
    result.automorphisms = automorphisms(query.pattern).count;
    result.mappings = result.count * result.automorphisms;
    return result;
}

} // namespace

BoundApplication bind_matches(MatchQuery const& query) {
    return match_form(make_plan(query.pattern, query.induced, query.order));
}

MatchResult count_matches(Graph const& graph, MatchQuery const& query, RunOptions options) {
    return count(graph, query, std::move(options), [](BoundApplication const& bound) { return bound.run; });
}

MatchResult count_matches(Resident const& graph, MatchQuery const& query, RunOptions options) {
    return count(graph, query, std::move(options), [](BoundApplication const& bound) { return bound.run_resident; });
}

} // namespace cerrado
