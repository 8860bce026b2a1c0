#include "motif/forms.hpp"

#include "library/bind.hpp"
#include "motif/motif.hpp"

#include <cerrado/graph/marks.hpp>

namespace cerrado {

BoundApplication motif_fast_form(int k) {
    if (k <= SmallMotif::most) return bind_application(OfBoundWidths<SmallMotif>{{{k}}});
    return bind_application(OfBoundWidths<Motif>{{k}});
}
BoundApplication motif_list_form(int k) { return bind_application(OfBoundWidths<MotifList>{{k}}); }
BoundApplication motif_paper_form(int k) { return bind_application(OfBoundWidths<MotifPaper>{{k}}); }

namespace {

using BoundDirectedMotif = OfBoundWidths<DirectedMotif>;

struct PlacedMotif {
    BoundDirectedMotif app;
    ResidentArray<std::uint8_t> arcs;
};

PlacedMotif placed(Resident const& graph, int k) {
    if (!is_directed(graph.graph())) {
        throw InputError(
            "the graph was read without directions: read it as a directed graph, or count undirected motifs");
    }
    ResidentArray<std::uint8_t> arcs = graph.array(Per::edge, graph.graph().marks->arcs);
    return {{{k, arcs.ref().data}}, std::move(arcs)};
}

} // namespace

BoundApplication directed_motif_form(int k) {
    return bind_reading(BoundDirectedMotif{{k, nullptr}},
                        [k](Resident const& graph, RunOptions const&) { return placed(graph, k); });
}

} // namespace cerrado
