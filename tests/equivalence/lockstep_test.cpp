// The checking warps against the serial verifiers: the same phases over 32 lanes and the hash table.
#include "forms.hpp"
#include "graphs.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {

class LockstepEquivalence : public testing::TestWithParam<NamedGraph> {
protected:
    void expect_equivalence(Form const& form, int workers) {
        Graph const graph = open(GetParam());
        for (int k = 3; k <= GetParam().k_max; ++k) {
            ASSERT_EQ(counted(form, k, graph, on(DeviceKind::lockstep, workers)), verified(form, k, graph))
                << "k " << k;
        }
    }
};

TEST_P(LockstepEquivalence, CliqueIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_form, 1); }
TEST_P(LockstepEquivalence, CliquePaperIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_paper_form, 2); }
TEST_P(LockstepEquivalence, CliqueBitmapIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_bitmap_form, 2); }
TEST_P(LockstepEquivalence, CliquePivotIsEquivalentToTheSerialVerifier) { expect_equivalence(clique_pivot_form, 1); }
TEST_P(LockstepEquivalence, CliqueSizesAreEquivalentToTheSerialVerifier) { expect_equivalence(clique_sizes_form, 2); }
TEST_P(LockstepEquivalence, CliqueLocalIsEquivalentToTheSerialVerifier) {
    expect_equivalence(checked_clique_local_form, 2);
}
TEST_P(LockstepEquivalence, MotifIsEquivalentToTheSerialVerifier) { expect_equivalence(motif_form, 2); }
TEST_P(LockstepEquivalence, MotifPaperIsEquivalentToTheSerialVerifier) { expect_equivalence(motif_paper_form, 1); }

INSTANTIATE_TEST_SUITE_P(Tiny, LockstepEquivalence, testing::ValuesIn(tiny_graphs()), name_of_graph);

// A hub's neighbourhood does not fit the table in fast memory; the few roots keep it short.
TEST(LockstepLargeTable, MotifIsEquivalentToTheSerialVerifier) {
    Graph const graph = generate_graph("gen:star:n=1500");
    Graph const prepared = motif_form.prepare(4, graph);
    std::vector<VertexId> const roots{1490, 1495, 1498, 1499};
    RunOptions options = on(DeviceKind::lockstep, 1);
    options.order = GraphOrder::given;
    options.roots = roots;
    EXPECT_EQ(counted(motif_form, 4, prepared, options), verified(motif_form, 4, prepared, roots));
    EXPECT_EQ(counted(motif_paper_form, 4, prepared, options), verified(motif_form, 4, prepared, roots));
}

} // namespace cerrado::test
