// Neighbours: a job is a vertex (or an edge), and its extensions are the lists of the graph as they are. The engine
// copies no list, and the walk goes no further. It is for sweeps over the graph, round by round.
#pragma once

#include <cerrado/engine/scratch.hpp>

namespace cerrado {

struct Neighbours : OneVisitWithScratch {
    static constexpr int max_vertices = 2;

    struct Planner : OneVisitWithScratch::Planner {
        using OneVisitWithScratch::Planner::Planner;
        static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.root_size; }
        static JobNeeds jobs(TraversalNeeds const&) { return {.lists = ListPart::whole}; }
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Neighbours::Operators : public ScratchOperators<Te> {
public:
    // Calls f(u, edge) for each neighbour u of the last vertex (on an oriented graph: for each successor). `edge` is
    // the position of u in the lists. It is the index into arrays that have an entry for each edge. Requires: f calls
    // nothing collective. Lanes: all; f is called once for each neighbour, on one lane. Cost: the degree, divided by
    // the width.
    template <class Function> CERRADO_FN void fold(Function const& f) const { fold(te().size() - 1, f); }

    // The same for the i-th vertex.
    template <class Function> CERRADO_FN void fold(int i, Function const& f) const {
        GraphRef const& graph = te().graph();
        EdgeOffset const end = graph.end(te().vertex(i));
        EdgeOffset edge = graph.begin(te().vertex(i)) + static_cast<EdgeOffset>(te().warp().lane());
        for (; edge < end; edge += W::width) {
            f(graph.neighbours[edge], edge);
        }
    }
    CERRADO_REFUSED(
        "fold(f) calls f(u, edge) for each neighbour u: write 'te.fold([&](VertexId u, EdgeOffset edge) { ... "
        "})'",
        (std::is_invocable_v<Function const&, VertexId const&, EdgeOffset&>),
        template <class Function> CERRADO_FN void fold(Function const&) const);
    CERRADO_REFUSED(
        "fold(i, f) calls f(u, edge) for each neighbour u: write 'te.fold(i, [&](VertexId u, EdgeOffset edge) "
        "{ ... })'",
        (std::is_invocable_v<Function const&, VertexId const&, EdgeOffset&>),
        template <class Function> CERRADO_FN void fold(int, Function const&) const);

private:
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
};

} // namespace cerrado
