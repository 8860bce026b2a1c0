// Tutorial 5, step 1: rounds. The connected components of a graph, by labels that spread along its edges.
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>
#include <numeric>
#include <set>

using cerrado::VertexId;

struct Components {
    using Engine = cerrado::Neighbours;
    static constexpr bool until_unchanged = true;
    cerrado::ArrayRef<VertexId> labels, next;  // by vertex
    int rounds() const { return 1000 * 1000; } // at most

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        auto const from = te.round() % 2 == 0 ? labels : next;
        auto const to = te.round() % 2 == 0 ? next : labels;
        VertexId least = from[te.root()];
        te.fold([&](VertexId u, auto) { least = from[u] < least ? from[u] : least; });
        least = te.warp().reduce_min(least);
        if (te.warp().lane() != 0) return;
        to[te.root()] = least;
        if (least != from[te.root()]) te.note_change();
    }
};

int main() {
    cerrado::Resident const resident(cerrado::open_graph("gen:er:n=2000,m=2200,seed=1"));
    std::vector<VertexId> own(resident.graph().vertex_count());
    std::iota(own.begin(), own.end(), VertexId{0});
    auto const labels = resident.array(cerrado::Per::vertex, own);
    auto const next = resident.array<VertexId>(cerrado::Per::vertex);
    auto const result = cerrado::run(Components{labels.ref(), next.ref()}, resident);

    std::vector<VertexId> const found = labels.read();
    std::cout << std::set(found.begin(), found.end()).size() << " components, in " << result.roots.done / found.size()
              << " rounds\n";
}
