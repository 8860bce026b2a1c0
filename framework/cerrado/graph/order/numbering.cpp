#include <cerrado/graph/order/numbering.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <numeric>

namespace cerrado {
namespace {

Numbering oriented_by(GraphOrder kind, VertexOrder order, Graph const& graph, Team& team) {
    Graph oriented = orient(graph, order, team);
    return {kind, std::move(order), std::move(oriented)};
}

Numbering oriented_by(GraphOrder kind, Graph const& graph, Team& team) {
    return oriented_by(kind, order_of(graph, kind, team), graph, team);
}

VertexOrder order_as_given(Graph const& graph) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    return order;
}

// Measured in docs/performance.md: with lists up to this length the degeneracy order gains less than its own time.
constexpr VertexId long_list = 512;

} // namespace

// No order has lists that are half as long where a core has more neighbours than that.
bool degree_order_serves(GraphOrder wanted, VertexId longest, std::function<bool(VertexId)> const& has_core) {
    if (wanted != GraphOrder::automatic) return wanted == GraphOrder::degree;
    return longest <= long_list || has_core(longest / 2 + 1);
}

VertexOrder order_of(Graph const& graph, GraphOrder kind, Team& team) {
    if (kind == GraphOrder::given) return order_as_given(graph);
    return kind == GraphOrder::degeneracy ? degeneracy_order(graph) : degree_order(graph, team);
}

std::vector<VertexId> numbers_in(VertexOrder const& order, std::span<VertexId const> roots) {
    VertexOrder number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<VertexId>(i);
    std::vector<VertexId> numbers;
    numbers.reserve(roots.size());
    for (VertexId const root : roots) {
        if (root >= order.size()) {
            throw InputError(fmt::format("root {} is not a vertex; the graph has {}", root, order.size()));
        }
        numbers.push_back(number[root]);
    }
    return numbers;
}

Numbering number_vertices(Graph const& graph, GraphOrder wanted, bool oriented, Team& team) {
    if (wanted == GraphOrder::given) {
        return {wanted, order_as_given(graph), oriented && !graph.oriented() ? orient(graph) : graph};
    }
    if (!oriented) {
        if (wanted == GraphOrder::degeneracy) {
            throw InputError(
                "the degeneracy order is for applications that run on the oriented graph, and this one "
                "runs on the whole; leave the order out");
        }
        VertexOrder order = degree_order(graph, team);
        Graph reordered = reorder(graph, order, team);
        return {GraphOrder::degree, std::move(order), std::move(reordered)};
    }
    if (wanted == GraphOrder::degeneracy) return oriented_by(wanted, graph, team);
    Numbering by_degree = oriented_by(GraphOrder::degree, graph, team);
    auto const has_core_of = [&](VertexId least) { return has_core(graph, least, team); };
    if (degree_order_serves(wanted, by_degree.graph.max_degree(), has_core_of)) return by_degree;
    return oriented_by(GraphOrder::degeneracy, graph, team);
}

int numbering_team_size(Graph const& graph, int threads) {
    return team_size(graph.vertex_count() + graph.neighbour_array().size(), threads);
}

std::string_view to_string(GraphOrder order) {
    switch (order) {
    case GraphOrder::automatic: return "auto";
    case GraphOrder::degree: return "degree";
    case GraphOrder::degeneracy: return "degeneracy";
    case GraphOrder::given: return "given";
    }
    return "unknown";
}

} // namespace cerrado
