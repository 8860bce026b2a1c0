// The counting of random graphs: threads take them from the devices that make them, and count them there.
#pragma once

#include "discovery/graph_counter.hpp"
#include "discovery/kept_graphs.hpp"
#include "discovery/models/batch_sizes.hpp"
#include "discovery/models/supply.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/discovery.hpp>
#include <cerrado/run/devices.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <vector>

namespace cerrado::discovery {

class RandomCounting {
public:
    struct Search {
        Graph const& graph;
        DiscoveryQuery const& query;
        NullModel model;
        GraphCounter const& counter;
        std::vector<DeviceNumber> const& devices;
        DeviceKind kind;
        TimeLeft const& time;
    };
    // Is given counted graphs, one thread at a time.
    using Take = std::function<void(std::vector<CountedGraph> graphs)>;

    RandomCounting(Search const& search, Take take) : search_(search), take_(std::move(take)) {}

    // Counts the graphs with these numbers, until the run is ended. The given graph took `seconds`.
    void run(std::vector<std::uint32_t> numbers, double seconds, RunOptions const& options);

private:
    // A device, and the random graphs that its threads count.
    struct Source {
        DeviceNumber device;
        std::unique_ptr<GraphSupply> supply;
        std::unique_ptr<std::counting_semaphore<>> places; // of runs at the same time
    };
    struct Counted {
        std::vector<ClassCounts> counts;
        double seconds; // of the run
    };
    using Room = std::unique_ptr<GraphsOnDevice>; // for the graphs of a thread; null if there is none yet

    std::size_t random_graphs() const { return static_cast<std::size_t>(search_.query.random_graphs); }
    std::size_t workers(RunOptions const& options, std::size_t graphs) const;
    Source source(std::size_t i, NumbersLeft& numbers, RunOptions const& options) const;
    BatchSizes::Room room(Source const& source) const;
    void count_some(Source& source, std::size_t given, RunOptions options);
    void give(RandomBatch const& batch, std::vector<ClassCounts> counts);
    // These return nothing if the run is ended before.
    std::optional<Counted> count_here(Source& source, RandomBatch const& batch, RunOptions const& options) const;
    std::optional<Counted> count_there(Source& source, RandomBatch const& batch, Room& there,
                                       RunOptions const& options) const;

    Search const search_;
    Take const take_;
    std::mutex mutex_; // of take_
    BatchSizes sizes_{DeviceKind::host, 1, 1, 0};
    bool stays_on_device_ = false;      // what a device makes
    std::atomic<std::size_t> done_ = 0; // random graphs
};

} // namespace cerrado::discovery
