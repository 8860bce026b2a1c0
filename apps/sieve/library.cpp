// The library's functions for the sieve: enough runs to make the error small, and the searches that use them.
#include "library/on_devices.hpp"
#include "sieve/factors.hpp"
#include "sieve/forms.hpp"
#include "sieve/galois.hpp"
#include "sieve/host_lines.hpp"
#include "sieve/lines.hpp"
#include "sieve/problem.hpp"
#include "sieve/shape.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/run/detail/many/devices_of_run.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/warp/detail/lockstep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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

constexpr std::uint64_t near_cache = 1 << 20; // bytes of a cache that a thread has for itself

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

// Returns: true if going by layers is quicker. It reads the lines P many times, so a cache must hold
// them, and few vertices may read each line.
bool pays_by_layers(Graph const& graph, int k, DeviceKind device) {
    constexpr int fewest_vertices = 8; // else there are few layers
    constexpr std::uint64_t short_list = 48;
    std::uint64_t const n = graph.vertex_count();
    return device == DeviceKind::host && k >= fewest_vertices && detail::multiplies_at_once() &&
           graph.neighbour_array().size() <= n * short_list &&
           n * static_cast<std::uint64_t>(k) * fewest_points <= 4 * near_cache;
}

} // namespace

std::string semantics_of(SieveQuery const&) { return "connected sets of vertices that have the colours of the motif"; }

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
            "a sieve of {} vertices for {} colours needs {:.0f} GB of memory, and {:.0f} GB are there: take a smaller "
            "motif, or fewer vertices with its colours",
            shape.vertices, shape.k, static_cast<double>(least) / gigabyte, static_cast<double>(memory) / gigabyte));
    }
    if (shape.is_by_layers) return fewest;
    std::uint64_t const room = std::max<std::uint64_t>(1, memory / 4 / shape.bytes_of_layer);
    std::uint64_t const most = std::min({layers, room, std::max<std::uint64_t>(1, jobs / shape.vertices)});
    std::uint64_t const batches = (layers + most - 1) / most;
    return (layers + batches - 1) / batches; // all batches have the same length
}

// Lists matches of one or two vertices, which need no walk.

namespace {

// Hands each match to the sink of the options, up to their limit. Requires: k is 1 or 2.
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

// Returns: an upper bound of the probability that a run misses a vertex of a match.
double miss_of_run(int k) { return (2.0 * k - 1) / 254; }

void check(SieveQuery const& query, RunOptions const& options) {
    if (query.repeat < 0) throw InputError(fmt::format("repeat is {}: give 1 or more runs, or 0", query.repeat));
    if (query.repeat == 0 && !(query.error > 0 && query.error < 1)) {
        throw InputError(fmt::format("error is {}: give a probability between 0 and 1", query.error));
    }
    if (options.roots) throw InputError("a sieve takes the whole graph, and roots were given: unset RunOptions::roots");
}

// The sums of runs, which all devices make together. A job is a layer of a run. The layers of the first run come first.
class SumsOfRuns {
public:
    SumsOfRuns(ReducedGraph const& reduced, SieveShape const& shape) : reduced_(reduced), layers_(shape.layers) {}

    static std::string gift(std::uint64_t run, LayerRange layers, std::vector<Byte> const& sums) {
        ByteWriter to;
        to.put(run);
        to.put(layers.end - layers.first);
        to.put_all(std::span(sums));
        return to.bytes();
    }
    void take(std::string const& gift) {
        ByteReader from(gift);
        auto const run = from.get<std::uint64_t>();
        auto const layers = from.get<std::uint64_t>();
        std::vector<Byte> const sums = from.get_all<Byte>();
        if (layers == 0) return; // the layers were skipped
        OfRun& of_run = runs_[run];
        of_run.sums.resize(sums.size());
        of_run.layers += layers;
        for (std::size_t v = 0; v < sums.size(); ++v) of_run.sums[v] ^= sums[v];
        bool const is_match = is_whole(of_run) && std::ranges::any_of(of_run.sums, [](Byte sum) { return sum != 0; });
        if (is_match) has_match = true;
    }

    // Appends the sums of the finished runs, in the order of the graph's vertices, and finds the support.
    void write_to(SieveResult& result, VertexId vertices, int planned) const {
        std::vector<bool> is_found(vertices);
        for (auto const& [number, run] : runs_) {
            if (!is_whole(run) || number >= static_cast<std::uint64_t>(planned)) continue;
            std::vector<Byte>& of_graph = result.sums.emplace_back(vertices);
            for (std::size_t v = 0; v < run.sums.size(); ++v) {
                VertexId const place = reduced_.positions[v];
                of_graph[place] = run.sums[v];
                if (run.sums[v] != 0) is_found[place] = true;
            }
        }
        result.runs = static_cast<int>(result.sums.size());
        for (VertexId v = 0; v < vertices; ++v) {
            if (is_found[v]) result.support.push_back(v);
        }
        result.count = result.support.size();
    }

