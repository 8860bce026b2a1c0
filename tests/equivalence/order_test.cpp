// What is counted depends on the graph alone: not on how its vertices are numbered.
#include "forms.hpp"
#include "graphs.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {

class HostOrder : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostOrder, RenumberedGraphIsEquivalentToTheOriginal) {
    Graph const graph = open(GetParam());
    for (Form const* form : all_forms()) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            Counts const original = counted(*form, k, graph, on(DeviceKind::host, 2));
            for (std::uint64_t seed : {1, 2, 3}) {
                ASSERT_EQ(counted(*form, k, renumbered(graph, seed), on(DeviceKind::host, 2)), original)
                    << form->name << ", k " << k << ", seed " << seed;
            }
        }
    }
}

TEST_P(HostOrder, DegreeAndDegeneracyAreEquivalent) {
    Graph const graph = open(GetParam());
    for (Form const* form : {&clique_form, &clique_bitmap_form}) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            RunOptions options = on(DeviceKind::host, 2);
            options.order = GraphOrder::degree;
            Counts const by_degree = counted(*form, k, graph, options);
            options.order = GraphOrder::degeneracy;
            ASSERT_EQ(counted(*form, k, graph, options), by_degree) << form->name << ", k " << k;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostOrder, testing::ValuesIn(small_graphs()), name_of_graph);

} // namespace cerrado::test
