// Neighbours: a job is a vertex (or an edge), and its extensions are the lists of the graph as they stand. Nothing is
// listed, and the walk goes no further. It is for sweeps over the graph, round by round.
#pragma once

#include <cerrado/engine/one_visit.hpp>

namespace cerrado {

struct Neighbours : OneVisit {
    static constexpr int max_vertices = 2;

    struct Planner : OneVisit::Planner {
        using OneVisit::Planner::Planner;
        static int levels(TraversalNeeds const& needs, GraphShape const&) { return needs.root_size; }
        static JobNeeds jobs(TraversalNeeds const&) { return {.lists = ListPart::whole}; }
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Neighbours::Operators : public OneVisit::Hooks {
public:
    // Calls f(u, edge) for each neighbour u of the last vertex (oriented: each successor). `edge` is its position in
    // the lists, by which arrays for each edge go.
    // Requires: f calls nothing collective. Lanes: all; f is called once for each neighbour, on one lane.
    // Cost: the degree, over the width.
    template <class Function> CERRADO_FN void fold(Function const& f) const { fold(te().size() - 1, f); }

    // The same for the i-th vertex.
    template <class Function> CERRADO_FN void fold(int i, Function const& f) const {
        GraphRef const& graph = te().graph();
        EdgeOffset const end = graph.end(te().vertex(i));
        EdgeOffset edge = graph.begin(te().vertex(i)) + static_cast<EdgeOffset>(te().warp().lane());
        for (; edge < end; edge += W::width) f(graph.neighbours[edge], edge);
    }

private:
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
};

} // namespace cerrado
