// The sieve of Cerrado::apps: runs until the error is small enough, and what is built on them.
#include "sieve/runs.hpp"

#include "library/time_left.hpp"
#include "sieve/galois.hpp"
#include "sieve/small_matches.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace cerrado {

namespace {

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
