#include "sieve/forms.hpp"

#include "sieve/coloured_sets.hpp"
#include "sieve/host_lines.hpp"
#include "sieve/sieve.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/run/run.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {

namespace {

std::vector<VertexId> numbers_to(VertexId end) {
    std::vector<VertexId> numbers(end);
    std::iota(numbers.begin(), numbers.end(), VertexId{0});
    return numbers;
}

} // namespace

// The arrays of all runs. They lie in the same memory as the graph.
struct SieveShare::Arrays {
    Resident resident;
    std::uint64_t layers; // layers at once; by layers, the number of workers
    ResidentArray<VertexId> indices, places, vertices_of_slices;
    ResidentArray<std::uint32_t> shades, first_slices;
    ResidentArray<Byte> of_vertices, of_edges, lines, of_slices, totals;

    Arrays(ReducedGraph const& reduced, SieveShape const& shape, std::uint64_t at_once, RunOptions const& options)
        : resident(reduced.graph, options),
          layers(at_once),
          indices(resident.array(Per::vertex, reduced.positions)),
          places(resident.array(Per::vertex, numbers_to(shape.vertices))),
          vertices_of_slices(resident.array<VertexId>(shape.slices.count)),
          shades(resident.array(Per::vertex, reduced.shades)),
          first_slices(resident.array(Per::vertex, cerrado::first_slices(reduced.graph, shape.slices))),
          of_vertices(resident.array<Byte>(std::uint64_t{shape.vertices} * SieveFactors::rounded_up(shape.k))),
          of_edges(resident.array<Byte>(2 * reduced.graph.edge_count() *
                                        SieveFactors::bytes_of_edge(shape.k, shape.has_planes()))),
          lines(resident.array<Byte>(layers * shape.bytes_of_lines)),
          of_slices(resident.array<Byte>(layers * shape.slices.count * shape.points *
                                         static_cast<std::uint64_t>(shape.k - 1))),
          totals(resident.array<Byte>(layers * shape.vertices)) {}

    SieveFactors factors(int k) const { return {k, indices.ref(), shades.ref(), of_vertices.ref(), of_edges.ref()}; }
    HubSlices hubs(SliceSizes const& sizes) const { return {sizes, first_slices.ref(), vertices_of_slices.ref()}; }
};

SieveShare::SieveShare(ReducedGraph const& reduced, SieveShape const& shape, LayerRange layers, std::uint64_t memory,
                       RunOptions const& options)
    : shape_(shape),
      layers_(layers),
      arrays_(std::make_unique<Arrays>(reduced, shape, layers_at_once(shape, layers.end - layers.first, memory),
                                       options)) {}

SieveShare::~SieveShare() = default;

SieveSums SieveShare::run(std::uint64_t seed, std::uint32_t number, RunOptions const& options) {
    TimeLeft const time(options);
    Arrays& own = *arrays_;
    SieveFactors const factors = own.factors(shape_.k);
    HubSlices const hubs = own.hubs(shape_.slices);
    // If there are fewer vertices, waiting for other threads at the end of a round takes longer than the round.
    constexpr std::uint64_t vertices_for_threads = 512;
    std::uint64_t const layers = shape_.is_by_layers ? layers_.end - layers_.first : own.layers;
    RunOptions here = options;
    if (shape_.device == DeviceKind::host && layers * shape_.vertices < vertices_for_threads) here.threads = 1;
    RunOptions drawing = here;
    drawing.progress = {};
    SieveSums result{cerrado::run(DrawFactors{factors, hubs, {seed, number}}, own.resident, drawing), {}};
    double const prepared = time.spent();
    if (result.run.status != Status::complete) return result;
    double const started = result.run.seconds.start;
    time.set(here);
    own.totals.fill(0);
    if (shape_.is_by_layers) {
        result.run = run_host_layers(
            {factors, layers_, shape_.points, own.places.ref(), own.lines.ref(), own.totals.ref()}, own.resident, here);
    } else {
        SieveLayers const all{layers_.first, layers_.end, static_cast<int>(own.layers), shape_.points};
        result.run = cerrado::run(
            SieveRounds{factors, all, hubs, own.places.ref(), own.lines.ref(), own.of_slices.ref(), own.totals.ref()},
            own.resident, here);
    }
    result.run.seconds.start += started;
    result.run.seconds.prepare += prepared - started;
    std::vector<Byte> const of_layers = own.totals.read();
    result.sums.resize(own.places.size());
    for (std::size_t i = 0; i < of_layers.size(); ++i) result.sums[i % result.sums.size()] ^= of_layers[i];
    return result;
}

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options) {
    Resident const resident(reduced.graph, options);
    auto const shades = resident.array(Per::vertex, reduced.shades);
    return run(ColouredSets{k, shades.ref()}, resident, options);
}

} // namespace cerrado
