// The counting of random graphs on a device: threads take them from where they are made, and count them.
#pragma once

#include "discovery/graph_counter.hpp"
#include "discovery/models/graphs_on_device.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/statistics.hpp"
#include "library/time_left.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/contract/bytes.hpp>
#include <cerrado/core/clock.hpp>
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

// The random graphs of a search: several threads take them, in batches.
struct RandomBatch {
    std::span<std::uint32_t const> numbers;
    std::vector<RandomEdges> graphs; // with these numbers; without edges if they are where a device made them:
    std::shared_ptr<MadeGraphs> made = nullptr; // then they are the first and those after it of these
    std::size_t first = 0;
};

// Numbers of random graphs that are still to be made.
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
    // Takes the next graphs, `size` at most: none if all are taken. Returns: nothing if the run is ended before.
    virtual std::optional<RandomBatch> next(std::size_t size, RunOptions const& options) = 0;
    // How many are to be taken, at most.
    virtual std::size_t left() const = 0;
};

// What a supply takes from.
struct SupplySource {
    NumbersLeft& numbers;
    TimeLeft const& time;
    std::uint64_t memory; // bytes of the device
    bool stays_on_device; // graphs that the device made
};

using OwnModel = std::function<Graph(Graph const& graph, std::uint32_t number)>;

// The device of `options` makes many graphs at a time, if it is no host and the model takes switches. Else each thread
// makes the graphs that it takes. With `own_model` that makes them. Throws InputError if it gives another kind of graph.
// Requires: check_model() refuses no other.
std::unique_ptr<GraphSupply> supply_of(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                                       SupplySource const& source, RunOptions const& options);

// How many random graphs are counted in one run.
class BatchSizes {
public:
    // `threads` of the host count on the device together. The given graph took `seconds`.
    BatchSizes(DeviceKind kind, std::size_t threads, double seconds)
        : kind_(kind),
          at_once_(std::min(threads, static_cast<std::size_t>(runs_on_a_device()))),
          alone_(kind == DeviceKind::cuda ? seconds : 0) {}

    // A run on a GPU takes a tenth of its memory.
    int runs_on_a_device() const {
        constexpr int on_cuda = 4, elsewhere = 1 << 16;
        return kind_ == DeviceKind::cuda ? on_cuda : elsewhere;
    }

    struct Room {
        std::size_t left; // graphs that are still to be taken
        std::size_t most; // that a run can count
    };

    // One graph alone leaves a GPU idle while its heaviest job ends, in which many more can be counted. A processor learns as
    // quickly from one.
    std::size_t first(Room const& room) const {
        constexpr double as_one = 16;
        return kind_ == DeviceKind::cuda ? within(as_one, room) : 1;
    }
    // A run of `size` took so long. The next one is of so many that a device counts them in a quarter of a second, since
    // what a deadline cuts off is lost. And of no more than half of its share of what is left, so that all end together;
    // but then of enough for five milliseconds. If one graph alone takes longer than these, more of them take little more.
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
    std::uint64_t steps = 0, taken = 0; // of the null model
    bool is_near = true;                // see RandomGraph
};

// As bytes of a checkpoint, or of a message to another process.
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
    // Is given counted graphs, one thread at a time.
    using Take = std::function<void(std::vector<CountedGraph> graphs)>;

    RandomCounting(Search const& search, Take take) : search_(search), take_(std::move(take)) {}

    // Counts the graphs with these numbers on the device of this thread's runs, until the run is ended. The given graph
    // took `seconds`. Progress is of these graphs. Returns: how many were counted.
    std::size_t run(std::vector<std::uint32_t> numbers, double seconds, RunOptions const& options);

private:
    // Where random graphs come from, and the runs that count them at the same time.
    struct Source {
        std::unique_ptr<GraphSupply> supply;
        std::counting_semaphore<> places;
    };
    struct Counted {
        std::vector<ClassCounts> counts;
        double seconds; // of the run
    };
    using Room = std::unique_ptr<GraphsOnDevice>; // for the graphs of a thread; null if there is none yet

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
    std::mutex mutex_; // of take_
    BatchSizes sizes_{DeviceKind::host, 1, 0};
    bool stays_on_device_ = false;      // what a device makes
    std::atomic<std::size_t> done_ = 0; // random graphs
};

} // namespace cerrado::discovery
