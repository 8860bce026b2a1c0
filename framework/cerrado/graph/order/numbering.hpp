// How the vertices are numbered for a run, and the graph in that numbering.
#pragma once

#include <cerrado/graph/order/order.hpp>

#include <functional>
#include <string_view>

namespace cerrado {

// How vertices are numbered for a run. automatic is by rising degree. It is by degeneracy if the application runs on
// the oriented graph and that makes its longest list far shorter.
enum class GraphOrder { automatic, degree, degeneracy };

std::string_view to_string(GraphOrder order); // "degree", "degeneracy"; automatic: "auto"

struct Numbering {
    GraphOrder kind = GraphOrder::automatic; // degree or degeneracy, as chosen
    VertexOrder order;
    Graph graph; // in that order; oriented if asked for
};

// `automatic` numbers by degree, or by degeneracy if the graph is oriented and its lists then get far shorter. Throws
// InputError for `degeneracy` if the graph is not oriented. The result is the same for any team.
Numbering number_vertices(Graph const& graph, GraphOrder wanted, bool oriented, Team& team);

// Whether `wanted` means the degree order for a graph whose longest oriented list by degree has `longest` entries.
// Calls has_core(least) if the answer depends on it, see order.hpp.
bool degree_order_serves(GraphOrder wanted, VertexId longest, std::function<bool(VertexId)> const& has_core);

// The size of the team for a graph of this size, at most `threads`; 0: one per hardware thread.
int numbering_team_size(Graph const& graph, int threads);

} // namespace cerrado
