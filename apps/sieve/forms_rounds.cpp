#include "sieve/forms.hpp"
#include "sieve/layers.hpp"
#include "sieve/sieve.hpp"

#include <cerrado/runtime/devices.hpp>
#include <cerrado/runtime/run.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {

namespace {

std::uint32_t points_on(DeviceKind device, int k) {
    switch (device) {
    case DeviceKind::cuda: return 32 * points_of_lane<LockstepTile<32>>;
    case DeviceKind::lockstep: return points_of_line<LockstepWarp>;
    default: break;
    }
    constexpr std::uint32_t fewest = 64; // that the widest registers hold
    return k < 8 ? std::max(fewest, std::uint32_t{1} << k) : points_of_lane<ScalarWarp>;
}

std::uint64_t bytes_of_layer(ReducedGraph const& reduced, int k, DeviceKind device) {
    return std::uint64_t{reduced.graph.vertex_count()} * SieveRounds::lines_of_vertex(k) * points_on(device, k);
}

std::vector<VertexId> numbers_to(VertexId end) {
    std::vector<VertexId> numbers(end);
    std::iota(numbers.begin(), numbers.end(), VertexId{0});
    return numbers;
}

} // namespace

// What lies where the graph does, for all runs.
struct SieveRuns::Arrays {
    Resident resident;
    std::uint64_t layers; // at once
    ResidentArray<VertexId> indices, places;
    ResidentArray<std::uint32_t> shades;
    ResidentArray<Byte> of_vertices, of_edges, lines, totals;

    Arrays(ReducedGraph const& reduced, int k, std::uint64_t all_layers, RunOptions const& options)
        : resident(reduced.graph, options),
          layers(layers_at_once({resident.device(), k, all_layers, reduced.graph.vertex_count(),
                                 bytes_of_layer(reduced, k, resident.device())})),
          indices(resident.array(Per::vertex, reduced.positions)),
          places(resident.array(Per::vertex, numbers_to(reduced.graph.vertex_count()))),
          shades(resident.array(Per::vertex, reduced.shades)),
          of_vertices(resident.array<Byte>(std::uint64_t{reduced.graph.vertex_count()} * SieveFactors::rounded_up(k))),
          of_edges(resident.array<Byte>(2 * reduced.graph.edge_count() * SieveFactors::rounded_up(k - 1))),
          lines(resident.array<Byte>(layers * bytes_of_layer(reduced, k, resident.device()))),
          totals(resident.array<Byte>(layers * reduced.graph.vertex_count())) {}
};

SieveRuns::SieveRuns(ReducedGraph const& reduced, int k, std::uint64_t seed, RunOptions const& options)
    : k_(k),
      seed_(seed) {
    std::uint64_t const points = points_on(resolve_device(options.device), k);
    std::uint64_t const layers = ((std::uint64_t{1} << k) + points - 1) / points;
    arrays_ = std::make_unique<Arrays>(reduced, k, layers, options);
    batches_ = static_cast<int>((layers + arrays_->layers - 1) / arrays_->layers);
}

SieveRuns::~SieveRuns() = default;

SieveSums SieveRuns::run(std::uint32_t number, RunOptions const& options) {
    Stopwatch const preparing;
    Arrays& own = *arrays_;
    SieveFactors const factors{k_, own.indices.ref(), own.shades.ref(), own.of_vertices.ref(), own.of_edges.ref()};
    // Threads that wait for each other at the end of a round take longer than so few jobs.
    constexpr std::uint64_t jobs_for_threads = 512;
    RunOptions here = options;
    if (own.resident.device() == DeviceKind::host && own.totals.size() < jobs_for_threads) here.threads = 1;
    RunOptions drawing = here;
    drawing.progress = {};
    SieveSums result{cerrado::run(DrawFactors{factors, {seed_, number}}, own.resident, drawing), {}};
    double const prepared = preparing.seconds();
    if (result.run.status != Status::complete) return result;
    if (here.deadline_seconds > 0) here.deadline_seconds = std::max(1e-9, here.deadline_seconds - prepared);
    own.totals.fill(0);
    result.run = cerrado::run(SieveRounds{factors, own.places.ref(), own.lines.ref(), own.totals.ref(),
                                          static_cast<int>(own.layers), batches_, points_on(own.resident.device(), k_)},
                              own.resident, here);
    result.run.seconds.prepare += prepared;
    std::vector<Byte> const of_layers = own.totals.read();
    result.sums.resize(own.places.size());
    for (std::size_t i = 0; i < of_layers.size(); ++i) result.sums[i % result.sums.size()] ^= of_layers[i];
    return result;
}

} // namespace cerrado
