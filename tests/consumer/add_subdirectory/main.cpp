// An application outside the tree, with the library as a subdirectory: paths of three vertices on a cycle.
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

struct Path {
    int k = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1) && te.size() == 2) {
            te.filter([](auto const& t, cerrado::VertexId v) { return v > t.last(); });
        }
        if (te.size() == 2) te.aggregate_counter();
    }
};

int main() {
    cerrado::RunOptions options;
    options.device = cerrado::DeviceKind::host;
    auto const result = cerrado::run(Path{}, cerrado::open_graph("gen:cycle:n=12"), options);
    std::cout << cerrado::to_string(result.count) << '\n';
}
