// The functions of Cerrado::apps for isomorphism counts.
#include <cerrado/apps/isomorphism.hpp>

#include "isomorphism/by_graph.hpp"
#include "isomorphism/forms.hpp"
#include "isomorphism/keyed.hpp"
#include "isomorphism/plan/count_bound.hpp"
#include "isomorphism/plan/plan_parts.hpp"
#include "isomorphism/way.hpp"
#include "library/form.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/contract/declared.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cerrado {

namespace {

// A run goes on only with the plan that began it.
std::string key_of(MatchingPlan const& plan) {
    auto const text = [](MatchingPlan::Step const& step) {
        return fmt::format(" {:x}.{:x}.{:x}.{:x}", step.adjacent, step.strange, step.above, step.below);
    };
    std::string key = fmt::format("match {} of {}", plan.walked, plan.size);
    for (int i = 0; i < std::min(plan.size, MatchingPlan::max_vertices); ++i) key += text(plan.steps[i]);
    for (int i = 0; i < plan.sets; ++i) key += " +" + text(plan.set[i]);
    for (int i = 0; i < plan.kinds; ++i) key += fmt::format(" {}", plan.members[i]);
    for (int i = 0; i < plan.bans; ++i) key += fmt::format(" !{:x}", plan.ban[i]);
    return key;
}

// A formula's sums are those of all roots together, on full warps, and begin with the first of them.
bool fits_a_formula(RunOptions const& options) {
    return !options.roots && (options.warp_width == 0 || options.warp_width == full_warp_width);
}

BoundApplication walk_form(MatchQuery const& query, std::vector<int> const& order, MatchingPlan const& plan) {
    if (!query.pattern.has_marks()) return match_form(plan);
    return marked_match_form([query, order](Graph const& graph) { return marked_plan_of(query, order, graph); },
                             plan.walked);
}

// Counts alike vertices once for each exchange, and takes the exchanges out.
class Walk : public Decorator {
public:
    Walk(BoundApplication walk, MatchingPlan const& plan) : Decorator(std::move(walk)), plan_(plan) {}

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        Choice choice = Decorator::choose(graph, options);
        choice.chosen.algorithm = Algorithm::walk;
        return choice;
    }

protected:
    RunOptions given(Graph const& graph, RunOptions options) const override {
        require_countable(plan_, graph);
        return options;
    }
    RunResult made_of(RunResult result) const override {
        result.count /= plan_.repetitions;
        result.chosen.form = name_of(Algorithm::walk);
        return result;
    }

private:
    MatchingPlan const plan_;
};

BoundApplication bind_walk(MatchQuery const& query, std::vector<int> const& order) {
    MatchingPlan const plan = make_plan(query.pattern, query.induced, order);
    return with_key(make_form<Walk>(walk_form(query, order, plan), plan), key_of(plan) + marks_text(query.pattern));
}

BoundApplication bind_formula(Formula formula) {
    BoundApplication const sums = formula_form(formula);
    if (formula != Formula::gems) return with_key(as_formula(sums), std::string(describe(formula)));
    Pattern cliques(4);
    for (int v = 1; v < 4; ++v) {
        for (int u = 0; u < v; ++u) cliques.require_edge(u, v);
    }
    BoundApplication const gems =
        bind_parts({{with_key(sums, "pairs of edges of triangles"), 1}, {bind_matches({.pattern = cliques}), -12}}, 1);
    return with_key(as_formula(gems), std::string(describe(formula)));
}

// The query as the options allow it.
MatchQuery allowed(MatchQuery query, RunOptions const& options) {
    if (fits_a_formula(options)) return query;
    if (query.algorithm == Algorithm::formula) {
        throw InputError(
            "a formula has no roots of its own, and warps of 32 lanes: drop these options, or take the algorithm walk");
    }
    query.algorithm = Algorithm::walk;
    return query;
}

} // namespace

BoundApplication bind_way(MatchQuery const& query, MatchWay const& way) {
    if (way.formula) return bind_formula(*way.formula);
    return way.sum ? bind_sum(*way.sum, query.pattern) : bind_walk(query, way.order);
}

BoundApplication bind_matches(MatchQuery const& query) {
    bind_way(query, way_of(query)); // throws what every run would throw
    return chosen_by_graph(
        [query](Graph const& graph, RunOptions const& options) {
            return bind_way(query, way_of(allowed(query, options), graph));
        },
        [query](RunOptions const& options) { return bind_way(query, way_of(allowed(query, options))); });
}

MatchResult count_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    MatchResult matches{bind_matches(query).run(graph, options)};
    matches.automorphisms = automorphisms(query.pattern).count;
    matches.mappings = product_of(matches.count, matches.automorphisms);
    return matches;
}

} // namespace cerrado
