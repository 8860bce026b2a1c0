// How the vertices are numbered for a run, and the graph in that numbering.
#pragma once

#include <cerrado/graph/order/order.hpp>

#include <functional>
#include <string_view>

namespace cerrado {

// How vertices are numbered for a run. automatic: by rising degree, but by degeneracy where the application runs on the
// oriented graph and its longest list is then far shorter.
enum class GraphOrder { automatic, degree, degeneracy };

std::string_view to_string(GraphOrder order); // "degree", "degeneracy"; automatic: "auto"

struct Numbering {
    GraphOrder kind = GraphOrder::automatic; // degree or degeneracy, as it was chosen
    VertexOrder order;
    Graph graph; // in that order; oriented where that was asked for
};

// `automatic` is by degree, but for an oriented graph with far shorter lists in degeneracy order by that. Throws
// InputError for `degeneracy` where the graph is not oriented. The same for any team.
Numbering number_vertices(Graph const& graph, GraphOrder wanted, bool oriented, Team& team);

// Whether `wanted` is the degree order for a graph whose longest oriented list by degree is so long. has_core(least) is
// asked where that depends on it: see order.hpp.
bool degree_order_serves(GraphOrder wanted, VertexId longest, std::function<bool(VertexId)> const& has_core);

// The team for a graph of this size, of so many threads at most; 0: one per hardware thread.
int numbering_team_size(Graph const& graph, int threads);

} // namespace cerrado
