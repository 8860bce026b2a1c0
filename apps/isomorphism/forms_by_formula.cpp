#include "isomorphism/forms.hpp"

#include "isomorphism/formula/five_cycle_rows.hpp"
#include "isomorphism/formula/formulas.hpp"
#include "isomorphism/formula/local_formulas.hpp"
#include "library/bind.hpp"

#include <utility>

namespace cerrado {

namespace {

// With an array for the triangles of the edges, which lies where the graph does.
template <class App> struct WithTriangles {
    App app;
    ResidentArray<std::uint32_t> triangles;
};

template <class App> BoundApplication bind_with_triangles(App const& of_no_graph) {
    auto const place = [of_no_graph](Resident const& graph, RunOptions const&) {
        WithTriangles<App> placed{of_no_graph, graph.array<std::uint32_t>(Per::edge)};
        placed.app.triangles = placed.triangles.ref();
        return placed;
    };
    return bind_writing(of_no_graph, place);
}

struct WithRows {
    FiveCycles app;
    ResidentArray<std::uint32_t> rows;
};

// On the host a tally is an array by vertex anyway, and a checkpoint would have to keep the rows.
WithRows with_rows(Resident const& graph, RunOptions const& options) {
    VertexId const vertices = graph.graph().vertex_count();
    bool const has_rows = graph.device() != DeviceKind::host && !options.checkpoint.on();
    VertexId const rows = has_rows ? rows_of_five_cycles(graph) : 0;
    ResidentArray<std::uint32_t> array = graph.array<std::uint32_t>(std::uint64_t{rows} * vertices);
    return {{rows == 0 ? no_vertex : vertices - rows, vertices, array.ref()}, std::move(array)};
}

} // namespace

BoundApplication formula_form(Formula formula) {
    switch (formula) {
    case Formula::four_cycles: return bind_application(FourCycles{});
    case Formula::five_cycles: return bind_writing(FiveCycles{}, &with_rows);
    case Formula::diamonds: return bind_with_triangles(Diamonds{});
    case Formula::houses: return bind_with_triangles(Houses{});
    default: return bind_with_triangles(LocalSums{{}, formula});
    }
}

} // namespace cerrado
