#include "discovery/random_counting.hpp"

#include "library/on_devices.hpp"

#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace cerrado::discovery {

std::span<std::uint32_t const> NumbersLeft::take(std::size_t most) {
    std::size_t const first = std::min(next_.fetch_add(most), numbers_.size());
    return std::span(numbers_).subspan(first, std::min(most, numbers_.size() - first));
}

namespace {

class SupplyByThreads : public GraphSupply {
public:
    SupplyByThreads(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                    SupplySource const& source)
        : graph_(graph),
          query_(query),
          own_model_(own_model),
          source_(source) {}

    std::optional<RandomBatch> next(std::size_t size, RunOptions const& options) override {
        auto const goes_on = [&] { return !options.interrupt->load() && !source_.time.is_over(); };
        RandomBatch batch{.numbers = source_.numbers.take(size), .graphs = {}};
        for (std::uint32_t const number : batch.numbers) {
            RandomGraphQuery query = query_;
            query.number = number;
            std::optional<RandomEdges> random =
                own_model_ ? own_edges(number) : random_edges_while(graph_, query, goes_on);
            if (!random) return std::nullopt;
            batch.graphs.push_back(std::move(*random));
        }
        return batch;
    }
    std::size_t left() const override { return source_.numbers.left(); }

private:
    RandomEdges own_edges(std::uint32_t number) const {
        Graph const own = own_model_(graph_, number);
        if (own.vertex_count() != graph_.vertex_count() || is_directed(own) != is_directed(graph_)) {
            throw InputError(
                fmt::format("DiscoveryQuery::random_graph returned a graph of {}{}, and the given graph has {}{}: "
                            "return a graph of the same size and kind",
                            counted(own.vertex_count(), "vertex"), is_directed(own) ? " and arcs" : "",
                            counted(graph_.vertex_count(), "vertex"), is_directed(graph_) ? " and arcs" : ""));
        }
        return edges_of(own, labels_of(own));
    }

    // The vertices have the labels of the given graph.
    PatternLabels labels_of(Graph const& own) const {
        PatternLabels labels = PatternLabels::of(own, false, query_.edge_labels);
        if (labels.edge_names == PatternLabels::of(graph_, false, query_.edge_labels).edge_names) return labels;
        throw InputError(
            "DiscoveryQuery::random_graph returned a graph whose labels of edges differ from those of the given graph: "
            "use the same labels");
    }

    Graph const& graph_;
    RandomGraphQuery const query_;
    OwnModel const own_model_;
    SupplySource const source_;
};

// The device makes many graphs at a time, and threads take from them.
class SupplyByDevice : public GraphSupply {
public:
    SupplyByDevice(Graph const& graph, RandomGraphQuery const& query, SupplySource const& source,
                   RunOptions const& options)
        : source_(source),
          maker_(graph, query, source.memory, options) {}

    std::optional<RandomBatch> next(std::size_t size, RunOptions const& options) override {
        RandomBatch batch;
        std::shared_ptr<MadeGraphs> made;
        std::size_t first = 0;
        {
            std::lock_guard const lock(mutex_);
            if (next_ == numbers_.size() && !make_more(options)) return std::nullopt;
            first = next_;
            made = made_;
            batch.numbers = numbers_.subspan(first, std::min(size, numbers_.size() - first));
            next_ += batch.numbers.size();
            here_ -= batch.numbers.size();
        }
        if (source_.stays_on_device) {
            for (std::size_t i = 0; i < batch.numbers.size(); ++i) batch.graphs.push_back(made->account(first + i));
            batch.made = std::move(made);
            batch.first = first;
            return batch;
        }
        for (std::size_t i = 0; i < batch.numbers.size(); ++i) batch.graphs.push_back(made->graph(first + i));
        return batch;
    }
    std::size_t left() const override { return source_.numbers.left() + here_; }

private:
    // Returns: false if the run is ended before.
    bool make_more(RunOptions const& options) {
        made_.reset();
        next_ = 0;
        numbers_ = {};
        // The steps of a graph cannot run at the same time, so few graphs take as long as many.
        std::span<std::uint32_t const> const numbers = source_.numbers.take(maker_.most());
        if (numbers.empty()) return true;
        RunOptions own = source_.time.in(options);
        own.progress = {}; // progress counts graphs when they are counted, not when they are made
        made_ = maker_.make(numbers, own);
        if (!made_) return false;
        numbers_ = numbers;
        here_ = numbers.size();
        return true;
    }

    SupplySource const source_;
    SwitchedTogether const maker_;
    std::mutex mutex_;                       // guards the members below
    std::span<std::uint32_t const> numbers_; // numbers of the graphs that were made last
    std::shared_ptr<MadeGraphs> made_;       // the graphs that were made last
    std::size_t next_ = 0;                   // the next of them to be taken
    std::atomic<std::size_t> here_ = 0;      // graphs of made_ that no thread has taken
};

} // namespace

std::unique_ptr<GraphSupply> supply_of(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                                       SupplySource const& source, RunOptions const& options) {
    constexpr std::uint64_t most_slots = std::uint64_t{1} << 31;
    bool const is_made_on_device = options.device != DeviceKind::host && !own_model && is_switched(graph, query) &&
                                   graph.edge_count() > 0 && graph.neighbour_array().size() < most_slots;
    if (is_made_on_device) return std::make_unique<SupplyByDevice>(graph, query, source, options);
    return std::make_unique<SupplyByThreads>(graph, query, own_model, source);
}

