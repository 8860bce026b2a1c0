#include "discovery/models/supply.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

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
            throw InputError(fmt::format("DiscoveryQuery::random_graph gave a graph of {}{}, and the graph has {}{}",
                                         counted(own.vertex_count(), "vertex"), is_directed(own) ? " and arcs" : "",
                                         counted(graph_.vertex_count(), "vertex"),
                                         is_directed(graph_) ? " and arcs" : ""));
        }
        return edges_of(own, labels_of(own));
    }

    // Labels of vertices are those of the given graph.
    PatternLabels labels_of(Graph const& own) const {
        PatternLabels labels = PatternLabels::of(own, false, query_.edge_labels);
        if (labels.edge_names == PatternLabels::of(graph_, false, query_.edge_labels).edge_names) return labels;
        throw InputError("DiscoveryQuery::random_graph gave a graph with other labels of edges than the graph has");
    }

    Graph const& graph_;
    RandomGraphQuery const query_;
    OwnModel const own_model_;
    SupplySource const source_;
};

// Threads take from many graphs that the device made.
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
    std::size_t left() const override { return source_.numbers.left() / source_.devices + here_; }

private:
    // Returns: false if the run is ended before.
    bool make_more(RunOptions const& options) {
        made_.reset();
        next_ = 0;
        numbers_ = {};
        // As many at once as all devices together make: a graph's steps come one after the other, so few graphs take as
        // long as many.
        std::size_t const share = (source_.numbers.all() + source_.devices - 1) / source_.devices;
        std::span<std::uint32_t const> const numbers = source_.numbers.take(std::min(maker_.most(), share));
        if (numbers.empty()) return true;
        RunOptions own = source_.time.in(options);
        own.progress = {}; // of the graphs that are counted
        made_ = maker_.make(numbers, own);
        if (!made_) return false;
        numbers_ = numbers;
        here_ = numbers.size();
        return true;
    }

    SupplySource const source_;
    SwitchedTogether const maker_;
    std::mutex mutex_;                       // of what follows
    std::span<std::uint32_t const> numbers_; // of the graphs that were made last
    std::shared_ptr<MadeGraphs> made_;       // these
    std::size_t next_ = 0;                   // of these
    std::atomic<std::size_t> here_ = 0;      // those that nobody has taken
};

} // namespace

std::unique_ptr<GraphSupply> supply_of(Graph const& graph, RandomGraphQuery const& query, OwnModel const& own_model,
                                       SupplySource const& source, RunOptions const& options) {
    constexpr std::uint64_t most_slots = std::uint64_t{1} << 31;
    bool const is_made_on_device = options.device != DeviceKind::host && !own_model && is_switched(query.model) &&
                                   graph.edge_count() > 0 && graph.neighbour_array().size() < most_slots;
    if (is_made_on_device) return std::make_unique<SupplyByDevice>(graph, query, source, options);
    return std::make_unique<SupplyByThreads>(graph, query, own_model, source);
}

} // namespace cerrado::discovery
