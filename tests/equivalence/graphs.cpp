#include "graphs.hpp"
#include "places.hpp"

#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/detail/order/order.hpp>
#include <cerrado/graph/open.hpp>

#include <numeric>

namespace cerrado::test {

std::vector<NamedGraph> const& small_graphs() {
    static std::vector<NamedGraph> const graphs{
        {"sparse", "gen:er:n=40,m=55,seed=1"},
        {"middling", "gen:er:n=24,m=60,seed=2"},
        {"dense", "gen:er:n=13,m=55,seed=3"},
        {"nearly_complete", "gen:er:n=11,m=52,seed=4"},
        {"attachment", "gen:ba:n=22,m=2,seed=5"},
        {"regular", "gen:regular:n=24,d=3,seed=6"},
        {"star", "gen:star:n=18"},
        {"wide_star", "gen:star:n=60", 4},
        {"complete", "gen:complete:n=11"},
        {"cycle", "gen:cycle:n=30"},
        {"triangle", "gen:cycle:n=3"},
        {"bipartite", "gen:bipartite:a=4,b=6"},
        {"grid", "gen:grid:rows=4,columns=5"},
        {"karate", "karate.txt", 5},
        {"florentine", "florentine.txt"},
        {"icosahedron", "icosahedron.txt"},
        {"petersen", "petersen.txt"},
        {"kite", "kite.txt"},
        {"no_edges", "gen:er:n=9,m=0,seed=1"},
        {"one_vertex", "gen:complete:n=1"},
    };
    return graphs;
}

std::vector<NamedGraph> const& tiny_graphs() {
    static std::vector<NamedGraph> const graphs{
        {"dense", "gen:er:n=8,m=16,seed=3"},
        {"sparse", "gen:er:n=12,m=14,seed=1"},
        {"star", "gen:star:n=8"},
        {"wide_star", "gen:star:n=40", 3},
        {"complete", "gen:complete:n=7"},
        {"cycle", "gen:cycle:n=9"},
        {"bipartite", "gen:bipartite:a=3,b=3"},
        {"bull", "bull.txt"},
        {"octahedron", "octahedron.txt"},
        {"no_edges", "gen:er:n=4,m=0,seed=1"},
        {"one_vertex", "gen:complete:n=1"},
    };
    return graphs;
}

Graph open(NamedGraph const& graph) {
    bool const generated = graph.source.starts_with("gen:");
    return open_graph(generated ? graph.source : (source_folder() / "datasets" / graph.source).string());
}

std::string name_of_graph(testing::TestParamInfo<NamedGraph> const& info) { return info.param.name; }

void PrintTo(NamedGraph const& graph, std::ostream* out) { *out << graph.source; }

Graph renumbered(Graph const& graph, std::uint64_t seed) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    RandomSource(seed).shuffle(order);
    return reorder(graph, order);
}

} // namespace cerrado::test
