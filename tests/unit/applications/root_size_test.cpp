// An application may start from vertices or from edges; what it counts is the same.
#include "support.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

struct CliquesFrom {
    int k;
    int first;
    int root_size() const { return first; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) te.filter([](auto const& t, VertexId v) { return above_last(t, v) && is_clique(t, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

void expect_equivalence(Graph const& graph, int k, RunOptions const& options) {
    WideCount cliques = 0;
    for_each_clique(graph, k, [&](auto const&) { ++cliques; });
    EXPECT_GT(cliques, 0u);
    auto const from_vertices = run(CliquesFrom{k, 1}, graph, options);
    auto const from_edges = run(CliquesFrom{k, 2}, graph, options);
    EXPECT_EQ(from_vertices.count, cliques) << "k " << k;
    EXPECT_EQ(from_edges.count, cliques) << "k " << k;
    EXPECT_GE(from_vertices.roots.given, graph.vertex_count());
    EXPECT_GE(from_edges.roots.given, graph.edge_count());
}

} // namespace

TEST(HostRootSize, VerticesAreEquivalentToEdges) {
    for (int k : {3, 4, 5}) expect_equivalence(generate_graph("gen:er:n=20,m=110,seed=1"), k, on(DeviceKind::host, 2));
}

TEST(LockstepRootSize, VerticesAreEquivalentToEdges) {
    for (int k : {3, 4}) expect_equivalence(generate_graph("gen:er:n=9,m=25,seed=1"), k, on(DeviceKind::lockstep));
}

TEST(CudaRootSize, VerticesAreEquivalentToEdges) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int k : {3, 4, 5}) expect_equivalence(generate_graph("gen:er:n=20,m=110,seed=1"), k, on(DeviceKind::cuda));
}

} // namespace cerrado::test
