// The matrix of a root's neighbourhood narrows to the members that are left.
#include "unit/workbench.hpp"

#include <clique/clique.hpp>
#include <clique/verifier.hpp>

namespace cerrado::test {

// k is such that 20 of them are not few yet.
TEST(NarrowMatrix, IsOfTheMembersThatAreLeft) {
    RandomSource random(5);
    std::vector<Edge> edges;
    for (VertexId v = 0; v < 240; ++v) {
        for (VertexId u = 0; u < v; ++u) {
            if (u == 0 || v < 14 || random.below(9) == 0) edges.push_back({u, v});
        }
    }
    Graph const graph = graph_from_edges(240, edges);
    Workbench<LockstepWarp, CliqueBitmap> bench({13}, graph);
    int const narrowed = bench.on({0}, [](auto& te) {
        int count = 0;
        te.on_enter(Entry::handed_out);
        te.extend_common();
        while (te.select_extension(1)) {
            te.move();
            te.extend_common();
            count += te.member_count() == te.extension_count() ? 1 : 0;
            te.set_size(1);
        }
        return count;
    });
    EXPECT_GT(narrowed, 20);
    Workbench<LockstepWarp, CliqueBitmap> whole({13}, graph);
    whole.enumerate_all();
    EXPECT_EQ(to_string(whole.result().count), to_string(clique::count_cliques(graph, 13)));
}

} // namespace cerrado::test
