#include "discovery/random_counting.hpp"

#include "library/on_devices.hpp"

#include <cerrado/core/clock.hpp>
#include <cerrado/core/team.hpp>

#include <algorithm>
#include <utility>

namespace cerrado::discovery {

namespace {

struct Place { // of a run among those at the same time
    std::counting_semaphore<>& places;
    explicit Place(std::counting_semaphore<>& all) : places(all) { places.acquire(); }
    ~Place() { places.release(); }
};

} // namespace

// Each thread takes random graphs and counts them, on its device. On a GPU few of them count at the same time, since
// each run takes a tenth of its memory.
void RandomCounting::run(std::vector<std::uint32_t> numbers, double seconds, RunOptions const& options) {
    NumbersLeft left(std::move(numbers));
    if (left.all() == 0) return;
    done_ = random_graphs() - left.all();
    stays_on_device_ = !search_.query.random_graph && search_.counter.takes_from_device(search_.model);
    std::size_t const all_workers = workers(options, left.all()), devices = search_.devices.size();
    sizes_ = {search_.kind, devices, all_workers, seconds};
    RunOptions own = options;
    own.threads = 1; // other threads count other graphs
    std::vector<Source> sources;
    for (std::size_t i = 0; i < std::min(all_workers, devices); ++i) sources.push_back(source(i, left, own));
    run_together(all_workers, own, [&](std::size_t thread, RunOptions const& of_thread) {
        Source& source = sources[thread % sources.size()];
        DeviceScope const scope(source.device);
        count_some(source, thread == 0 ? left.all() : 0, of_thread);
    });
    for (Source& source : sources) {
        DeviceScope const scope(source.device);
        source.supply.reset();
    }
}

// Threads that make no lists have nothing to do while others wait for their device.
std::size_t RandomCounting::workers(RunOptions const& options, std::size_t graphs) const {
    std::size_t const devices = search_.devices.size();
    auto threads = static_cast<std::size_t>(options.threads > 0 ? options.threads : hardware_threads());
    if (stays_on_device_) {
        auto const runs = static_cast<std::size_t>(BatchSizes(search_.kind, 1, 1, 0).runs_on_a_device());
        threads = std::min(threads, devices * runs);
    }
    return std::min(std::max(threads, devices), graphs);
}

RandomCounting::Source RandomCounting::source(std::size_t i, NumbersLeft& numbers, RunOptions const& options) const {
    DeviceNumber const device = search_.devices[i];
    DeviceScope const scope(device);
    SupplySource const from{.numbers = numbers,
                            .time = search_.time,
                            .devices = search_.devices.size(),
                            .memory = memory_of(search_.kind, device),
                            .stays_on_device = stays_on_device_};
    return {device,
            supply_of(search_.graph, random_graph_query(search_.query, search_.model, 0), search_.query.random_graph,
                      from, options),
            std::make_unique<std::counting_semaphore<>>(sizes_.runs_on_a_device())};
}

BatchSizes::Room RandomCounting::room(Source const& source) const {
    return {source.supply->left() * search_.devices.size(), search_.counter.most()};
}

void RandomCounting::count_some(Source& source, std::size_t given, RunOptions options) {
    std::function<void(Progress const&)> const told = std::exchange(options.progress, {});
    Progress progress;
    progress.roots_given = given; // of all threads
    Room there;
    std::size_t size = sizes_.first(room(source));
    while (!options.interrupt->load() && search_.time.set(options)) {
        std::optional<RandomBatch> batch = source.supply->next(size, options);
        if (!batch || batch->numbers.empty()) return;
        std::size_t const count = batch->numbers.size();
        std::optional<Counted> counted =
            batch->made ? count_there(source, *batch, there, options) : count_here(source, *batch, options);
        if (!counted) return;
        give(*batch, std::move(counted->counts));
        progress.roots_done += count;
        progress.share = static_cast<double>(done_ += count) / static_cast<double>(random_graphs());
        progress.seconds = search_.time.spent();
        if (told) told(progress);
        size = sizes_.next(count, counted->seconds, room(source));
        if (there && size < 2 * there->size()) size = there->size(); // all of it is counted in any case
    }
}

void RandomCounting::give(RandomBatch const& batch, std::vector<ClassCounts> counts) {
    std::vector<CountedGraph> graphs;
    for (std::size_t i = 0; i < batch.graphs.size(); ++i) {
        RandomEdges const& random = batch.graphs[i];
        graphs.push_back({batch.numbers[i], std::move(counts[i]), random.steps, random.taken, random.is_near});
    }
    std::lock_guard const lock(mutex_);
    take_(std::move(graphs));
}

std::optional<RandomCounting::Counted> RandomCounting::count_here(Source& source, RandomBatch const& batch,
                                                                  RunOptions const& options) const {
    Graph const together = search_.counter.side_by_side(batch.graphs);
    Place const place(*source.places);
    Stopwatch const watch;
    Counted counted;
    RunResult const result = search_.counter.count(together, batch.numbers, options, counted.counts);
    if (result.status != Status::complete) return std::nullopt;
    counted.seconds = watch.seconds();
    return counted;
}

std::optional<RandomCounting::Counted> RandomCounting::count_there(Source& source, RandomBatch const& batch,
                                                                   Room& there, RunOptions const& options) const {
    std::size_t const count = batch.numbers.size();
    if (!there || there->size() < count) {
        there.reset();
        there = search_.counter.room_on_device(search_.graph, count, options);
    }
    Place const place(*source.places);
    Stopwatch const watch;
    if (!there->take(*batch.made, batch.first, count, options)) return std::nullopt;
    Counted counted;
    RunResult const result = search_.counter.count(*there, options, counted.counts);
    if (result.status != Status::complete) return std::nullopt;
    counted.seconds = watch.seconds();
    return counted;
}

} // namespace cerrado::discovery
