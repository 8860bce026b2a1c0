#include "graphlets/forms.hpp"
#include "graphlets/roles/passes.hpp"
#include "graphlets/roles/roles.hpp"

namespace cerrado::cuts {

RolesRun sum_roles(Resident const& graph, RunOptions const& options) {
    Passes<RolesRun> passes(graph, options);
    ResidentArray<AtEdge> const edges = graph.array<AtEdge>(Per::edge);
    ResidentArray<SumsOfVertex> const vertices = graph.array<SumsOfVertex>(Per::vertex);
    Roles const roles{vertices.ref(), edges.ref()};
    std::optional<Matrices> const matrices = passes.find_matrices(RoleSweep::least_end);
    if (matrices && passes.run(RoleSweep{*matrices, roles}) && passes.run(Across{matrices->known, roles}) &&
        passes.run(CyclesAt{roles})) {
        passes.result.sums = {passes.triangles(), edges.read(), vertices.read(), {}};
    }
    return passes.result;
}

} // namespace cerrado::cuts
