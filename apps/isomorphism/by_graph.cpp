#include "isomorphism/by_graph.hpp"

#include "isomorphism/plan_parts.hpp"

#include <cerrado/runtime/session.hpp>

#include <utility>

namespace cerrado {

BoundApplication bind_by_graph(MatchQuery const& query,
                               std::function<BoundApplication(std::vector<int> const& order)> bind) {
    BoundApplication bound = bind(checked_order(query.pattern, query.induced, query.order));
    if (!query.order.empty()) return bound;
    auto const of = [query, bind = std::move(bind)](Graph const& graph) {
        return bind(matching_order(query.pattern, query.induced, graph));
    };
    auto const timed = [of](Graph const& graph, auto const& run) {
        Stopwatch const choosing;
        BoundApplication const chosen = of(graph);
        double const seconds = choosing.seconds();
        RunResult result = run(chosen);
        result.seconds.prepare += seconds;
        return result;
    };
    bound.estimate = [of](Graph const& graph, RunOptions const& options) { return of(graph).estimate(graph, options); };
    bound.choose = [of](Graph const& graph, RunOptions const& options) { return of(graph).choose(graph, options); };
    bound.run = [timed](Graph const& graph, RunOptions const& options) {
        return timed(graph, [&](BoundApplication const& chosen) { return chosen.run(graph, options); });
    };
    bound.run_resident = [timed](Resident const& graph, RunOptions const& options) {
        return timed(graph.graph(),
                     [&](BoundApplication const& chosen) { return chosen.run_resident(graph, options); });
    };
    bound.sample = [of](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
        return of(graph.graph()).sample(graph, options, jobs);
    };
    return bound;
}

} // namespace cerrado
