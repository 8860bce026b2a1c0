#include "sieve/problem/shape.hpp"

#include "sieve/factors.hpp"
#include "sieve/lines/host_layers.hpp"
#include "sieve/lines/host_lines.hpp"
#include "sieve/lines/lines.hpp"
#include "sieve/lines/lines_of_vertex.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

namespace {

constexpr std::uint64_t near_cache = 1 << 20; // of a thread alone

std::uint32_t points_by_layers(std::uint64_t vertices, int k) {
    std::uint32_t points = std::min<std::uint32_t>(4 * fewest_points, 1u << std::min(k, 31));
    while (points > fewest_points && vertices * static_cast<std::uint64_t>(k) * points > near_cache) points /= 2;
    return points;
}

std::uint32_t points_by_rounds(DeviceKind device, int k) {
    switch (device) {
    case DeviceKind::cuda: return points_of_line<LockstepTile<32>>;
    case DeviceKind::lockstep: return points_of_line<LockstepWarp>;
    default: break;
    }
    constexpr std::uint32_t most = 128;
    return k < 7 ? std::max(fewest_points, std::uint32_t{1} << k) : most;
}

// Lines P alone are read again and again, which pays where a cache has them, and where a line is read for few vertices.
bool pays_by_layers(Graph const& graph, int k, DeviceKind device) {
    constexpr int fewest_vertices = 8; // else there are few layers
    constexpr std::uint64_t short_list = 48;
    std::uint64_t const n = graph.vertex_count();
    return device == DeviceKind::host && k >= fewest_vertices && detail::multiplies_at_once() &&
           graph.neighbour_array().size() <= n * short_list &&
           n * static_cast<std::uint64_t>(k) * fewest_points <= 4 * near_cache;
}

} // namespace

SieveShape shape_of(ReducedGraph const& reduced, int k, RunOptions const& options, SieveOrder order) {
    DeviceKind const device = options.device;
    SieveShape shape{};
    shape.device = device;
    shape.k = k;
    shape.vertices = reduced.graph.vertex_count();
    shape.is_by_layers =
        order == SieveOrder::automatic ? pays_by_layers(reduced.graph, k, device) : order == SieveOrder::by_layers;
    shape.workers = expected_workers(options);
    shape.points = shape.is_by_layers ? points_by_layers(shape.vertices, k) : points_by_rounds(device, k);
    shape.layers = ((std::uint64_t{1} << k) + shape.points - 1) / shape.points;
    if (!shape.is_by_layers) shape.slices = slices_for(reduced.graph);
    std::uint64_t const n = shape.vertices;
    std::uint32_t const lines =
        shape.is_by_layers ? static_cast<std::uint32_t>(k) : LinesOfVertex::count(k, shape.has_planes());
    shape.bytes_of_lines = n * lines * shape.points;
    shape.bytes_of_layer =
        shape.bytes_of_lines + shape.slices.count * static_cast<std::uint64_t>(k - 1) * shape.points + n;
    shape.bytes_beside = reduced.graph.bytes() +
                         reduced.graph.neighbour_array().size() * SieveFactors::bytes_of_edge(k, shape.has_planes()) +
                         n * (SieveFactors::rounded_up(k) + 4 * sizeof(VertexId)) +
                         shape.slices.count * sizeof(VertexId);
    return shape;
}

std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory) {
    constexpr std::uint64_t jobs_on_cuda = 1 << 17;
    constexpr std::uint64_t jobs_on_host = 1 << 10;
    std::uint64_t const jobs = shape.device == DeviceKind::cuda ? jobs_on_cuda : jobs_on_host;
    std::uint64_t const fewest = shape.is_by_layers ? static_cast<std::uint64_t>(shape.workers) : 1;
    std::uint64_t const least = fewest * shape.bytes_of_layer + shape.bytes_beside;
    if (least > memory / 10 * 9) {
        constexpr double gigabyte = 1e9;
        throw Error(fmt::format(
            "to sieve {} vertices for {} colours takes {:.0f} GB, and there are {:.0f} GB: take a smaller "
            "motif, or fewer vertices with its colours",
            shape.vertices, shape.k, static_cast<double>(least) / gigabyte, static_cast<double>(memory) / gigabyte));
    }
    if (shape.is_by_layers) return fewest;
    std::uint64_t const room = std::max<std::uint64_t>(1, memory / 4 / shape.bytes_of_layer);
    std::uint64_t const most = std::min({layers, room, std::max<std::uint64_t>(1, jobs / shape.vertices)});
    std::uint64_t const batches = (layers + most - 1) / most;
    return (layers + batches - 1) / batches; // all batches are as long
}

} // namespace cerrado
