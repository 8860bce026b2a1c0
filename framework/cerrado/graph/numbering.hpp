// The numbering of the vertices for a run, and the graph in that numbering.
#pragma once

#include <cerrado/core/detail/words.hpp>
#include <cerrado/graph/detail/order/order.hpp>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace cerrado {

// How vertices are numbered for a run: degree, rising; degeneracy, for oriented applications; given, as the graph has
// them; automatic, by degree, unless an oriented application's longest list exceeds 512 and is at most half as long by
// degeneracy. The counts are the same.
enum class GraphOrder { automatic, degree, degeneracy, given };

inline constexpr WordFor<GraphOrder> order_words[] = {
    {"auto", GraphOrder::automatic},
    {"degree", GraphOrder::degree},
    {"degeneracy", GraphOrder::degeneracy},
    {"given", GraphOrder::given},
};
std::string_view to_string(GraphOrder order);

struct Numbering {
    GraphOrder kind = GraphOrder::automatic; // the chosen order, never automatic
    VertexOrder order;
    Graph graph; // the graph in that order; oriented if asked for
};

// `automatic` numbers by degree, or by degeneracy if the graph is oriented and its lists then get far shorter. Throws
// InputError for `degeneracy` if the graph is not oriented. The result is the same for any team.
Numbering number_vertices(Graph const& graph, GraphOrder wanted, bool oriented, Team& team);

// Returns: the order of that kind, which is not automatic.
VertexOrder order_of(Graph const& graph, GraphOrder kind, Team& team);

// Returns: the number of each of these vertices of the graph in `order`. Throws InputError for a root that is no
// vertex.
std::vector<VertexId> numbers_in(VertexOrder const& order, std::span<VertexId const> roots);

// Returns true if `wanted` means the degree order for a graph whose longest oriented list by degree has `longest`
// entries. Calls has_core(least) if the answer depends on it, see order.hpp.
bool degree_order_serves(GraphOrder wanted, VertexId longest, std::function<bool(VertexId)> const& has_core);

// The size of the team for a graph of this size, at most `threads`; 0: one per hardware thread.
int numbering_team_size(Graph const& graph, int threads);

} // namespace cerrado
