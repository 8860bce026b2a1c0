#include "forms.hpp"

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/vf2_sub_graph_iso.hpp>

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

} // namespace cerrado::test