namespace {

struct Place { // the place of a run among the runs at the same time
    std::counting_semaphore<>& places;
    explicit Place(std::counting_semaphore<>& all) : places(all) { places.acquire(); }
    ~Place() { places.release(); }
};

// The threads that count on a device. The destructor ends them.
class CountingThreads {
public:
    ~CountingThreads() { stop_ = true; } // also if starting a thread throws

    void begin(std::function<void(std::atomic<bool> const& stop)> const& count) {
        ++running_;
        threads_.emplace_back([this, count, device = device_of_thread()] {
            std::exception_ptr failed;
            try {
                DeviceScope const scope(device);
                count(stop_);
            } catch (...) {
                failed = std::current_exception();
            }
            std::lock_guard const lock(mutex_);
            if (failed && !failure_) failure_ = failed;
            if (failed) stop_ = true;
            --running_;
            ended_.notify_all();
        });
    }
    // Calls look() a few times a second, and stops all threads if it returns true. Rethrows the exception of a thread.
    void wait(std::function<bool()> const& look) {
        std::unique_lock lock(mutex_);
        while (running_ > 0) {
            ended_.wait_for(lock, std::chrono::milliseconds(100));
            lock.unlock();
            if (look()) stop_ = true;
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    std::mutex mutex_;
    std::condition_variable ended_;
    std::atomic<bool> stop_ = false;
    std::atomic<int> running_ = 0;
    std::exception_ptr failure_; // the first exception of a thread
    std::vector<std::jthread> threads_;
};

} // namespace

// On a GPU few of the threads count at the same time, because each run takes up to a fifth of the GPU's memory.
std::size_t RandomCounting::run(std::vector<std::uint32_t> numbers, double seconds, RunOptions const& options) {
    NumbersLeft left(std::move(numbers));
    if (left.all() == 0) return 0;
    done_ = 0;
    RandomGraphQuery const query = random_graph_query(search_.query, search_.model, 0);
    stays_on_device_ = !search_.query.random_graph && search_.counter.takes_from_device(search_.model) &&
                       is_switched(search_.graph, query);
    std::size_t const all_workers = workers(options, left.all());
    sizes_ = {search_.kind, all_workers, seconds};
    RunOptions own = options;
    own.threads = 1; // other threads count other graphs
    own.progress = {};
    SupplySource const from{
        .numbers = left, .time = search_.time, .memory = memory_of(search_.kind), .stays_on_device = stays_on_device_};
    Source source{supply_of(search_.graph, query, search_.query.random_graph, from, own),
                  std::counting_semaphore<>(sizes_.runs_on_a_device())};
    CountingThreads threads;
    for (std::size_t i = 0; i < all_workers; ++i) {
        threads.begin([&](std::atomic<bool> const& stop) {
            RunOptions of_thread = own;
            of_thread.interrupt = &stop;
            count_some(source, of_thread);
        });
    }
    auto const show = [&] {
        if (!options.progress) return;
        Progress progress;
        progress.roots_done = done_;
        progress.roots_given = left.all();
        progress.share = static_cast<double>(done_) / static_cast<double>(left.all());
        progress.seconds = search_.time.spent();
        options.progress(progress);
    };
    threads.wait([&] {
        show();
        return options.interrupt != nullptr && options.interrupt->load();
    });
    show(); // the last report, which very short runs need, too
    return done_;
}

// Threads that make no lists would be idle while others wait for the device.
std::size_t RandomCounting::workers(RunOptions const& options, std::size_t graphs) const {
    auto threads = static_cast<std::size_t>(options.threads > 0 ? options.threads : hardware_threads());
    if (stays_on_device_) {
        threads = std::min(threads, static_cast<std::size_t>(BatchSizes(search_.kind, 1, 0).runs_on_a_device()));
    }
    return std::min(threads, graphs);
}

BatchSizes::Room RandomCounting::room(Source const& source) const {
    return {source.supply->left(), search_.counter.most()};
}

void RandomCounting::count_some(Source& source, RunOptions options) {
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
        done_ += count;
        size = sizes_.next(count, counted->seconds, room(source));
        if (there && size < 2 * there->size()) size = there->size(); // the counter counts the whole room in any case
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
    Place const place(source.places);
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
    Place const place(source.places);
    Stopwatch const watch;
    if (!there->take(*batch.made, batch.first, count, options)) return std::nullopt;
    Counted counted;
    RunResult const result = search_.counter.count(*there, options, counted.counts);
    if (result.status != Status::complete) return std::nullopt;
    counted.seconds = watch.seconds();
    return counted;
}

void put(ByteWriter& to, ClassCounts const& counts) {
    to.put(static_cast<std::uint64_t>(counts.size()));
    for (auto const& [number, count] : counts) {
        to.put(number);
        to.put(count);
    }
}
ClassCounts get_counts(ByteReader& from) {
    ClassCounts counts(from.get<std::uint64_t>());
    for (auto& [number, count] : counts) {
        number = from.get<PatternWord>();
        count = from.get<WideCount>();
    }
    return counts;
}

void put(ByteWriter& to, CountedGraph const& graph) {
    to.put(graph.number);
    to.put(graph.steps);
    to.put(graph.taken);
    to.put(graph.is_near);
    put(to, graph.counts);
}
CountedGraph get_graph(ByteReader& from) {
    CountedGraph graph;
    graph.number = from.get<std::uint32_t>();
    graph.steps = from.get<std::uint64_t>();
    graph.taken = from.get<std::uint64_t>();
    graph.is_near = from.get<bool>();
    graph.counts = get_counts(from);
    return graph;
}

} // namespace cerrado::discovery
