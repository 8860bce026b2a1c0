// The sieve of Cerrado::apps: runs until the error is small enough, and what is built on them.
#include "library/on_devices.hpp"
#include "library/time_left.hpp"
#include "sieve/factors.hpp"
#include "sieve/galois.hpp"
#include "sieve/host_lines.hpp"
#include "sieve/lines.hpp"
#include "sieve/problem.hpp"
#include "sieve/runs.hpp"
#include "sieve/shape.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/parts/result_sum.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/warp/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <vector>

namespace cerrado {

SliceSizes slices_for(Graph const& graph) {
    constexpr std::uint32_t tile = edges_of_tile;
    SliceSizes sizes;
    if (graph.vertex_count() == 0) return sizes;
    auto const average = static_cast<std::uint32_t>(graph.neighbour_array().size() / graph.vertex_count());
    auto const root = static_cast<std::uint32_t>(std::sqrt(graph.max_degree()));
    sizes.edges = (std::max({2 * tile, 2 * average, root}) + tile - 1) / tile * tile;
    std::uint32_t count = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.degree(v) > 2 * sizes.edges) count += sizes.slices_of(graph.degree(v));
    }
    sizes.count = count;
    return sizes;
}

std::vector<std::uint32_t> first_slices(Graph const& graph, SliceSizes const& sizes) {
    std::vector<std::uint32_t> first(graph.vertex_count());
    std::uint32_t next = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        first[v] = next;
        if (sizes.is_hub(graph.degree(v))) next += sizes.slices_of(graph.degree(v));
    }
    return first;
}

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

namespace {

void join(SieveSums& all, SieveSums const& part) {
    if (all.run.status == Status::complete) all.run.status = part.run.status;
    all.run.seconds.start = std::max(all.run.seconds.start, part.run.seconds.start);
    all.run.seconds.prepare = std::max(all.run.seconds.prepare, part.run.seconds.prepare);
    all.run.seconds.run = std::max(all.run.seconds.run, part.run.seconds.run);
    all.run.device.workers += part.run.device.workers;
    all.run.memory.graph_bytes += part.run.memory.graph_bytes;
    all.run.memory.traversal_bytes += part.run.memory.traversal_bytes;
    all.run.memory.peak_bytes += part.run.memory.peak_bytes;
    all.run.roots.given += part.run.roots.given;
    all.run.roots.done += part.run.roots.done;
    if (all.run.status != Status::complete) return;
    for (std::size_t v = 0; v < all.sums.size(); ++v) all.sums[v] ^= part.sums[v];
}

} // namespace

LayerRange layers_of_share(std::uint64_t layers, std::size_t share, std::size_t shares) {
    std::uint64_t const each = layers / shares;
    std::uint64_t const more = layers % shares; // have one more
    std::uint64_t const first = share * each + std::min<std::uint64_t>(share, more);
    return {first, first + each + (share < more ? 1 : 0)};
}

SieveRuns::SieveRuns(ReducedGraph const& reduced, SieveShape const& shape, std::uint64_t seed,
                     RunOptions const& options, std::vector<DeviceNumber> const& devices)
    : seed_(seed) {
    for (std::size_t i = 0; i < devices.size(); ++i) {
        LayerRange const layers = layers_of_share(shape.layers, i, devices.size());
        if (layers.first == layers.end) break; // there are less than devices
        DeviceScope const scope(devices[i]);
        std::uint64_t const memory = memory_of(shape.device, devices[i]);
        shares_.push_back({devices[i], std::make_unique<SieveShare>(reduced, shape, layers, memory, options)});
    }
}

SieveRuns::~SieveRuns() {
    for (Share& share : shares_) {
        try {
            DeviceScope const scope(share.device);
            share.layers.reset();
        } catch (Error const&) { // of a device that failed there is nothing to give back
        }
    }
}

SieveSums SieveRuns::run(std::uint32_t number, RunOptions const& options) {
    std::vector<SieveSums> parts(shares_.size());
    auto const run_one = [&](std::size_t i, RunOptions const& own) {
        DeviceScope const scope(shares_[i].device);
        parts[i] = shares_[i].layers->run(seed_, number, own);
    };
    if (parts.size() == 1) {
        run_one(0, options);
    } else {
        run_together(parts.size(), options, run_one);
    }
    SieveSums all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) join(all, parts[i]);
    if (parts.size() > 1) all.run.device.name = fmt::format("{} x {}", parts.size(), all.run.device.name);
    return all;
}

// Matches of one or two vertices, for which nothing is walked.

