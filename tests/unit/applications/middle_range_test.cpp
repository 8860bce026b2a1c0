// extend over a middle range of the traversal: the neighbours of the later vertices alone, with and without adjacency
// masks.
#include "support.hpp"

#include <cerrado/engine/masks.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

// Sequences of k vertices that begin with an edge, each next one a neighbour of a vertex after the first and not of the
// first.
template <bool with_masks> struct AwayFromTheFirst {
    int k;
    using Engine = std::conditional_t<with_masks, Masks, Lists>;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(1, te.size())) te.filter([](auto const& t, VertexId v) { return !t.adjacent(0, v); });
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

Count sequences(Graph const& graph, int k, std::vector<VertexId>& chosen) {
    if (static_cast<int>(chosen.size()) == k) return 1;
    Count found = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        bool reached = false;
        for (std::size_t i = 1; i < chosen.size(); ++i) reached |= adjacent(graph, chosen[i], v);
        if (!reached || adjacent(graph, chosen[0], v) || std::ranges::find(chosen, v) != chosen.end()) continue;
        chosen.push_back(v);
        found += sequences(graph, k, chosen);
        chosen.pop_back();
    }
    return found;
}

// Edges as the prepared graph directs them.
Count expected(Graph const& prepared, int k) {
    Count found = 0;
    for (VertexId v = 0; v < prepared.vertex_count(); ++v) {
        for (VertexId const u : prepared.neighbours(v)) {
            std::vector<VertexId> chosen{v, u};
            if (v < u) found += sequences(prepared, k, chosen);
        }
    }
    return found;
}

void expect_equivalence(Graph const& graph, int k, RunOptions const& options) {
    Count const wanted = expected(prepare(AwayFromTheFirst<false>{k}, graph), k);
    EXPECT_GT(wanted, 0u);
    EXPECT_EQ(run(AwayFromTheFirst<false>{k}, graph, options).count, wanted) << "k " << k;
    EXPECT_EQ(run(AwayFromTheFirst<true>{k}, graph, options).count, wanted) << "k " << k << ", with masks";
}

} // namespace

TEST(HostMiddleRange, IsEquivalentToAllSequences) {
    for (int k : {3, 4, 5}) expect_equivalence(generate_graph("gen:er:n=16,m=30,seed=1"), k, on(DeviceKind::host, 2));
}

TEST(LockstepMiddleRange, IsEquivalentToAllSequences) {
    for (int k : {3, 4}) expect_equivalence(generate_graph("gen:er:n=10,m=14,seed=1"), k, on(DeviceKind::lockstep));
}

TEST(CudaMiddleRange, IsEquivalentToAllSequences) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int k : {3, 4, 5}) expect_equivalence(generate_graph("gen:er:n=16,m=30,seed=1"), k, on(DeviceKind::cuda));
}

} // namespace cerrado::test
