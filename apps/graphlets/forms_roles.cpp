#include "graphlets/forms.hpp"

#include "graphlets/roles/limits.hpp"
#include "graphlets/roles/roles.hpp"
#include "graphlets/sums/arrays.hpp"
#include "graphlets/sums/first_end.hpp"
#include "library/time_left.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::cuts {

namespace {

// The passes one after the other, as long as they are complete.
class VertexPasses {
public:
    VertexPasses(Resident const& graph, RunOptions const& options)
        : graph_(graph),
          options_(options),
          time_(options),
          arrays_(graph, 5),
          edges_(graph.array<AtEdge>(Per::edge)),
          vertices_(graph.array<SumsOfVertex>(Per::vertex)) {}

    RolesRun run_all() {
        if (!run(Cuts{3, true, first_end(graph_, RoleSweep::least_end), arrays_.known()})) return result_;
        std::uint64_t const words = arrays_.words();
        require_room_for_roles(words);
        ResidentArray<Count> const bits = graph_.array<Count>(words);
        Matrices const matrices{arrays_.known(), bits.ref(), 0, words};
        Roles const roles{vertices_.ref(), edges_.ref()};
        if (!run(matrices) || !run(RoleSweep{matrices, roles}) || !run(Across{arrays_.known(), roles}) ||
            !run(CyclesAt{roles})) {
            return result_;
        }
        result_.sums = {arrays_.triangles(), edges_.read(), vertices_.read(), {}};
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
    ResidentArray<AtEdge> const edges_;
    ResidentArray<SumsOfVertex> const vertices_;
    RolesRun result_;
};

} // namespace

RolesRun sum_roles(Resident const& graph, RunOptions const& options) { return VertexPasses(graph, options).run_all(); }

} // namespace cerrado::cuts