namespace {

// Hands each to the sink of the options, up to their limit. Requires: k is 1 or 2.
RunResult list_small_matches(ReducedGraph const& reduced, int k, RunOptions const& options) {
    RunResult result;
    StoreInput const& to = options.of<StoreInput>();
    auto const deliver = [&](std::initializer_list<VertexId> vertices) {
        if (to.limit && result.count == *to.limit) result.status = Status::limit;
        if (result.status != Status::complete) return;
        std::vector<OriginalId> ids;
        for (VertexId const v : vertices) ids.push_back(reduced.graph.original_id(v));
        if (to.narrow_sink) {
            std::vector<std::uint32_t> const narrow(ids.begin(), ids.end());
            to.narrow_sink(narrow);
        } else if (to.batch_sink) {
            to.batch_sink(ids);
        } else {
            to.sink(ids);
        }
        ++result.count;
    };
    for (VertexId v = 0; v < reduced.graph.vertex_count(); ++v) {
        if (k == 1) deliver({v});
        for (VertexId const u : reduced.graph.neighbours(v)) {
            std::uint32_t const both[] = {reduced.shades[v], reduced.shades[u]};
            if (k == 2 && u > v && can_fill(2, both)) deliver({v, u});
        }
    }
    return result;
}

// A run misses a vertex of a match with at most this probability.
double miss_of_run(int k) { return (2.0 * k - 1) / 254; }

void check(SieveQuery const& query, RunOptions const& options) {
    if (query.repeat < 0) throw InputError(fmt::format("repeat is {}: give 1 or more runs, or 0", query.repeat));
    if (query.repeat == 0 && !(query.error > 0 && query.error < 1)) {
        throw InputError(fmt::format("an error of {}: give a probability between 0 and 1", query.error));
    }
    if (options.checkpoint.on()) throw InputError("a sieve has no checkpoint: unset RunOptions::checkpoint");
    if (options.roots) throw InputError("a sieve is of the whole graph: unset RunOptions::roots");
    devices_of(query.devices, options);
}

RunOptions on_device_of(SieveQuery const& query, RunOptions options) {
    options.device = resolve_device(kind_of(query.devices, options.device));
    return options;
}

// The progress of the run after those in `done`, as that of all runs.
std::function<void(Progress const&)> in_all_runs(std::function<void(Progress const&)> const& progress,
                                                 SieveResult const& done) {
    if (!progress) return {};
    return [progress, runs = done.runs, planned = done.planned, before = done.seconds.run](Progress one) {
        one.roots_done += one.roots_given * static_cast<std::uint64_t>(runs);
        one.share = (runs + one.share) / planned;
        one.roots_given *= static_cast<std::uint64_t>(planned);
        one.seconds += before;
        progress(one);
    };
}

void add_run(SieveResult& result, RunResult const& run) {
    result.status = run.status;
    result.device = run.device;
    result.memory = run.memory;
    result.chosen.order = run.chosen.order;
    add_seconds(result, run);
    if (run.status == Status::complete) ++result.runs;
}

// The sums of a run, as those of the graph's vertices; `is_found` gets what has one.
void add_sums(SieveResult& result, std::vector<bool>& is_found, ReducedGraph const& reduced,
              std::vector<Byte> const& sums, VertexId vertices) {
    std::vector<Byte> of_graph(vertices);
    for (std::size_t v = 0; v < is_found.size(); ++v) {
        of_graph[reduced.positions[v]] = sums[v];
        is_found[v] = is_found[v] || sums[v] != 0;
    }
    result.sums.push_back(std::move(of_graph));
}

SieveResult sieve_reduced(Graph const& graph, ReducedGraph const& reduced, SieveQuery const& query,
                          RunOptions options) {
    int const k = static_cast<int>(query.motif.size());
    SieveResult result;
    result.chosen.form = "sieve";
    result.sieved = reduced.graph.vertex_count();
    result.planned = query.repeat > 0 ? query.repeat : sieve_runs(k, query.error);
    result.miss = 0;
    if (result.sieved == 0) return result; // no match, for certain
    TimeLeft const left(options);
    auto const progress = options.progress;
    RunOptions const here = on_device_of(query, options);
    std::vector<DeviceNumber> const devices = devices_of(query.devices, options);
    Stopwatch const starting;
    start_all(devices, here.device);
    result.seconds.start = starting.seconds();
    Stopwatch const preparing;
    SieveShape const shape = shape_of(reduced, k, here);
    SieveRuns runs(reduced, shape, query.seed, options, devices);
    result.seconds.prepare = preparing.seconds();
    std::vector<bool> is_found(reduced.graph.vertex_count());
    while (result.runs < result.planned && result.status == Status::complete) {
        if (!left.set(options)) {
            result.status = Status::deadline;
            break;
        }
        options.progress = in_all_runs(progress, result);
        SieveSums const found = runs.run(static_cast<std::uint32_t>(result.runs), options);
        add_run(result, found.run);
        if (result.status != Status::complete) break;
        add_sums(result, is_found, reduced, found.sums, graph.vertex_count());
        if (query.oracle && std::ranges::find(is_found, true) != is_found.end()) break;
    }
    for (std::size_t v = 0; v < is_found.size(); ++v) {
        if (is_found[v]) result.support.push_back(reduced.positions[v]);
    }
    result.count = result.support.size();
    result.miss = std::pow(miss_of_run(k), result.runs);
    return result;
}

// What is handed over, and how much of it, is no affair of the sieve's.
RunOptions without_sinks(RunOptions options) {
    options.of<StoreInput>().sink = {};
    options.of<StoreInput>().batch_sink = {};
    options.of<StoreInput>().narrow_sink = {};
    options.of<StoreInput>().device_sink = {};
    options.of<StoreInput>().limit.reset();
    return options;
}

ReducedGraph reduced_for(Graph const& graph, SieveQuery const& query, RunOptions const& options) {
    check(query, options);
    std::vector<std::uint32_t> const shades = shades_of(query.motif, query.colours, graph);
    return reduce(graph, static_cast<int>(query.motif.size()), shades);
}

} // namespace

