// Counts random graphs on a device: threads take the graphs from a supply, and count them.
#pragma once

#include "discovery/graph_counter.hpp"
#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/statistics.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/discovery.hpp>
#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/options.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::discovery {

// A batch of random graphs, as a thread takes it.
struct RandomBatch {
    std::span<std::uint32_t const> numbers;
    std::vector<RandomEdges> graphs; // with these numbers; the graphs have no edges here if they stay on the device
    std::shared_ptr<MadeGraphs> made = nullptr; // on the device; the batch begins with its graph `first`
    std::size_t first = 0;
};

// The numbers of the random graphs that are still to be made.
class NumbersLeft {
public:
    explicit NumbersLeft(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}

    std::span<std::uint32_t const> take(std::size_t most);
    std::size_t left() const { return numbers_.size() - std::min(next_.load(), numbers_.size()); }
    std::size_t all() const { return numbers_.size(); }

private:
    std::vector<std::uint32_t> numbers_;
    std::atomic<std::size_t> next_ = 0;
};

class GraphSupply {
public:
    virtual ~GraphSupply() = default;
    // Takes at most `size` of the next graphs. The batch is empty if all graphs are taken. Returns: nothing if the run
    // is ended before.
    virtual std::optional<RandomBatch> next(std::size_t size, RunOptions const& options) = 0;
    // An upper bound of the graphs that are still to be taken.
    virtual std::size_t left() const = 0;
};

// The inputs of a supply.
struct SupplySource {
    NumbersLeft& numbers;
    TimeLeft const& time;
    std::uint64_t memory; // bytes of the device's memory
    bool stays_on_device; // true if graphs that the device made stay there
};

using OwnModel = std::function<Graph(Graph const& graph, std::uint32_t number)>;

// The device of `options` makes many graphs at a time, if it is not the host and the model takes switches. Otherwise
// each thread makes the graphs that it takes. If `own_model` is given, that makes the graphs. Throws InputError if
// `own_model` gives another kind of graph. Requires: check_model() accepts any other model.
std::unique_ptr<GraphSupply> supply_of(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                                       SupplySource const& source, RunOptions const& options);

// Decides how many random graphs one run counts.
class BatchSizes {
public:
    // `threads` threads of the host count on the device together. Counting the given graph took `seconds`.
    BatchSizes(DeviceKind kind, std::size_t threads, double seconds)
        : kind_(kind),
          at_once_(std::min(threads, static_cast<std::size_t>(runs_on_a_device()))),
          alone_(kind == DeviceKind::cuda ? seconds : 0) {}

    // A run on a GPU takes up to a fifth of its memory.
    int runs_on_a_device() const {
        constexpr int on_cuda = 4, elsewhere = 1 << 16;
        return kind_ == DeviceKind::cuda ? on_cuda : elsewhere;
    }

    struct Room {
        std::size_t left; // graphs that are still to be taken
        std::size_t most; // most graphs that a run can count
    };

    // The size of the first run. With one graph alone a GPU is mostly idle until the heaviest job ends, and can count
    // many more graphs in the same time. A processor learns as quickly from one graph.
    std::size_t first(Room const& room) const {
        constexpr double as_one = 16;
        return kind_ == DeviceKind::cuda ? within(as_one, room) : 1;
    }
    // Returns: the size of the next run, after a run of `size` took `seconds`. The device counts it in at most a
    // quarter of a second, because a run that a deadline cuts off is lost. It is at most half of the run's share of the
    // graphs that are left, so that all threads end together. But it is enough for five milliseconds. If one graph
    // alone takes longer than these times, the run has as many graphs as fit into that graph's time.
    std::size_t next(std::size_t size, double seconds, Room const& room) const {
        constexpr double longest = .25, shortest = .005, least_growth = .02;
        double const sharing = kind_ == DeviceKind::cuda ? runs_on_a_device() : 1; // runs that share the device
        double const growth = std::max({seconds - alone_, least_growth * seconds, 1e-6});
        double const in_a_second = static_cast<double>(size) * sharing / growth;
        double const share = static_cast<double>(room.left) / (2 * static_cast<double>(at_once_));
        double const most = std::max(longest, alone_) * in_a_second, least = std::max(shortest, alone_) * in_a_second;
        return within(std::min(most, std::max(share, least)), room);
    }

private:
    static std::size_t within(double wanted, Room const& room) {
        return static_cast<std::size_t>(
            std::clamp(wanted, 1.0, static_cast<double>(std::max<std::size_t>(1, room.most))));
    }

    DeviceKind kind_;
    std::size_t at_once_;
    double alone_; // seconds of one graph on a GPU
};

// A random graph that a search for network motifs has counted.
struct CountedGraph {
    std::uint32_t number = 0;
    ClassCounts counts;
    std::uint64_t steps = 0, taken = 0; // steps of the null model, and those that it took
    bool is_near = true;                // see RandomGraph
};

// Write and read the bytes of a checkpoint, or of a message to another process.
void put(ByteWriter& to, ClassCounts const& counts);
ClassCounts get_counts(ByteReader& from);
void put(ByteWriter& to, CountedGraph const& graph);
CountedGraph get_graph(ByteReader& from);

class RandomCounting {
public:
    struct Search {
        Graph const& graph;
        DiscoveryQuery const& query;
        NullModel model;
        GraphCounter const& counter;
        DeviceKind kind;
        TimeLeft const& time;
    };
    // Receives counted graphs, from one thread at a time.
    using Take = std::function<void(std::vector<CountedGraph> graphs)>;

    RandomCounting(Search const& search, Take take) : search_(search), take_(std::move(take)) {}

    // Counts the graphs with these numbers on the device of this thread's runs, until the run is ended. Counting the
    // given graph took `seconds`. Progress counts these graphs. Returns: the number of graphs that were counted.
    std::size_t run(std::vector<std::uint32_t> numbers, double seconds, RunOptions const& options);

private:
    // The supply of random graphs, and the runs that count them at the same time.
    struct Source {
        std::unique_ptr<GraphSupply> supply;
        std::counting_semaphore<> places;
    };
    struct Counted {
        std::vector<ClassCounts> counts;
        double seconds; // seconds of the run
    };
    using Room = std::unique_ptr<GraphsOnDevice>; // room for the graphs of a thread; null if there is none yet

    std::size_t workers(RunOptions const& options, std::size_t graphs) const;
    BatchSizes::Room room(Source const& source) const;
    void count_some(Source& source, RunOptions options);
    void give(RandomBatch const& batch, std::vector<ClassCounts> counts);
    // These return nothing if the run is ended before.
    std::optional<Counted> count_here(Source& source, RandomBatch const& batch, RunOptions const& options) const;
    std::optional<Counted> count_there(Source& source, RandomBatch const& batch, Room& there,
                                       RunOptions const& options) const;

    Search const search_;
    Take const take_;
    std::mutex mutex_; // guards take_
    BatchSizes sizes_{DeviceKind::host, 1, 0};
    bool stays_on_device_ = false;      // true if graphs stay on the device that made them
    std::atomic<std::size_t> done_ = 0; // random graphs that are counted
};

} // namespace cerrado::discovery
