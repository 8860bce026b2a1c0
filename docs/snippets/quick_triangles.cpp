// Tutorial 5, step 3: values of edges. Triangles whose three edges came within a window of time.
#include <cerrado/graph/open.hpp>
#include <cerrado/run/run.hpp>

#include <iostream>

using cerrado::VertexId;

struct QuickTriangles {
    int k = 3;
    static constexpr int extension_lists = 1;
    cerrado::ArrayRef<int> days; // by edge and direction
    int window;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
            if (te.size() == 2) {
                int const day = days[te.edge_position(0, 1)];
                te.filter([&](auto const& t, VertexId v) {
                    return is_quick(day, days[t.edge_position(0, v)], days[t.edge_position(1, v)]);
                });
            }
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }

    CERRADO_FN bool is_quick(int a, int b, int c) const {
        int const first = a < b ? (a < c ? a : c) : (b < c ? b : c);
        int const last = a > b ? (a > c ? a : c) : (b > c ? b : c);
        return last - first <= window;
    }
};

int main() {
    cerrado::Resident const resident(cerrado::open_graph("datasets/karate.txt"));
    cerrado::Graph const& graph = resident.graph();
    std::vector<int> days; // on which day the two became friends, of 365: drawn here, for want of a record
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            days.push_back(static_cast<int>(graph.original_id(v) * graph.original_id(u) * 7919 % 365));
        }
    }
    auto const by_edge = resident.array(cerrado::Per::edge, days);
    for (int const window : {90, 180, 365}) {
        auto const result = cerrado::run(QuickTriangles{.days = by_edge.ref(), .window = window}, resident);
        std::cout << cerrado::to_string(result.count) << " triangles within " << window << " days\n";
    }
}
