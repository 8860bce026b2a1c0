// The functions of Cerrado::apps for network motifs.
#include <cerrado/apps/discovery.hpp>

#include "discovery/classes/given_patterns.hpp"
#include "discovery/classes/statistics.hpp"
#include "discovery/graph_counter.hpp"
#include "discovery/kept_graphs.hpp"
#include "discovery/query_check.hpp"
#include "discovery/random_counting.hpp"
#include "library/on_devices.hpp"
#include "library/time_left.hpp"

#include <cerrado/core/clock.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/codes/by_arc_code.hpp>
#include <cerrado/output/codes/by_code.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace cerrado {

namespace {

using discovery::ClassCounts;
using discovery::CountedGraph;
using discovery::RandomEdges;

class Search {
public:
    Search(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options)
        : graph_(graph),
          query_(query),
          options_(options),
          time_(options),
          kind_(query.directed ? PatternKind::directed : PatternKind::undirected),
          devices_(devices_of(query.devices, options)),
          device_(resolve_device(kind_of(query.devices, options.device))),
          counter_(graph, query, device_, options.threads > 0 ? options.threads : hardware_threads()),
          patterns_(query.patterns, kind_, query.k, query.edge_induced,
                    [this](Pattern const& pattern) { return counter_.form_of(pattern); }),
          model_(query.model.value_or(query.directed ? NullModel::mutual : NullModel::degree)),
          kept_(graph, query, model_, options.checkpoint) {}

    Discovery run() {
        if (!query_.random_graph) discovery::check_model(graph_, random_graph_query(query_, model_, 0));
        start_all(devices_, device_);
        if (auto kept = kept_.read()) {
            counted_ = std::move(*kept);
        } else if (!count_given()) {
            return found();
        }
        before_ = counted_.run.seconds.run;
        count_random_graphs();
        tell_seconds(); // random graphs and all
        std::ranges::sort(counted_.random, {}, &CountedGraph::number);
        kept_.write(counted_);
        compare();
        return found();
    }

private:
    Discovery found() {
        static_cast<RunResult&>(found_) = counted_.run;
        if (found_.status == Status::complete && found_.counted < query_.random_graphs) found_.status = why_stopped();
        if (devices_.size() > 1) found_.device.name = fmt::format("{} x {}", devices_.size(), found_.device.name);
        found_.model = model_;
        found_.has_own_model = static_cast<bool>(query_.random_graph);
        return std::move(found_);
    }
    // A sample is taken several times, which tells how far its numbers may be off.
    // Returns: whether it was counted whole.
    bool count_given() {
        constexpr std::size_t samples = 10;
        DeviceScope const scope(devices_.front());
        std::vector<RandomEdges> const copies(query_.sample.empty() ? 1 : samples,
                                              discovery::edges_of(graph_, counter_.labels()));
        std::vector<std::uint32_t> numbers; // which no random graph has
        for (std::uint32_t i = 0; i < copies.size(); ++i) numbers.push_back(~i);
        Graph const together = counter_.side_by_side(copies);
        counted_.run = counter_.count(together, numbers, own_options(), counted_.given);
        counted_.run.of<ByPattern>().clear();
        counted_.run.of<ByArcCode>() = {};
        counted_.run.of<ByCode>() = {};
        if (!query_.sample.empty()) counted_.run.count = estimate(counted_.run.count, copies.size());
        return counted_.run.status == Status::complete;
    }
    WideCount estimate(WideCount drawn, std::size_t samples) const {
        double count = static_cast<double>(drawn) / static_cast<double>(samples);
        for (double const probability : query_.sample) count /= probability;
        return static_cast<WideCount>(std::round(count));
    }
    void tell_seconds() { counted_.run.seconds.run = before_ + counting_.seconds(); }
    Status why_stopped() const {
        bool const is_interrupted = options_.interrupt != nullptr && options_.interrupt->load();
        return is_interrupted ? Status::interrupted : Status::deadline;
    }

