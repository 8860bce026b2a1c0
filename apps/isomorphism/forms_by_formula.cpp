#include "isomorphism/forms.hpp"

#include "isomorphism/formula/formulas.hpp"
#include "isomorphism/formula/local_formulas.hpp"
#include "library/bind.hpp"
#include "library/resident_run.hpp"

namespace cerrado {

namespace {

// A form with an array for the triangles of the edges, which lies where the graph does.
template <class App> BoundApplication bind_with_triangles(App const& of_no_graph) {
    auto const on_resident = [of_no_graph](Resident const& graph, RunOptions const& options) -> RunResult {
        App app = of_no_graph;
        auto const triangles = graph.array<std::uint32_t>(Per::edge);
        app.triangles = triangles.ref();
        return cerrado::run(app, graph, options);
    };
    BoundApplication bound = bind_application(of_no_graph);
    bound.run_resident = on_resident;
    bound.run = made_resident_for(bound.run_resident);
    return bound;
}

} // namespace

BoundApplication formula_form(Formula formula) {
    switch (formula) {
    case Formula::four_cycles: return bind_application(FourCycles{});
    case Formula::five_cycles: return bind_application(FiveCycles{});
    case Formula::diamonds: return bind_with_triangles(Diamonds{});
    case Formula::houses: return bind_with_triangles(Houses{});
    default: return bind_with_triangles(LocalSums{{}, formula});
    }
}

} // namespace cerrado
