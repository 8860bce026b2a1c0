// is_canonical: of all orders in which a connected vertex set can be reached, exactly one passes at every step.
#include "unit/workbench.hpp"

#include <numeric>

namespace cerrado::test {
namespace {

// The view of a predicate over an explicit sequence of vertices.
struct SequenceView {
    Graph const& graph_;
    Vertices sequence;

    int size() const { return static_cast<int>(sequence.size()); }
    VertexId vertex(int i) const { return sequence[static_cast<std::size_t>(i)]; }
    VertexId root() const { return sequence.front(); }
    bool adjacent(int i, VertexId u) const { return graph_.ref().adjacent(vertex(i), u); }
};

bool reachable(Graph const& graph, Vertices const& order) {
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (mask_of(graph, {order.begin(), order.begin() + static_cast<long>(i)}, order[i]) == 0) return false;
    }
    return true;
}

bool passes(Graph const& graph, Vertices const& order) {
    SequenceView view{graph, {order.front()}};
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (!is_canonical(view, order[i])) return false;
        view.sequence.push_back(order[i]);
    }
    return true;
}

} // namespace

TEST(IsCanonical, AcceptsExactlyOneOrderOfEachConnectedSet) {
    int sets = 0;
    for (int seed = 1; seed <= 12; ++seed) {
        VertexId const n = 6;
        Graph const graph =
            generate_graph("gen:er:n=6,m=" + std::to_string(4 + seed % 8) + ",seed=" + std::to_string(seed));
        for (std::uint32_t set = 1; set < 1u << n; ++set) {
            Vertices order;
            for (VertexId v = 0; v < n; ++v) {
                if (set >> v & 1) order.push_back(v);
            }
            int orders = 0, accepted = 0;
            do {
                if (!reachable(graph, order)) continue;
                ++orders;
                accepted += passes(graph, order) ? 1 : 0;
            } while (std::next_permutation(order.begin(), order.end()));
            ASSERT_EQ(accepted, orders > 0 ? 1 : 0) << "set " << set << ", seed " << seed;
            sets += accepted;
        }
    }
    EXPECT_GT(sets, 200);
}

} // namespace cerrado::test