    std::atomic<bool> has_match = false; // true if a finished run has a sum other than 0

private:
    struct OfRun {
        std::uint64_t layers = 0; // layers that are in the sums
        std::vector<Byte> sums;
    };
    bool is_whole(OfRun const& run) const { return run.layers == layers_; }

    ReducedGraph const& reduced_;
    std::uint64_t const layers_;
    std::map<std::uint64_t, OfRun> runs_;
};

// Makes the runs of a device, or its share of their layers.
class SieveWorker {
public:
    SieveWorker(ReducedGraph const& reduced, SieveShape const& shape, SieveQuery const& query, TimeLeft const& time,
                SumsOfRuns const& sums)
        : reduced_(reduced),
          shape_(shape),
          query_(query),
          time_(time),
          sums_(sums) {}

    void run(std::vector<JobRange> const& jobs, RunOptions options, RunResult& result, NumberedJobs::Done const& done) {
        std::uint64_t given = 0, before = 0;
        for (JobRange const& range : jobs) given += range.count;
        auto const progress = std::exchange(options.progress, {});
        for (JobRange range : jobs) {
            while (range.count > 0) {
                std::uint64_t const run = range.first / shape_.layers, first = range.first % shape_.layers;
                LayerRange const layers{first, std::min(shape_.layers, first + range.count)};
                JobRange const of_run{range.first, layers.end - layers.first};
                if (query_.oracle && sums_.has_match) { // the answer is known without this run
                    done(of_run, SumsOfRuns::gift(run, {}, {}));
                } else {
                    if (!time_.set(options)) result.status = Status::deadline;
                    if (progress) options.progress = in_all(progress, before, of_run.count, given);
                    if (result.status != Status::complete || !run_layers(run, layers, options, result, done)) return;
                }
                before += of_run.count;
                range.first += of_run.count;
                range.count -= of_run.count;
            }
        }
    }

private:
    bool run_layers(std::uint64_t run, LayerRange layers, RunOptions const& options, RunResult& result,
                    NumberedJobs::Done const& done) {
        Stopwatch const preparing;
        if (!share_ || layers.first != layers_.first || layers.end != layers_.end) {
            share_.reset(); // frees memory for the new share
            share_ = std::make_unique<SieveShare>(reduced_, shape_, layers, memory_of(shape_.device), options);
            layers_ = layers;
            result.seconds.prepare += preparing.seconds();
        }
        SieveSums const found = share_->run(query_.seed, static_cast<std::uint32_t>(run), options);
        add_seconds(result, found.run);
        result.status = found.run.status;
        result.device = found.run.device;
        result.chosen.order = found.run.chosen.order;
        if (result.status != Status::complete) return false;
        done({run * shape_.layers + layers.first, layers.end - layers.first},
             SumsOfRuns::gift(run, layers, found.sums));
        return true;
    }
    // Turns the progress of `count` layers, which come after others, into the progress of all layers.
    std::function<void(Progress const&)> in_all(std::function<void(Progress const&)> const& progress,
                                                std::uint64_t before, std::uint64_t count, std::uint64_t all) const {
        return [&progress, this, before, count, all](Progress one) {
            double const done = static_cast<double>(before) + one.share * static_cast<double>(count);
            one.share = done / static_cast<double>(all);
            one.roots_given = all;
            one.roots_done = static_cast<std::uint64_t>(done);
            one.seconds = time_.spent();
            progress(one);
        };
    }

