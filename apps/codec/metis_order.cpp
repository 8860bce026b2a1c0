#include "codec/metis_order.hpp"

#if defined(CERRADO_HAS_METIS)

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <metis.h>
#include <numeric>
#include <vector>

namespace cerrado::compression {
namespace {

// By recursive bisection, so that the numbers of parts tell which are near.
std::vector<idx_t> parts_of(Graph const& graph, VertexId part_vertices) {
    std::vector<idx_t> offsets(graph.offsets().begin(), graph.offsets().end());
    std::vector<idx_t> neighbours(graph.neighbour_array().begin(), graph.neighbour_array().end());
    std::vector<idx_t> parts(graph.vertex_count());
    auto vertices = static_cast<idx_t>(graph.vertex_count());
    idx_t part_count = std::max<idx_t>(2, vertices / static_cast<idx_t>(part_vertices));
    idx_t constraints = 1, cut = 0;
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    int const status =
        METIS_PartGraphRecursive(&vertices, &constraints, offsets.data(), neighbours.data(), nullptr, nullptr, nullptr,
                                 &part_count, nullptr, nullptr, options, &cut, parts.data());
    if (status != METIS_OK) {
        throw Error(
            fmt::format("METIS could not order {} (status {}); use --order bisect or ids", graph.source, status));
    }
    return parts;
}

} // namespace

std::string why_no_metis(Graph const& graph) {
    if (graph.neighbour_array().size() < static_cast<std::size_t>(std::numeric_limits<idx_t>::max())) return "";
    return "the METIS of this build takes no graph of so many edges";
}

VertexOrder metis_order(Graph const& graph, VertexId part_vertices) {
    VertexOrder order(graph.vertex_count());
    std::iota(order.begin(), order.end(), VertexId{0});
    if (graph.edge_count() == 0) return order;
    std::vector<idx_t> const parts = parts_of(graph, part_vertices);
    std::ranges::stable_sort(order, {}, [&](VertexId v) { return parts[v]; });
    return order;
}

} // namespace cerrado::compression

#else

namespace cerrado::compression {

std::string why_no_metis(Graph const&) { return "this build has no METIS; install libmetis-dev and build again"; }

VertexOrder metis_order(Graph const&, VertexId) { return {}; }

} // namespace cerrado::compression

#endif
