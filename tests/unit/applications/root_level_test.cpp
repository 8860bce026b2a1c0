// What ends at an initial traversal is aggregated once, however many slices the job was cut into; what lies below is
// shared by them.
#include "support.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado::test {
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

} // namespace cerrado::test
