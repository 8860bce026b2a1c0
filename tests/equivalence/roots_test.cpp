// RunOptions::roots: a run over some roots counts exactly the subgraphs that belong to them.
#include "forms.hpp"
#include "graphs.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

std::vector<VertexId> every_second(Graph const& graph, VertexId first) {
    std::vector<VertexId> roots;
    for (VertexId v = first; v < graph.vertex_count(); v += 2) roots.push_back(v);
    return roots;
}

void expect_halves_add_up(Form const& form, int k, Graph const& graph, RunOptions options) {
    Graph const prepared = form.prepare(k, graph);
    Counts const all = counted(form, k, graph, options);
    Counts sum;
    options.order = GraphOrder::given;
    for (VertexId first : {0, 1}) {
        options.roots = every_second(prepared, first);
        Counts const half = counted(form, k, prepared, options);
        ASSERT_EQ(half, verified(form, k, prepared, *options.roots)) << form.name << ", k " << k << ", half " << first;
        add(sum, half);
    }
    EXPECT_EQ(sum, all) << form.name << ", k " << k;
}

} // namespace

class HostRoots : public testing::TestWithParam<NamedGraph> {};

TEST_P(HostRoots, TwoHalvesAreEquivalentToAllRoots) {
    Graph const graph = open(GetParam());
    for (Form const* form : all_forms()) {
        for (int k = 3; k <= std::min(5, GetParam().k_max); ++k) {
            expect_halves_add_up(*form, k, graph, on(DeviceKind::host, 2));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Small, HostRoots, testing::ValuesIn(small_graphs()), name_of_graph);

TEST(LockstepRoots, TwoHalvesAreEquivalentToAllRoots) {
    Graph const graph = generate_graph("gen:er:n=9,m=14,seed=1");
    for (Form const* form : all_forms()) expect_halves_add_up(*form, 4, graph, on(DeviceKind::lockstep));
}

TEST(HostNoRoots, CountNothing) {
    Graph const graph = generate_graph("gen:complete:n=6");
    for (Form const* form : all_forms()) {
        RunOptions options = on(DeviceKind::host, 2);
        options.roots = std::vector<VertexId>{};
        EXPECT_EQ(counted(*form, 4, form->prepare(4, graph), options), Counts{}) << form->name;
    }
}

} // namespace cerrado::test
