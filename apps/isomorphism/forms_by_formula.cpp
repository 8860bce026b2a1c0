#include "isomorphism/forms.hpp"

#include "isomorphism/formula/formulas.hpp"
#include "isomorphism/formula/local_formulas.hpp"
#include "library/bind_placed.hpp"

namespace cerrado {

namespace {

// With an array for the triangles of the edges, which lies where the graph does.
template <class App> struct WithTriangles {
    App app;
    ResidentArray<std::uint32_t> triangles;
};

template <class App> BoundApplication bind_with_triangles(App const& of_no_graph) {
    auto const place = [of_no_graph](Resident const& graph) {
        WithTriangles<App> placed{of_no_graph, graph.array<std::uint32_t>(Per::edge)};
        placed.app.triangles = placed.triangles.ref();
        return placed;
    };
    return bind_placed(of_no_graph, place);
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
