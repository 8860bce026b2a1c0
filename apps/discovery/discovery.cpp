// The functions of Cerrado::apps for network motifs.
#include <cerrado/apps/discovery.hpp>

#include "discovery/random_graphs.hpp"
#include "discovery/statistics.hpp"
#include "library/run_together.hpp"
#include "library/time_left.hpp"

#include <cerrado/apps/motif.hpp>
#include <cerrado/core/clock.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace cerrado {

namespace {

using discovery::ClassCounts;

void check(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    if (is_directed(graph) && !query.directed) {
        throw InputError(
            "this graph has directions, which random graphs would keep and the patterns ignore: set directed, "
            "or read the graph without them");
    }
    if (query.random_graphs < 2) {
        throw InputError(fmt::format("{} random graphs: a deviation needs 2 or more", query.random_graphs));
    }
    if (!(query.theta >= 0)) throw InputError(fmt::format("theta {}: give a number of 0 or more", query.theta));
    if (options.roots) throw InputError("network motifs are counted in the whole graph: unset RunOptions::roots");
    if (options.checkpoint.on()) throw InputError("network motifs have no checkpoint: unset it");
}

// One random graph, counted.
struct Counted {
    std::uint32_t number = 0;
    ClassCounts counts;
    std::uint64_t steps = 0, taken = 0;
};

class Search {
public:
    Search(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options)
        : graph_(graph),
          query_(query),
          options_(options),
          time_(options),
          kind_(query.directed ? PatternKind::directed : PatternKind::undirected),
          tables_(TransitionTable::load(query.k, kind_)),
          model_(query.model.value_or(query.directed ? NullModel::mutual : NullModel::degree)) {}

    Discovery run() {
        MotifResult const given = count(graph_, time_.in(options_));
        static_cast<RunResult&>(found_) = given;
        found_.model = model_;
        found_.has_own_model = static_cast<bool>(query_.random_graph);
        if (given.status != Status::complete) return std::move(found_);
        ClassCounts const counts = counts_of(given);
        Stopwatch const counting;
        count_random_graphs();
        found_.seconds.run += counting.seconds(); // random graphs and all
        std::ranges::sort(counted_, {}, &Counted::number);
        compare(counts);
        return std::move(found_);
    }

private:
    MotifResult count(Graph const& graph, RunOptions const& options) const {
        return count_motifs(graph, {.k = query_.k, .directed = query_.directed, .tables = &tables_}, options);
    }
    static ClassCounts counts_of(MotifResult const& result) {
        ClassCounts counts;
        auto const& all = result.of<ByPattern>();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i] != 0) counts.emplace_back(i, all[i]);
        }
        return counts;
    }

    // The host's threads share the random graphs: there are many, and each is small work. On a GPU few of them count at the
    // same time, since each run takes a tenth of its memory.
    void count_random_graphs() {
        constexpr int most_on_a_device = 4;
        bool const is_cuda = resolve_device(options_.device) == DeviceKind::cuda;
        int threads = options_.threads > 0 ? options_.threads : hardware_threads();
        if (is_cuda) threads = std::min(threads, most_on_a_device);
        RunOptions own = time_.in(options_);
        if (!is_cuda) own.threads = 1;
        run_together(static_cast<std::size_t>(std::min(threads, query_.random_graphs)), own,
                     [&](std::size_t thread, RunOptions const& options) { count_some(thread, options); });
    }
    void count_some(std::size_t thread, RunOptions options) {
        std::function<void(Progress const&)> const told = std::exchange(options.progress, {});
        Progress progress;
        progress.roots_given = thread == 0 ? static_cast<std::uint64_t>(query_.random_graphs) : 0; // of all threads
        while (!options.interrupt->load() && time_.set(options)) {
            std::uint32_t const number = next_++;
            if (number >= static_cast<std::uint32_t>(query_.random_graphs)) return;
            if (!count_one(number, options)) return;
            ++progress.roots_done;
            progress.share = static_cast<double>(number + 1) / query_.random_graphs;
            progress.seconds = time_.spent();
            if (told) told(progress);
        }
    }
    // Returns: whether it was counted whole.
    bool count_one(std::uint32_t number, RunOptions const& options) {
        Counted one{number, {}, 0, 0};
        RandomGraph random;
        if (query_.random_graph) {
            random.graph = query_.random_graph(graph_, number);
        } else {
            auto const goes_on = [&] { return !options.interrupt->load() && !time_.is_over(); };
            RandomGraphQuery const query{model_, query_.switches, query_.seed, number};
            std::optional<RandomGraph> made = discovery::random_graph_while(graph_, query, goes_on);
            if (!made) return false;
            random = std::move(*made);
        }
        MotifResult const result = count(random.graph, options);
        if (result.status != Status::complete) return false;
        one.counts = counts_of(result);
        one.steps = random.steps;
        one.taken = random.taken;
        std::lock_guard const lock(mutex_);
        counted_.push_back(std::move(one));
        return true;
    }

    void compare(ClassCounts const& given) {
        found_.counted = static_cast<int>(counted_.size());
        if (found_.counted < query_.random_graphs) {
            bool const is_interrupted = options_.interrupt != nullptr && options_.interrupt->load();
            found_.status = is_interrupted ? Status::interrupted : Status::deadline;
        }
        std::vector<ClassCounts> random;
        for (Counted& one : counted_) {
            found_.steps += one.steps;
            found_.taken += one.taken;
            found_.numbers.push_back(one.number);
            random.push_back(std::move(one.counts));
        }
        if (random.size() < 2) return;
        found_.classes = discovery::statistics_of(given, random, query_);
        for (ClassStatistics& row : found_.classes) {
            row.canonical = tables_.representatives(query_.k)[row.class_number];
            row.pattern = describe_canonical(kind_, query_.k, row.canonical);
        }
        for (ClassCounts const& counts : random) found_.random.push_back(by_row(counts));
    }
    std::vector<WideCount> by_row(ClassCounts const& counts) const {
        std::vector<WideCount> rows(found_.classes.size());
        for (auto const& [number, count] : counts) {
            auto const place = std::ranges::lower_bound(found_.classes, number, {}, &ClassStatistics::class_number);
            rows[static_cast<std::size_t>(place - found_.classes.begin())] = count;
        }
        return rows;
    }

    Graph const& graph_;
    DiscoveryQuery const& query_;
    RunOptions const& options_;
    TimeLeft const time_;
    PatternKind const kind_;
    TransitionTable const tables_;
    NullModel const model_;
    std::atomic<std::uint32_t> next_ = 0; // random graph
    std::mutex mutex_;                    // of what follows, while random graphs are counted
    std::vector<Counted> counted_;
    Discovery found_;
};

} // namespace

Discovery discover(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    check(graph, query, options);
    return Search(graph, query, options).run();
}

} // namespace cerrado