    ReducedGraph const& reduced_;
    SieveShape const shape_;
    SieveQuery const& query_;
    TimeLeft const& time_;
    SumsOfRuns const& sums_;
    LayerRange layers_;                 // the layers that were done last
    std::unique_ptr<SieveShare> share_; // the data on the device for these layers
};

CheckpointSubject subject_of(ReducedGraph const& reduced, SieveQuery const& query, SieveShape const& shape,
                             std::string const& key) {
    CheckpointSubject subject;
    subject.application =
        fmt::format("sieve for {}, seed {}, {} layers of {} points", query.oracle ? "any match" : "all matches",
                    query.seed, shape.layers, shape.points);
    subject.key = key;
    subject.k = static_cast<int>(query.motif.size());
    subject.vertices = reduced.graph.vertex_count();
    subject.entries = reduced.graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(reduced.graph);
    subject.arrays_checksum = checksum_of(std::span<std::uint32_t const>(reduced.shades));
    return subject;
}

// Refuses devices of different kinds, because they cut the points into different layers.
void require_one_kind(RunOptions const& options) {
    for (DeviceName const& device : options.devices) {
        if (device.kind == options.devices.front().kind) continue;
        throw InputError("a sieve needs devices of one kind: name CUDA devices alone, or the host alone");
    }
}

SieveResult sieve_reduced(Graph const& graph, ReducedGraph const& reduced, SieveQuery const& query,
                          RunOptions options) {
    int const k = static_cast<int>(query.motif.size());
    SieveResult result;
    result.sieved = reduced.graph.vertex_count();
    result.planned = query.repeat > 0 ? query.repeat : sieve_runs(k, query.error);
    result.miss = 0;
    if (result.sieved > 0) {
        require_one_kind(options);
        RunOptions here = options;
        here.device = resolve_device(options.devices.empty() ? options.device : options.devices.front().kind);
        SieveShape const shape = shape_of(reduced, k, here);
        TimeLeft const time(options);
        SumsOfRuns sums(reduced, shape);
        auto const on_device = [&](RunOptions const&) {
            auto const worker = std::make_shared<SieveWorker>(reduced, shape, query, time, sums);
            return NumberedJobs::Worker{1, [worker](auto const& jobs, RunOptions const& of_share, RunResult& one,
                                                    auto const& done) { worker->run(jobs, of_share, one, done); }};
        };
        static_cast<RunResult&>(result) =
            run_numbered(options, DealPolicy::even,
                         {.what = fmt::format("{} runs of a sieve, seed {}: each of {} layers of {} points",
                                              result.planned, query.seed, shape.layers, shape.points),
                          .job = "layer",
                          .count = static_cast<std::uint64_t>(result.planned) * shape.layers,
                          .subject = [&] { return subject_of(reduced, query, shape, options.checkpoint.key); },
                          .on_device = on_device,
                          .take = [&](std::string const& gift) { sums.take(gift); }});
        sums.write_to(result, graph.vertex_count(), result.planned);
        result.miss = std::pow(miss_of_run(k), result.runs);
    }
    result.chosen.form = "sieve";
    return result;
}

// Removes the sink and the limit, which are for the listing and not for the sieve.
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
    std::uint64_t const devices = std::max<std::size_t>(1, options.devices.size());
    SievePlan plan;
    plan.sieved = reduced.graph.vertex_count();
    plan.edges = reduced.graph.edge_count();
    std::optional<OneDevice> first;
    if (!options.devices.empty()) first.emplace(options);
    RunOptions here = first ? first->options() : options;
    here.device = plan.device = resolve_device(here.device);
    if (plan.sieved == 0) return plan;
    SieveShape const shape = shape_of(reduced, k, here);
    plan.runs = query.repeat > 0 ? query.repeat : sieve_runs(k, query.error);
    plan.points = std::uint64_t{1} << k;
    plan.layers = shape.layers;
    plan.devices = static_cast<int>(std::min(devices, shape.layers));
    plan.layers_at_once = layers_at_once(shape, (shape.layers + devices - 1) / devices, memory_of(plan.device));
    plan.products = static_cast<double>(plan.edges) * k * (k - 1) * static_cast<double>(plan.points);
    plan.bytes = plan.layers_at_once * shape.bytes_of_layer + shape.bytes_beside;
    return plan;
}

namespace {

// Returns: the ascending vertices without `count` random ones. Vertices outside the support are dropped first.
// Requires: the support ascends.
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

// If a run says that there is a match, there is one. So each step drops vertices and runs the sieve on the others.
// Vertices that the last run did not find in a match are dropped first, else a random half. If no match is left, fewer
// vertices are dropped. Only at the beginning, the sieve makes as many runs as the error needs, to say that there is no
// match at all.
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
    std::size_t drop = 0; // vertices to drop; none at first
    for (;;) {
        std::vector<VertexId> part = dropped(kept, drop, support, random);
        left.set(here); // if no time is left, the sieve reports it, on each of several machines
        here.checkpoint = {};
        SieveResult const found = sieve_reduced(graph, restrict_to(whole, static_cast<int>(k), part), asked, here);
        result.status = found.status;
        result.device = found.device;
        add_seconds(result, found);
        if (found.status != Status::complete) return result;
        bool const is_there = !found.support.empty();
        if (!is_there && drop == 0) return result; // there is no match
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
    auto const list = [&](RunOptions const& own) {
        if (part.graph.vertex_count() == 0) return RunResult{};
        if (k >= 3) return list_coloured_sets(part, k, own);
        return done_by_one<RunResult>(own,
                                      [&](RunOptions const& of_one) { return list_small_matches(part, k, of_one); });
    };
    RunResult const listed = options.is_shared() ? run_on_devices<RunResult>(options, list) : list(options);
    result.count = listed.count;
    result.status = listed.status;
    result.roots = listed.roots;
    add_seconds(result, listed);
    return result;
}

} // namespace cerrado
