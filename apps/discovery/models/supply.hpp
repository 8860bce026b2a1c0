// The random graphs of a search: several threads take them, in batches.
#pragma once

#include "discovery/models/random_graphs.hpp"
#include "discovery/models/switched_together.hpp"
#include "library/time_left.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::discovery {

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
    NumbersLeft& numbers; // shared by `devices` supplies
    TimeLeft const& time;
    std::size_t devices;
    std::uint64_t memory; // bytes of this one's device
    bool stays_on_device; // graphs that a device made
};

using OwnModel = std::function<Graph(Graph const& graph, std::uint32_t number)>;

// The device of `options` makes many graphs at a time, if it is no host and the model takes switches. Else each thread
// makes the graphs that it takes. With `own_model` that makes them. Throws InputError if it gives another kind of graph.
// Requires: check_model() refuses no other.
std::unique_ptr<GraphSupply> supply_of(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                                       SupplySource const& source, RunOptions const& options);

} // namespace cerrado::discovery
