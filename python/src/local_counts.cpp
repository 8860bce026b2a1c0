#include "local_counts.hpp"

#include "numbers.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cerrado::python {
namespace {

// Requires: counts have all vertices of the graph.
void check(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.size() != graph.vertex_count()) refuse("the run was stopped, and has no counts per vertex");
}

} // namespace

std::vector<VertexId> positions_by_id(Graph const& graph) {
    std::vector<VertexId> positions(graph.vertex_count());
    std::iota(positions.begin(), positions.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return graph.original_id(v); };
    if (!std::ranges::is_sorted(positions, {}, id_of)) std::ranges::sort(positions, {}, id_of);
    return positions;
}

nb::object vertex_counts(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.empty() && graph.vertex_count() != 0) return nb::none();
    check(graph, counts);
    std::vector<VertexId> const positions = positions_by_id(graph);
    std::vector<WideCount> values(positions.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[positions[i]] = counts.vertices[i].count;
    return counts_array(values, {values.size()});
}

nb::tuple edge_counts(Graph const& graph, LocalCounts const& counts) {
    std::vector<VertexId> const positions = positions_by_id(graph);
    auto const position_of = [&](OriginalId id) {
        return *std::ranges::lower_bound(positions, id, {}, [&](VertexId v) { return graph.original_id(v); });
    };
    std::vector<std::tuple<VertexId, VertexId, WideCount>> rows;
    rows.reserve(counts.edges.size());
    for (EdgeCount const& edge : counts.edges) {
        auto const [low, high] = std::minmax({position_of(edge.source), position_of(edge.target)});
        rows.emplace_back(low, high, edge.count);
    }
    if (!std::ranges::is_sorted(rows)) std::ranges::sort(rows);
    std::vector<std::uint32_t> sources, targets;
    std::vector<WideCount> values;
    for (auto const& [low, high, count] : rows) {
        sources.push_back(low);
        targets.push_back(high);
        values.push_back(count);
    }
    nb::object made = counts_array(values, {values.size()});
    return nb::make_tuple(array_of(std::move(sources)), array_of(std::move(targets)), made);
}

nb::object orbit_counts(Graph const& graph, LocalCounts const& counts) {
    if (counts.vertices.empty() && graph.vertex_count() != 0) return nb::none();
    check(graph, counts);
    std::vector<VertexId> const positions = positions_by_id(graph);
    std::size_t const orbits = positions.empty() ? 0 : counts.by_orbit.size() / positions.size();
    std::vector<WideCount> values(counts.by_orbit.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto const row = counts.orbits_of(i);
        std::ranges::copy(row, values.begin() + static_cast<std::ptrdiff_t>(positions[i] * orbits));
    }
    return counts_array(values, {positions.size(), orbits});
}

} // namespace cerrado::python
