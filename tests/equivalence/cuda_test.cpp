// The GPU against the serial verifiers.
#include "forms.hpp"
#include "graphs.hpp"

#include <cerrado/run/devices.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

class CudaEquivalence : public testing::TestWithParam<NamedGraph> {
protected:
    void SetUp() override {
        if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
};

TEST_P(CudaEquivalence, EveryFormIsEquivalentToTheSerialVerifier) {
    Graph const graph = open(GetParam());
    for (int k = 3; k <= GetParam().k_max; ++k) {
        for (Form const* form : all_forms()) {
            Counts const expected = verified(*form, k, graph);
            for (int workers : {0, 1, 37}) {
                ASSERT_EQ(counted(*form, k, graph, on(DeviceKind::cuda, workers)), expected)
                    << form->name << ", k " << k << ", workers " << workers;
            }
        }
    }
}

TEST_P(CudaEquivalence, RenumberedGraphIsEquivalentToTheOriginal) {
    Graph const graph = open(GetParam());
    for (Form const* form : all_forms()) {
        Counts const original = counted(*form, 4, graph, on(DeviceKind::cuda));
        ASSERT_EQ(counted(*form, 4, renumbered(graph, 1), on(DeviceKind::cuda)), original) << form->name;
    }
}

INSTANTIATE_TEST_SUITE_P(Small, CudaEquivalence, testing::ValuesIn(small_graphs()), name_of_graph);

// Large enough for slices, hash tables in device memory and neighbourhoods of several hundred vertices.
TEST(CudaEquivalenceToHost, OnLargerGraphs) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    for (char const* spec : {"gen:ba:n=3000,m=4,seed=1", "gen:rmat:scale=9,degree=8,seed=2", "gen:star:n=700"}) {
        Graph const graph = generate_graph(spec);
        for (Form const* form : all_forms()) {
            ASSERT_EQ(counted(*form, 4, graph, on(DeviceKind::cuda)), counted(*form, 4, graph, on(DeviceKind::host)))
                << spec << ", " << form->name;
        }
    }
}

// Of up to 269 members matrices narrow, and do not lie in shared memory. The 30 or so that are left are few where 5
// vertices are sought, and not where 11 are.
TEST(CudaEquivalenceToHost, OfNarrowedMatrices) {
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    Graph const graph = generate_graph("gen:er:n=3000,m=450000,seed=1");
    RunOptions narrow = on(DeviceKind::cuda);
    narrow.warp_width = 8;
    for (Form const* form : {&clique_bitmap_form, &clique_pivot_form}) {
        for (int const k : {5, 11}) {
            Counts const expected = counted(*form, k, graph, on(DeviceKind::host));
            EXPECT_EQ(counted(*form, k, graph, on(DeviceKind::cuda)), expected) << form->name << ", k " << k;
            EXPECT_EQ(counted(*form, k, graph, narrow), expected) << form->name << ", k " << k << ", width 8";
        }
    }
}

} // namespace cerrado::test
