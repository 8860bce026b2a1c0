// Patterns of 7 to 9 vertices; 9 is the largest that the tables know.
#include "forms.hpp"
#include "graphs.hpp"
#include "sanitizers.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

void expect_equivalence(int k) {
    for (char const* spec : {"gen:er:n=12,m=22,seed=1", "gen:complete:n=10", "gen:star:n=12", "gen:cycle:n=9"}) {
        Graph const graph = generate_graph(spec);
        Counts const expected = verified(motif_form, k, graph);
        EXPECT_EQ(counted(motif_form, k, graph, on(DeviceKind::host, 2)), expected) << spec;
        EXPECT_EQ(counted(motif_paper_form, k, graph, on(DeviceKind::host, 2)), expected) << spec;
    }
}

} // namespace

TEST(LargeMotifs, OfSevenVerticesAreEquivalentToTheSerialVerifier) { expect_equivalence(7); }
TEST(LargeMotifs, OfEightVerticesAreEquivalentToTheSerialVerifier) { expect_equivalence(8); }
TEST(LargeMotifs, OfNineVerticesAreEquivalentToTheSerialVerifier) {
    if (under_thread_sanitizer) GTEST_SKIP() << "one thread builds the table for 9, and takes minutes here";
    expect_equivalence(9);
}

// From 8 vertices on the pair counters leave the fast memory.
TEST(LockstepLargeMotifs, AreEquivalentToTheSerialVerifier) {
    for (char const* spec : {"gen:cycle:n=9", "gen:er:n=9,m=10,seed=2"}) {
        Graph const graph = generate_graph(spec);
        for (int k : {7, 8}) {
            EXPECT_EQ(counted(motif_form, k, graph, on(DeviceKind::lockstep)), verified(motif_form, k, graph))
                << spec << k;
        }
    }
}

} // namespace cerrado::test
