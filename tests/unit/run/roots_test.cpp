#include "../docs/snippets/house.hpp"
#include "unit/run/support.hpp"

#include <cerrado/engine/masks.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {

// The houses of tutorial 1, whose walk takes common neighbours of chosen vertices: as many as all sequences of five
// vertices give.

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

// What ends at an initial traversal is aggregated once, however many slices the job was cut into; what lies below is
// shared by them.

namespace {

// From every edge: its extensions, counted at the root level; and the ascending choices of k - 2 of them, counted at
// the last.
struct RootAndLeaf {
    int k;
    static constexpr int extension_lists = 2;
    int root_size() const { return 2; }
    struct Accumulator {
        Count at_root = 0;
        Count at_leaf = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        into.at_root += from.at_root;
        into.at_leaf += from.at_leaf;
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_new = te.extend(0, 2);
        if (te.size() > 2) {
            if (is_new) te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
        } else if (is_new) {
            te.aggregate([](Accumulator& own, auto const&, VertexId) { ++own.at_root; });
            te.aggregate_counter();
        }
        if (te.size() == k - 1) te.aggregate([](Accumulator& own, auto const&, VertexId) { ++own.at_leaf; });
    }
};

// In a star every edge has all other vertices as extensions.
void expect_exact(VertexId vertices, RunOptions const& options) {
    Count const edges = vertices - 1;
    auto const result = run(RootAndLeaf{6}, generate_graph("gen:star:n=" + std::to_string(vertices)), options);
    EXPECT_GT(result.roots.given, edges) << "no job was sliced: the test shows nothing";
    EXPECT_EQ(result.roots.done, result.roots.given);
    EXPECT_EQ(result.accumulator.at_root, edges * (vertices - 2));
    EXPECT_EQ(result.count, edges * (vertices - 2));
    EXPECT_EQ(result.accumulator.at_leaf, edges * binomial(vertices - 2, 4));
}

} // namespace

TEST(HostRootLevel, IsAggregatedOnceWhileJobsAreSliced) {
    expect_exact(20, on(DeviceKind::host, 2));
    expect_exact(30, on(DeviceKind::host, 5));
}

TEST(LockstepRootLevel, IsAggregatedOnceWhileJobsAreSliced) { expect_exact(10, on(DeviceKind::lockstep, 2)); }

TEST(CudaRootLevel, IsAggregatedOnceWhileJobsAreSliced) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    expect_exact(30, on(DeviceKind::cuda));
}

// An application may start from vertices or from edges; what it counts is the same.

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

void expect_cliques(Graph const& graph, int k, RunOptions const& options) {
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
    for (int k : {3, 4, 5}) expect_cliques(generate_graph("gen:er:n=20,m=110,seed=1"), k, on(DeviceKind::host, 2));
}

TEST(LockstepRootSize, VerticesAreEquivalentToEdges) {
    for (int k : {3, 4}) expect_cliques(generate_graph("gen:er:n=9,m=25,seed=1"), k, on(DeviceKind::lockstep));
}

TEST(CudaRootSize, VerticesAreEquivalentToEdges) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int k : {3, 4, 5}) expect_cliques(generate_graph("gen:er:n=20,m=110,seed=1"), k, on(DeviceKind::cuda));
}

// extend over a middle range of the traversal: the neighbours of the later vertices alone, with and without adjacency
// masks.

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

void expect_sequences(Graph const& graph, int k, RunOptions const& options) {
    Count const wanted = expected(prepare(AwayFromTheFirst<false>{k}, graph), k);
    EXPECT_GT(wanted, 0u);
    EXPECT_EQ(run(AwayFromTheFirst<false>{k}, graph, options).count, wanted) << "k " << k;
    EXPECT_EQ(run(AwayFromTheFirst<true>{k}, graph, options).count, wanted) << "k " << k << ", with masks";
}

} // namespace

TEST(HostMiddleRange, IsEquivalentToAllSequences) {
    for (int k : {3, 4, 5}) expect_sequences(generate_graph("gen:er:n=16,m=30,seed=1"), k, on(DeviceKind::host, 2));
}

TEST(LockstepMiddleRange, IsEquivalentToAllSequences) {
    for (int k : {3, 4}) expect_sequences(generate_graph("gen:er:n=10,m=14,seed=1"), k, on(DeviceKind::lockstep));
}

TEST(CudaMiddleRange, IsEquivalentToAllSequences) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (int k : {3, 4, 5}) expect_sequences(generate_graph("gen:er:n=16,m=30,seed=1"), k, on(DeviceKind::cuda));
}

} // namespace cerrado::test
