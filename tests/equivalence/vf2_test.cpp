// The host against Boost.Graph's subgraph isomorphism, which shares nothing with it or with the serial verifiers.
#include "forms.hpp"
#include "graphs.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {

class HostVf2Equivalence : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostVf2Equivalence, MotifsAreEquivalentToBoostVf2) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
        Counts const expected = vf2_motifs(graph, k);
        ASSERT_EQ(counted(motif_form, k, graph, on(DeviceKind::host, 1)), expected) << "k " << k;
        ASSERT_EQ(counted(motif_paper_form, k, graph, on(DeviceKind::host, 1)), expected) << "k " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostVf2Equivalence, testing::ValuesIn(small_graphs()), name_of_graph);

} // namespace cerrado::test
