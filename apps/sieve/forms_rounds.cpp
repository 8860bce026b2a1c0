#include "sieve/forms.hpp"
#include "sieve/sieve.hpp"

#include <cerrado/runtime/run.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {

namespace {

std::uint64_t points_on(DeviceKind device) {
    switch (device) {
    case DeviceKind::cuda: return 32 * points_of_lane<LockstepTile<32>>;
    case DeviceKind::lockstep: return points_of_line<LockstepWarp>;
    default: return points_of_lane<ScalarWarp>;
    }
}

// Layers that are under way at once: jobs enough that workers end a round together, and no more than memory holds.
int layers_at_once(DeviceKind device, std::uint64_t vertices, std::uint64_t layers, int k) {
    constexpr std::uint64_t jobs_on_cuda = 1 << 15;
    constexpr std::uint64_t jobs_on_host = 1 << 10;
    std::uint64_t const jobs = device == DeviceKind::cuda ? jobs_on_cuda : jobs_on_host;
    constexpr std::uint64_t most_bytes = std::uint64_t{16} << 30;
    std::uint64_t const bytes = vertices * SieveRounds::lines_of_vertex(k) * points_on(device);
    std::uint64_t const room = std::max<std::uint64_t>(1, most_bytes / std::max<std::uint64_t>(1, bytes));
    return static_cast<int>(
        std::min({layers, room, std::max<std::uint64_t>(1, jobs / std::max<std::uint64_t>(1, vertices))}));
}

} // namespace

SieveRuns::SieveRuns(ReducedGraph const& reduced, int k, std::uint64_t seed, RunOptions const& options)
    : reduced_(reduced),
      k_(k),
      seed_(seed),
      resident_(reduced.graph, options) {
    std::uint64_t const points = points_on(resident_.device());
    std::uint64_t const layers = ((std::uint64_t{1} << k) + points - 1) / points;
    layers_ = layers_at_once(resident_.device(), reduced.graph.vertex_count(), layers, k);
    batches_ =
        static_cast<int>((layers + static_cast<std::uint64_t>(layers_) - 1) / static_cast<std::uint64_t>(layers_));
}

std::uint64_t SieveRuns::rounds() const {
    return static_cast<std::uint64_t>(k_) * static_cast<std::uint64_t>(batches_);
}

SieveSums SieveRuns::run(std::uint32_t number, RunOptions const& options) const {
    Stopwatch const preparing;
    std::uint64_t const n = reduced_.graph.vertex_count();
    std::uint64_t const cells = n * static_cast<std::uint64_t>(layers_);
    auto const indices = resident_.array(Per::vertex, reduced_.positions);
    auto const shades = resident_.array(Per::vertex, reduced_.shades);
    SieveFactors factors{k_, indices.ref(), shades.ref(), {}, {}};
    auto const of_vertices = resident_.array<Byte>(n * factors.vertex_stride());
    auto const of_edges = resident_.array<Byte>(2 * reduced_.graph.edge_count() * factors.edge_stride());
    auto const lines = resident_.array<Byte>(cells * SieveRounds::lines_of_vertex(k_) * points_on(resident_.device()));
    auto const totals = resident_.array<Byte>(cells);
    std::vector<VertexId> numbers(n);
    std::iota(numbers.begin(), numbers.end(), VertexId{0});
    auto const places = resident_.array(Per::vertex, numbers);
    factors.of_vertices = of_vertices.ref();
    factors.of_edges = of_edges.ref();
    // Threads that wait for each other at the end of a round take longer than so few jobs.
    constexpr std::uint64_t jobs_for_threads = 512;
    RunOptions here = options;
    if (resident_.device() == DeviceKind::host && cells < jobs_for_threads) here.threads = 1;
    RunOptions drawing = here;
    drawing.progress = {};
    cerrado::run(DrawFactors{factors, {seed_, number}}, resident_, drawing);
    double const prepared = preparing.seconds();

    SieveSums result;
    SieveRounds const app{factors, places.ref(), lines.ref(), totals.ref(), layers_, batches_};
    result.run = cerrado::run(app, resident_, here);
    result.run.seconds.prepare += prepared;
    result.sums.resize(n);
    std::vector<Byte> const of_layers = totals.read();
    for (std::size_t i = 0; i < of_layers.size(); ++i) result.sums[i % n] ^= of_layers[i];
    return result;
}

} // namespace cerrado
