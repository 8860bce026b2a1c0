#include "graphlets/forms.hpp"
#include "graphlets/roles/edge_roles.hpp"
#include "graphlets/roles/limits.hpp"
#include "graphlets/sums/arrays.hpp"
#include "graphlets/sums/first_end.hpp"
#include "library/time_left.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::cuts {

namespace {

class EdgePasses {
public:
    EdgePasses(Resident const& graph, RunOptions const& options)
        : graph_(graph),
          options_(options),
          time_(options),
          arrays_(graph, 5),
          edges_(graph.array<SumsOfEdge>(Per::edge)),
          around_(graph.array<Around>(Per::vertex)) {}

    EdgeRolesRun run_all() {
        if (!run(Cuts{3, true, first_end(graph_, EdgeSweep::least_end), arrays_.known(), around_.ref()}))
            return result_;
        std::uint64_t const words = arrays_.words();
        require_room_for_roles(words);
        ResidentArray<Count> const bits = graph_.array<Count>(words);
        Matrices const matrices{arrays_.known(), bits.ref(), 0, words};
        EdgeRoles const roles{edges_.ref(), around_.ref()};
        if (run(matrices) && run(EdgeSweep{matrices, roles}) && run(AcrossEdges{arrays_.known(), roles}) &&
            run(CyclesAtEdges{roles})) {
            result_.sums = {arrays_.triangles(), edges_.read()};
        }
        return result_;
    }

private:
    template <class App> bool run(App const& app) {
        add_run(result_, cerrado::run(app, graph_, time_.in(options_)));
        return result_.status == Status::complete;
    }

    Resident const& graph_;
    RunOptions const& options_;
    TimeLeft const time_;
    Arrays const arrays_;
    ResidentArray<SumsOfEdge> const edges_;
    ResidentArray<Around> const around_;
    EdgeRolesRun result_;
};

} // namespace

EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options) {
    require_small_degrees(graph.graph());
    return EdgePasses(graph, options).run_all();
}

} // namespace cerrado::cuts
