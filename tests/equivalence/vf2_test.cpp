#include "forms.hpp"
#include "graphs.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>
#include <gtest/gtest.h>

namespace cerrado::test {

namespace {

using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

WideCount induced_maps(BoostGraph const& pattern, BoostGraph const& graph) {
    WideCount maps = 0;
    boost::vf2_subgraph_iso(pattern, graph, [&](auto const&, auto const&) {
        ++maps;
        return true;
    });
    return maps;
}

} // namespace

Counts vf2_motifs(Graph const& graph, int k) {
    BoostGraph large(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (v < u) add_edge(v, u, large);
        }
    }
    Counts counts;
    for (PatternInfo const& pattern : describe_all(TransitionTable::build(k))) {
        BoostGraph small(static_cast<std::size_t>(k));
        for (auto const& [h, j] : pattern.edges)
            add_edge(static_cast<std::size_t>(h), static_cast<std::size_t>(j), small);
        WideCount const maps = num_vertices(large) < num_vertices(small) ? 0 : induced_maps(small, large);
        if (maps != 0) counts[pattern.graph6] = maps / induced_maps(small, small);
    }
    return counts;
}

// The host against Boost.Graph's subgraph isomorphism, which shares nothing with it or with the serial verifiers.

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