int sieve_runs(int k, double error) {
    return std::max(1, static_cast<int>(std::ceil(std::log(error) / std::log(miss_of_run(k)) - 1e-9)));
}

SieveResult sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options) {
    return sieve_reduced(graph, reduced_for(graph, query, options), query, options);
}

SievePlan plan_sieve(Graph const& graph, SieveQuery const& query, RunOptions const& options) {
    ReducedGraph const reduced = reduced_for(graph, query, options);
    int const k = static_cast<int>(query.motif.size());
    std::vector<DeviceNumber> const devices = devices_of(query.devices, options);
    SievePlan plan;
    plan.sieved = reduced.graph.vertex_count();
    plan.edges = reduced.graph.edge_count();
    RunOptions const here = on_device_of(query, options);
    plan.device = here.device;
    if (plan.sieved == 0) return plan;
    SieveShape const shape = shape_of(reduced, k, here);
    plan.runs = query.repeat > 0 ? query.repeat : sieve_runs(k, query.error);
    plan.points = std::uint64_t{1} << k;
    plan.layers = shape.layers;
    plan.devices = static_cast<int>(std::min<std::uint64_t>(devices.size(), shape.layers));
    LayerRange const most = layers_of_share(shape.layers, 0, devices.size());
    plan.layers_at_once = layers_at_once(shape, most.end - most.first, memory_of(plan.device, devices.front()));
    plan.products = static_cast<double>(plan.edges) * k * (k - 1) * static_cast<double>(plan.points);
    plan.bytes = plan.layers_at_once * shape.bytes_of_layer + shape.bytes_beside;
    return plan;
}

namespace {

// Without `count` random ones, in ascending order. Those of the support, which ascends, go last.
std::vector<VertexId> dropped(std::vector<VertexId> vertices, std::size_t count, std::vector<VertexId> const& support,
                              RandomSource& random) {
    random.shuffle(vertices);
    std::stable_partition(vertices.begin(), vertices.end(),
                          [&](VertexId v) { return std::ranges::binary_search(support, v); });
    vertices.resize(vertices.size() - count);
    std::ranges::sort(vertices);
    return vertices;
}

} // namespace

// Where a run says that there is a match, there is one. So that is asked of ever fewer vertices, a run each: of what was
// found to have a match, those are dropped first that the run did not find in one, else a random half; where none stays,
// ever less. That there is none at all is asked for in as many runs as the error takes.
SievedMatch find_sieved_match(Graph const& graph, SieveQuery const& query, RunOptions const& options) {
    auto const k = query.motif.size();
    ReducedGraph const whole = reduced_for(graph, query, options);
    SieveQuery asked = query;
    asked.oracle = true;
    TimeLeft const left(options);
    RunOptions here = options;
    RandomSource random(query.seed);
    SievedMatch result;
    std::vector<VertexId> kept = whole.positions, support;
    std::size_t drop = 0; // of the vertices, at first none
    for (;;) {
        std::vector<VertexId> part = dropped(kept, drop, support, random);
        if (!left.set(here)) {
            result.status = Status::deadline;
            return result;
        }
        SieveResult const found = sieve_reduced(graph, restrict_to(whole, static_cast<int>(k), part), asked, here);
        result.status = found.status;
        result.device = found.device;
        add_seconds(result, found);
        if (found.status != Status::complete) return result;
        bool const is_there = !found.support.empty();
        if (!is_there && drop == 0) return result; // no match
        if (is_there) {
            kept = std::move(part);
            support = found.support;
        }
        if (kept.size() <= k) break;
        std::size_t const spare = kept.size() - k;
        std::size_t const unseen = std::min(spare, kept.size() - support.size());
        drop = is_there ? std::max((spare + 1) / 2, unseen) : std::max<std::size_t>(1, drop / 2);
        asked.seed = random.next();
        asked.repeat = 1;
    }
    result.vertices = kept;
    result.count = 1;
    return result;
}

SieveResult list_sieved_matches(Graph const& graph, SieveQuery const& query, RunOptions const& options) {
    int const k = static_cast<int>(query.motif.size());
    ReducedGraph const whole = reduced_for(graph, query, options);
    SieveResult result = sieve_reduced(graph, whole, query, without_sinks(options));
    if (result.status != Status::complete) return result;
    ReducedGraph const part = restrict_to(whole, k, result.support);
    DeviceScope const scope(devices_of(query.devices, options).front());
    RunResult const listed = part.graph.vertex_count() == 0 ? RunResult{}
                             : k < 3                        ? list_small_matches(part, k, options)
                                                            : list_coloured_sets(part, k, options);
    result.count = listed.count;
    result.status = listed.status;
    result.roots = listed.roots;
    add_seconds(result, listed);
    return result;
}

} // namespace cerrado
