// Tutorial 1, step 1: a first application. Counts the triangles of a small graph.
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

using cerrado::VertexId;

struct Triangle {
    int k = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return v > t.last(); });
            te.filter([](auto const& t, VertexId v) { return t.adjacent_to_all(v); });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

int main() {
    cerrado::Graph const graph = cerrado::open_graph("gen:complete:n=7");
    auto const result = cerrado::run(Triangle{}, graph);
    std::cout << cerrado::to_string(result.count) << " triangles\n";
}
