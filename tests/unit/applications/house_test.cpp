// The houses of tutorial 1, whose walk takes common neighbours of chosen vertices: as many as all sequences of five
// vertices give.
#include "support.hpp"

#include "../../../docs/snippets/house.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::test {
namespace {

// Counts sequences floor, floor, wall, wall, roof. Each house has two of them.
WideCount houses_of(Graph const& graph) {
    WideCount found = 0;
    VertexId const n = graph.vertex_count();
    auto const joined = [&](VertexId u, VertexId v) { return adjacent(graph, u, v); };
    for (VertexId a = 0; a < n; ++a) {
        for (VertexId b = 0; b < n; ++b) {
            for (VertexId c = 0; joined(a, b) && c < n; ++c) {
                if (c == a || !joined(b, c)) continue;
                for (VertexId d = 0; d < n; ++d) {
                    if (d == b || !joined(c, d) || !joined(d, a)) continue;
                    for (VertexId e = 0; e < n; ++e) found += e != c && e != d && joined(a, e) && joined(b, e) ? 1 : 0;
                }
            }
        }
    }
    return found / 2;
}

void expect_equivalence(std::string const& spec, RunOptions const& options) {
    Graph const graph = generate_graph(spec);
    WideCount const expected = houses_of(graph);
    EXPECT_GT(expected, 0u) << spec;
    EXPECT_EQ(run(House{}, graph, options).count, expected) << spec;
    EXPECT_EQ(run(CountedHouse{}, graph, options).count, expected) << spec;
}

} // namespace

TEST(HostHouse, IsEquivalentToAllSequences) {
    for (int seed = 1; seed <= 5; ++seed) {
        expect_equivalence("gen:er:n=14,m=40,seed=" + std::to_string(seed), on(DeviceKind::host, 2));
    }
    expect_equivalence("gen:complete:n=8", on(DeviceKind::host, 2));
}

TEST(LockstepHouse, IsEquivalentToAllSequences) {
    expect_equivalence("gen:er:n=10,m=20,seed=1", on(DeviceKind::lockstep));
}

TEST(CudaHouse, IsEquivalentToAllSequences) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int seed = 1; seed <= 5; ++seed) {
        expect_equivalence("gen:er:n=14,m=40,seed=" + std::to_string(seed), on(DeviceKind::cuda));
    }
}

} // namespace cerrado::test