    // A run on a GPU would end with few jobs, those of the paths through pairs of hubs: workers give of them. For smaller
    // patterns that costs more than it saves.
    bool has_long_jobs() const {
        constexpr int least = 6;
        return device_ == DeviceKind::cuda && query_.k >= least;
    }
    RunOptions own_options() const {
        RunOptions own = time_.in(options_);
        own.device = device_;
        own.checkpoint = {};
        if (own.balance.mechanism == BalanceMechanism::none && has_long_jobs()) {
            own.balance.mechanism = BalanceMechanism::share;
        }
        return own;
    }

    void count_random_graphs() {
        counting_ = {};
        discovery::RandomCounting counting({graph_, query_, model_, counter_, devices_, device_, time_},
                                           [this](std::vector<CountedGraph> graphs) { keep(std::move(graphs)); });
        counting.run(numbers_to_count(), counted_.run.seconds.run, own_options());
    }
    void keep(std::vector<CountedGraph> graphs) {
        for (CountedGraph& graph : graphs) counted_.random.push_back(std::move(graph));
        if (!kept_.is_due()) return;
        tell_seconds();
        kept_.write(counted_);
    }
    // Those that are still to be counted.
    std::vector<std::uint32_t> numbers_to_count() const {
        std::vector<bool> is_counted(static_cast<std::size_t>(query_.random_graphs));
        for (CountedGraph const& graph : counted_.random) is_counted[graph.number] = true;
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t number = 0; number < is_counted.size(); ++number) {
            if (!is_counted[number]) numbers.push_back(number);
        }
        return numbers;
    }

    void compare() {
        found_.counted = static_cast<int>(counted_.random.size());
        std::vector<ClassCounts> random;
        for (CountedGraph& one : counted_.random) {
            found_.steps += one.steps;
            found_.taken += one.taken;
            if (!one.is_near) ++found_.far;
            found_.numbers.push_back(one.number);
            random.push_back(asked_for(std::move(one.counts)));
        }
        if (random.size() < 2) return;
        std::vector<ClassCounts> given;
        for (ClassCounts& counts : counted_.given) given.push_back(asked_for(std::move(counts)));
        found_.classes = discovery::statistics_of(given, random, query_);
        for (ClassStatistics& row : found_.classes) {
            counter_.describe(
                patterns_.size() > 0 ? patterns_.canonical(row.class_number) : counter_.form(row.class_number), row);
        }
        if (!query_.keep_counts) return;
        for (ClassCounts const& counts : random) found_.random.push_back(by_row(counts));
    }
    // By class, or by the patterns that were given.
    ClassCounts asked_for(ClassCounts classes) {
        if (patterns_.size() == 0) return classes;
        return patterns_.counts_of(classes, [this](PatternWord number) { return counter_.form(number); });
    }
    std::vector<WideCount> by_row(ClassCounts const& counts) const {
        std::vector<WideCount> rows(found_.classes.size());
        std::size_t row = 0;
        for (auto const& [number, count] : counts) {
            while (found_.classes[row].class_number != number) ++row;
            rows[row] = count;
        }
        return rows;
    }

    Graph const& graph_;
    DiscoveryQuery const& query_;
    RunOptions const& options_;
    TimeLeft const time_;
    PatternKind const kind_;
    std::vector<DeviceNumber> const devices_;
    DeviceKind const device_;
    discovery::GraphCounter const counter_;
    discovery::GivenPatterns patterns_;
    NullModel const model_;
    Stopwatch counting_;
    double before_ = 0; // seconds of the given graph
    discovery::KeptGraphs kept_;
    discovery::CountedGraphs counted_;
    Discovery found_;
};

} // namespace

RandomGraphQuery random_graph_query(DiscoveryQuery const& query, NullModel model, std::uint32_t number) {
    return {.model = model,
            .switches = query.switches,
            .seed = query.seed,
            .number = number,
            .labels = query.labels,
            .edge_labels = query.edge_labels,
            .free_labels = query.free_labels};
}

Discovery discover(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    discovery::check_query(graph, query, options);
    return Search(graph, query, options).run();
}

} // namespace cerrado
