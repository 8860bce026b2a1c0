// The functions of Cerrado::apps for isomorphism counts.
#include <cerrado/apps/isomorphism.hpp>

#include "isomorphism/by_graph.hpp"
#include "isomorphism/forms.hpp"
#include "isomorphism/formula/signed_sum.hpp"
#include "isomorphism/keyed.hpp"
#include "isomorphism/plan/count_bound.hpp"
#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/contract/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
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

BoundApplication bind_walk(MatchQuery const& query, std::vector<int> const& order) {
    MatchingPlan const plan = make_plan(query.pattern, query.induced, order);
    auto const ready = [plan](Graph const& graph, RunOptions const& options) {
        require_countable(plan, graph);
        return options;
    };
    auto const divided = [plan](RunResult result) {
        result.count /= plan.repetitions;
        result.chosen.form = name_of(Algorithm::walk);
        return result;
    };
    BoundApplication const walk = walk_form(query, order, plan);
    BoundApplication bound = walk;
    bound.run = [=](Graph const& graph, RunOptions const& options) {
        return divided(walk.run(graph, ready(graph, options)));
    };
    bound.run_resident = [=](Resident const& graph, RunOptions const& options) {
        return divided(walk.run_resident(graph, ready(graph.state().given(), options)));
    };
    bound.choose = [=](Graph const& graph, RunOptions const& options) {
        Choice choice = walk.choose(graph, options);
        choice.chosen.algorithm = Algorithm::walk;
        return choice;
    };
    return with_key(std::move(bound), key_of(plan) + marks_text(query.pattern));
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

// A query's forms.
class Search {
public:
    explicit Search(MatchQuery const& query)
        : query_(query),
          walk_(bind_walk(query, checked_order(query.pattern, query.induced, query.order))) {
        if (auto const formula = formula_of(query)) {
            formula_ = bind_formula(*formula);
        } else if (sum_ = signed_sum_of(query); sum_ && must_be_formula()) {
            formula_ = bind_sum(*sum_, query.pattern);
        } else if (must_be_formula()) {
            throw InputError("there is no formula for such matches of this pattern: take the algorithm walk");
        }
    }

    // The formula where there is one, the options allow it, and it does not take longer.
    BoundApplication form(Graph const& graph, RunOptions const& options) const {
        bool const may_be_formula = (formula_ || sum_) && allow_formula(options);
        if (formula_ && may_be_formula) return *formula_;
        if (!query_.order.empty()) return walk_;
        std::vector<int> const order = matching_order(query_.pattern, query_.induced, graph);
        if (may_be_formula) {
            SignedSum sum = *sum_;
            if (is_cheaper(sum, query_, order, graph)) return bind_sum(sum, query_.pattern);
        }
        return bind_walk(query_, order);
    }
    // What is likely to be that.
    BoundApplication const& form(RunOptions const& options) const {
        return formula_ && allow_formula(options) ? *formula_ : walk_;
    }

private:
    bool must_be_formula() const { return query_.algorithm == Algorithm::formula; }
    bool allow_formula(RunOptions const& options) const {
        if (fits_a_formula(options) || !must_be_formula()) return fits_a_formula(options);
        throw InputError(
            "a formula has no roots of its own, and warps of 32 lanes: drop these options, or take the algorithm walk");
    }

    MatchQuery query_;
    BoundApplication walk_;                   // in the query's order, or the one that suits graphs in general
    std::optional<BoundApplication> formula_; // wherever the options allow it
    std::optional<SignedSum> sum_;
};

MatchResult mapped(RunResult result, MatchQuery const& query) {
    MatchResult matches{std::move(result)};
    matches.automorphisms = automorphisms(query.pattern).count;
    matches.mappings = product_of(matches.count, matches.automorphisms);
    return matches;
}

} // namespace

BoundApplication bind_matches(MatchQuery const& query) {
    auto const search = std::make_shared<Search const>(query);
    BoundApplication bound = search->form(RunOptions{});
    bound.warm_up = [search](RunOptions const& options) { search->form(options).warm_up(options); };
    return chosen_by_graph(std::move(bound), [search](Graph const& graph, RunOptions const& options) {
        return search->form(graph, options);
    });
}

MatchResult count_matches(Graph const& graph, MatchQuery const& query, RunOptions const& options) {
    return mapped(bind_matches(query).run(graph, options), query);
}

MatchResult count_matches(Resident const& graph, MatchQuery const& query, RunOptions const& options) {
    return mapped(bind_matches(query).run_resident(graph, options), query);
}

} // namespace cerrado
