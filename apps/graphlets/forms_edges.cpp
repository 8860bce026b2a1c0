#include "graphlets/forms.hpp"
#include "graphlets/roles/edge_roles.hpp"
#include "graphlets/roles/passes.hpp"

namespace cerrado::cuts {

EdgeRolesRun sum_edge_roles(Resident const& graph, RunOptions const& options) {
    require_small_degrees(graph.graph());
    Passes<EdgeRolesRun> passes(graph, options);
    ResidentArray<SumsOfEdge> const edges = graph.array<SumsOfEdge>(Per::edge);
    ResidentArray<Around> const around = graph.array<Around>(Per::vertex);
    EdgeRoles const roles{edges.ref(), around.ref()};
    std::optional<Matrices> const matrices = passes.find_matrices(EdgeSweep::least_end, around.ref());
    if (matrices && passes.run(EdgeSweep{*matrices, roles}) && passes.run(AcrossEdges{matrices->known, roles}) &&
        passes.run(CyclesAtEdges{roles})) {
        passes.result.sums = {passes.triangles(), edges.read()};
    }
    return passes.result;
}

} // namespace cerrado::cuts
