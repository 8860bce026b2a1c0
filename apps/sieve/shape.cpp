#include "sieve/shape.hpp"

#include "sieve/lines.hpp"
#include "sieve/sieve.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

namespace {

std::uint32_t points_of(SieveShape const& shape) {
    switch (shape.device) {
    case DeviceKind::cuda: return 32 * points_of_lane<LockstepTile<32>>;
    case DeviceKind::lockstep: return points_of_line<LockstepWarp>;
    default: break;
    }
    constexpr std::uint32_t fewest = 64; // that the widest registers hold
    std::uint32_t const most = shape.keeps_sums ? 128 : points_of_lane<ScalarWarp>;
    return shape.k < 8 ? std::max(fewest, std::uint32_t{1} << shape.k) : most;
}

// Lines P alone are read again and again, which pays where a cache has them, and where sums are of few.
bool pays_to_pull(Graph const& graph, int k, DeviceKind device) {
    constexpr std::uint64_t cache = 8 << 20;
    constexpr std::uint64_t few = 64;
    std::uint64_t const n = graph.vertex_count();
    std::uint64_t const bytes = n * static_cast<std::uint64_t>(k) * points_of_lane<ScalarWarp>;
    return device == DeviceKind::host && detail::multiplies_at_once() && bytes <= cache &&
           graph.neighbour_array().size() <= n * few;
}

} // namespace

SieveShape shape_of(ReducedGraph const& reduced, int k, DeviceKind device, KeptSums kept) {
    SieveShape shape{};
    shape.device = device;
    shape.k = k;
    shape.vertices = reduced.graph.vertex_count();
    shape.keeps_sums = kept == KeptSums::automatic ? !pays_to_pull(reduced.graph, k, device) : kept == KeptSums::all;
    shape.points = points_of(shape);
    shape.layers = ((std::uint64_t{1} << k) + shape.points - 1) / shape.points;
    if (shape.keeps_sums) shape.slices = slices_for(reduced.graph);
    std::uint64_t const n = shape.vertices;
    shape.bytes_of_layer = n * SieveRounds::lines_of_vertex(k, shape.keeps_sums) * shape.points +
                           shape.slices.count * static_cast<std::uint64_t>(k - 1) * shape.points + n;
    shape.bytes_beside =
        reduced.graph.bytes() + reduced.graph.neighbour_array().size() * SieveFactors::rounded_up(k - 1) +
        n * (SieveFactors::rounded_up(k) + 4 * sizeof(VertexId)) + shape.slices.count * sizeof(VertexId);
    return shape;
}

std::uint64_t memory_of(DeviceKind device, int number) {
    std::string_view const kind = device == DeviceKind::cuda ? "cuda" : "host";
    int of_kind = 0;
    for (DeviceDescription const& one : list_devices()) {
        if (one.kind == kind && (kind == "host" || of_kind++ == number)) return one.memory_bytes;
    }
    return 0;
}

std::uint64_t layers_at_once(SieveShape const& shape, std::uint64_t layers, std::uint64_t memory) {
    constexpr std::uint64_t jobs_on_cuda = 1 << 17;
    constexpr std::uint64_t jobs_on_host = 1 << 10;
    std::uint64_t const jobs = shape.device == DeviceKind::cuda ? jobs_on_cuda : jobs_on_host;
    std::uint64_t const least = shape.bytes_of_layer + shape.bytes_beside;
    if (least > memory / 10 * 9) {
        constexpr double gigabyte = 1e9;
        throw Error(fmt::format(
            "to sieve {} vertices for {} colours takes {:.0f} GB, and there are {:.0f} GB: take a smaller "
            "motif, or fewer vertices with its colours",
            shape.vertices, shape.k, static_cast<double>(least) / gigabyte, static_cast<double>(memory) / gigabyte));
    }
    std::uint64_t const room = std::max<std::uint64_t>(1, memory / 4 / shape.bytes_of_layer);
    return std::min({layers, room, std::max<std::uint64_t>(1, jobs / shape.vertices)});
}

} // namespace cerrado
