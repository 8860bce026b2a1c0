// The functions of Cerrado::apps for isomorphism counts.
#include <cerrado/apps/isomorphism.hpp>

#include "isomorphism/forms.hpp"
#include "isomorphism/plan.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/runtime/resident_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cerrado {

namespace {

// A run goes on only with the plan that began it.
std::string key_of(MatchingPlan const& plan) {
    auto const text = [](MatchingPlan::Step const& step) {
        return fmt::format(" {:x}.{:x}.{:x}.{:x}", step.adjacent, step.strange, step.above, step.below);
    };
    std::string key = fmt::format("match {} of {}", plan.walked, plan.size);
    for (int i = 0; i < plan.size; ++i) key += text(plan.steps[i]);
    for (int i = 0; i < plan.sets; ++i) key += " +" + text(plan.set[i]);
    for (int i = 0; i < plan.bans; ++i) key += fmt::format(" !{:x}", plan.ban[i]);
    return key;
}

// What is counted at once can be more than 128 bits hold; what is walked to cannot.
void require_countable(MatchingPlan const& plan, Graph const& graph) {
    if (plan.sets == 0) return;
    double const tails = plan.size - plan.walked;
    double const largest = std::max<double>(1, graph.max_degree());
    double sum = 0; // of stars it is the count
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        double const degree = static_cast<double>(graph.neighbours(v).size());
        if (degree >= tails) {
            sum += std::exp2((std::lgamma(degree + 1) - std::lgamma(tails + 1) - std::lgamma(degree - tails + 1)) /
                             std::log(2.0));
        }
    }
    double const walks = // nobody goes more than 2^64
        std::log2(static_cast<double>(graph.vertex_count()) + 1) + (plan.walked - 1) * std::log2(largest);
    double const of_others = std::min(64.0, walks) + tails * std::log2(largest);
    double const bits = plan.walked == 1 ? std::log2(sum + 1) + std::log2(largest) : of_others;
    if (bits < 127) return;
    throw InputError(
        fmt::format("there can be 2^{:.0f} matches here, and counts have 128 bits: take a smaller pattern", bits));
}

} // namespace

BoundApplication bind_matches(MatchQuery const& query) {
    MatchingPlan const plan = make_plan(query.pattern, query.induced, query.order);
    BoundApplication bound = match_form(plan);
    auto const with_key = [key = key_of(plan)](RunOptions options) {
        if (options.checkpoint.key.empty()) options.checkpoint.key = key;
        return options;
    };
    bound.run = [plan, with_key, run = bound.run](Graph const& graph, RunOptions const& options) {
        require_countable(plan, graph);
        RunResult result = run(graph, with_key(options));
        result.count /= plan.repetitions;
        return result;
    };
    bound.run_resident = [plan, with_key, run = bound.run_resident](Resident const& graph, RunOptions const& options) {
        require_countable(plan, graph.state().given());
        RunResult result = run(graph, with_key(options));
        result.count /= plan.repetitions;
        return result;
    };
    return bound;
}

namespace {

MatchResult completed(RunResult run, MatchQuery const& query) {
    MatchResult result{std::move(run)};
    result.automorphisms = automorphisms(query.pattern).count;
    result.mappings = result.count * result.automorphisms;
    return result;
}

} // namespace

MatchResult count_matches(Graph const& graph, MatchQuery const& query, RunOptions const& options) {
    return completed(bind_matches(query).run(graph, options), query);
}

MatchResult count_matches(Resident const& graph, MatchQuery const& query, RunOptions const& options) {
    return completed(bind_matches(query).run_resident(graph, options), query);
}

} // namespace cerrado
