#include "isomorphism/by_graph.hpp"

#include "isomorphism/plan/plan_parts.hpp"
#include "library/form.hpp"
#include "library/time_left.hpp"

#include <utility>

namespace cerrado {

namespace {

class ChosenByGraph : public Form {
public:
    ChosenByGraph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                  std::function<BoundApplication(RunOptions const&)> usual)
        : of_(std::move(of)),
          usual_(std::move(usual)) {}

    void warm_up(RunOptions const& options) const override { usual_(options).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return usual_(options).prepare(graph, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return of_(graph, options).estimate(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        BoundApplication const chosen = of_(graph.graph(), options);
        double const seconds = time.spent();
        RunResult result = chosen.run(graph, time.in(options));
        result.seconds.prepare += seconds;
        return result;
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return of_(graph.graph(), options).sample(graph, options, jobs);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        return of_(graph, options).choose(graph, options);
    }

private:
    std::function<BoundApplication(Graph const&, RunOptions const&)> const of_;
    std::function<BoundApplication(RunOptions const&)> const usual_;
};

} // namespace

BoundApplication chosen_by_graph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                                 std::function<BoundApplication(RunOptions const&)> usual) {
    return make_form<ChosenByGraph>(std::move(of), std::move(usual));
}

BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind) {
    BoundApplication usual = bind(checked_order(query.pattern, query.induced, query.order));
    if (!query.order.empty()) return usual;
    return chosen_by_graph(
        [query, bind = std::move(bind)](Graph const& graph, RunOptions const&) {
            return bind(matching_order(query.pattern, query.induced, graph));
        },
        [usual](RunOptions const&) { return usual; });
}

} // namespace cerrado
