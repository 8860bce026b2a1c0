// An application outside the tree, against the installed library: triangles of a complete graph, and their pattern's
// name.
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

struct Triangle {
    int k = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, cerrado::VertexId v) { return v > t.last(); });
            te.filter([](auto const& t, cerrado::VertexId v) { return t.size() == 1 || t.adjacent(1, v); });
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};

int main() {
    cerrado::RunOptions options;
    options.device = cerrado::DeviceKind::host;
    auto const result = cerrado::run(Triangle{}, cerrado::open_graph("gen:complete:n=7"), options);
    std::cout << cerrado::to_string(result.count) << ' ' << cerrado::describe_pattern(3, 0b111).graph6 << '\n';
}
