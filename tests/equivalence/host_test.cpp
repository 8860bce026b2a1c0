// The host against the serial verifiers.
#include "forms.hpp"
#include "graphs.hpp"

#include <cerrado/canonical/catalogue.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

class HostEquivalence : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostEquivalence, EveryFormIsEquivalentToTheSerialVerifier) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= GetParam().k_max; ++k) {
        for (Form const* form : all_forms()) {
            Counts const expected = verified(*form, k, graph);
            for (int threads : {1, 2, 5}) {
                ASSERT_EQ(counted(*form, k, graph, on(DeviceKind::host, threads)), expected)
                    << form->name << ", k " << k << ", threads " << threads;
            }
        }
    }
}

TEST_P(HostEquivalence, CliquesAreEquivalentToTheDensestMotif) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= GetParam().k_max; ++k) {
        std::string const densest = describe_pattern(k, (std::uint64_t{1} << adjacency_bits(k)) - 1).graph6;
        Counts const motifs = counted(motif_form, k, graph, on(DeviceKind::host, 1));
        auto const entry = motifs.find(densest);
        Counts const expected = entry == motifs.end() ? Counts{} : Counts{{"", entry->second}};
        ASSERT_EQ(counted(clique_form, k, graph, on(DeviceKind::host, 1)), expected) << "k " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostEquivalence, testing::ValuesIn(small_graphs()), name_of_graph);

} // namespace cerrado::test
