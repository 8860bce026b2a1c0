// A graph whose lists are long by degree and short by degeneracy.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <vector>

namespace cerrado::test {

// One vertex joined to `hubs` others, each of which has more leaves than that: by degree the first one's list has them all, by
// degeneracy none has more than one. A clique of `clique` vertices stands beside.
inline Graph hubs_of_a_hub(VertexId hubs, VertexId clique) {
    std::vector<Edge> edges;
    VertexId next = hubs + 1;
    for (VertexId hub = 1; hub <= hubs; ++hub) {
        edges.push_back({0, hub});
        for (VertexId leaf = 0; leaf <= hubs; ++leaf) edges.push_back({hub, next++});
    }
    for (VertexId i = 0; i < clique; ++i) {
        for (VertexId j = 0; j < i; ++j) edges.push_back({next + i, next + j});
    }
    return graph_from_edges(next + clique, edges);
}

} // namespace cerrado::test
