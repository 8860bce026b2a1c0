#include "isomorphism/by_graph.hpp"

#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/run/session/session.hpp>

#include <utility>

namespace cerrado {

BoundApplication chosen_by_graph(BoundApplication bound,
                                 std::function<BoundApplication(Graph const&, RunOptions const&)> const& of) {
    auto const timed = [of](Graph const& graph, RunOptions const& options, auto const& run) {
        Stopwatch const choosing;
        BoundApplication const chosen = of(graph, options);
        double const seconds = choosing.seconds();
        RunResult result = run(chosen);
        result.seconds.prepare += seconds;
        return result;
    };
    bound.run = [timed](Graph const& graph, RunOptions const& options) {
        return timed(graph, options, [&](BoundApplication const& chosen) { return chosen.run(graph, options); });
    };
    bound.run_resident = [timed](Resident const& graph, RunOptions const& options) {
        return timed(graph.graph(), options,
                     [&](BoundApplication const& chosen) { return chosen.run_resident(graph, options); });
    };
    bound.estimate = [of](Graph const& graph, RunOptions const& options) {
        return of(graph, options).estimate(graph, options);
    };
    bound.choose = [of](Graph const& graph, RunOptions const& options) {
        return of(graph, options).choose(graph, options);
    };
    bound.sample = [of](Resident const& graph, RunOptions const& options, std::span<SampledJobs const> jobs) {
        return of(graph.graph(), options).sample(graph, options, jobs);
    };
    return bound;
}

BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind) {
    BoundApplication bound = bind(checked_order(query.pattern, query.induced, query.order));
    if (!query.order.empty()) return bound;
    return chosen_by_graph(std::move(bound), [query, bind = std::move(bind)](Graph const& graph, RunOptions const&) {
        return bind(matching_order(query.pattern, query.induced, graph));
    });
}

} // namespace cerrado
