// The library's functions for network motifs.
#include "discovery/given_patterns.hpp"
#include "discovery/graph_counter.hpp"
#include "discovery/random_counting.hpp"
#include "discovery/statistics.hpp"
#include "library/form.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/discovery.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/detail/codes/by_arc_code.hpp>
#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/run/detail/many/shared_run.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace cerrado::discovery {

SmallRows::SmallRows(PatternKind kind, int k, PatternWord graph) {
    for (int v = 0; v < k; ++v) {
        for (int u = 0; u < k; ++u) {
            bool const is_there = kind == PatternKind::directed ? has_arc(graph, v, u)
                                                                : adjacent(static_cast<std::uint64_t>(graph), v, u);
            if (!is_there) continue;
            out[v] |= Row{1} << u;
            in[u] |= Row{1} << v;
        }
    }
}

// The next vertex is the one with the most edges to earlier vertices.
PatternCopies::PatternCopies(Pattern const& pattern) {
    auto const has_edge = [&](int from, int to) {
        return ((pattern.edges(from) | pattern.arcs_from(from)) & Pattern::bit(to)) != 0;
    };
    std::vector<Restriction> const restrictions = automorphisms(pattern.meaning(false)).restrictions;
    Pattern::Vertices before = 0;
    auto const edges_before = [&](int v) { return std::popcount(pattern.neighbours(v) & before); };
    while (static_cast<int>(steps_.size()) < pattern.size()) {
        int next = -1;
        for (int v = 0; v < pattern.size(); ++v) {
            if ((before & Pattern::bit(v)) == 0 && (next < 0 || edges_before(v) > edges_before(next))) next = v;
        }
        Step step{next, {}, {}, {}, {}};
        for (Step const& one : steps_) {
            if (has_edge(one.vertex, next)) step.from.push_back(one.vertex);
            if (has_edge(next, one.vertex)) step.to.push_back(one.vertex);
        }
        for (Restriction const& one : restrictions) {
            if (one.high == next && (before & Pattern::bit(one.low)) != 0) step.above.push_back(one.low);
            if (one.low == next && (before & Pattern::bit(one.high)) != 0) step.below.push_back(one.high);
        }
        steps_.push_back(std::move(step));
        before |= Pattern::bit(next);
    }
}

Count PatternCopies::from(SmallRows const& graph, std::size_t step, Images images, SmallRows::Row taken) const {
    constexpr SmallRows::Row one = 1;
    Step const& here = steps_[step];
    SmallRows::Row open = ((one << steps_.size()) - 1) & ~taken;
    for (int const u : here.from) open &= graph.out[images[u]];
    for (int const u : here.to) open &= graph.in[images[u]];
    for (int const u : here.above) open &= ~((one << images[u]) - 1);
    for (int const u : here.below) open &= (one << images[u]) - 1;
    if (step + 1 == steps_.size()) return static_cast<Count>(std::popcount(open));
    Count copies = 0;
    for (; open != 0; open &= open - 1) {
        images[here.vertex] = std::countr_zero(open);
        copies += from(graph, step + 1, images, taken | one << images[here.vertex]);
    }
    return copies;
}

namespace {

std::optional<PatternWord> form_of(Pattern const& pattern, PatternKind kind) {
    if (kind == PatternKind::directed) {
        std::optional<PatternWord> const arcs = arcs_of(pattern);
        if (!arcs) return std::nullopt;
        return canonical_arcs(pattern.size(), *arcs).arcs;
    }
    std::optional<CanonicalForm> const form = canonical_form(pattern);
    if (!form) return std::nullopt;
    return form->adjacency;
}

} // namespace

PatternWord plain_form(Pattern const& pattern, PatternKind kind) {
    std::optional<PatternWord> const form = form_of(pattern, kind);
    if (form) return *form;
    throw InputError(kind == PatternKind::directed
                         ? "a pattern in a search for motifs of a directed graph has arcs alone: write it as 0>1,1>2"
                         : "a pattern in a search for motifs has edges alone, without arcs, labels or pairs that must "
                           "not be joined: write it as 0-1,1-2");
}

GivenPatterns::GivenPatterns(std::vector<Pattern> const& patterns, PatternKind kind, int k, bool edge_induced,
                             FormOf const& form_of)
    : kind_(kind),
      k_(k),
      edge_induced_(edge_induced) {
    for (Pattern const& pattern : patterns) {
        if (pattern.size() != k) {
            throw InputError(
                fmt::format("one search cannot take patterns of {} and of {} vertices: give patterns of one size", k,
                            pattern.size()));
        }
        pattern.require_connected();
        PatternWord const form = form_of(pattern);
        if (std::ranges::find(forms_, form) != forms_.end()) {
            throw InputError(fmt::format("pattern {} is given twice: give each pattern once", forms_.size() + 1));
        }
        forms_.push_back(form);
        if (edge_induced) copies_.emplace_back(pattern);
    }
}

std::vector<Count> const& GivenPatterns::copies_in(PatternWord form) {
    auto const [place, is_new] = copies_in_.try_emplace(form);
    if (!is_new) return place->second;
    if (!edge_induced_) {
        for (PatternWord const one : forms_) place->second.push_back(one == form ? 1 : 0);
        return place->second;
    }
    SmallRows const rows(kind_, k_, form);
    for (PatternCopies const& copies : copies_) place->second.push_back(copies.in(rows));
    return place->second;
}

ClassCounts GivenPatterns::counts_of(ClassCounts const& classes,
                                     std::function<PatternWord(PatternWord)> const& canonical) {
    ClassCounts counts;
    for (std::size_t pattern = 0; pattern < size(); ++pattern) counts.emplace_back(pattern, 0);
    for (auto const& [number, count] : classes) {
        std::vector<Count> const& copies = copies_in(canonical(number));
        for (std::size_t pattern = 0; pattern < size(); ++pattern) {
            WideCount& sum = counts[pattern].second;
            if (copies[pattern] != 0 && count > (~WideCount{0} - sum) / copies[pattern]) {
                throw InputError("the graph has more subgraphs than 128 bits can count: give smaller patterns");
            }
            sum += copies[pattern] * count;
        }
    }
    return counts;
}

namespace {

// The numbers of a graph that are not 0, by row.
using Values = std::vector<std::pair<std::size_t, double>>;

struct Row {
    ClassStatistics of;
    double squares = 0, cubes = 0;   // sums over the differences from the mean
    std::size_t present = 0;         // random graphs that have the pattern
    std::size_t over = 0, under = 0; // random graphs with at least, and at most, as many as the graph
};

double sum_of(ClassCounts const& counts) {
    double sum = 0;
    for (auto const& [number, count] : counts) sum += static_cast<double>(count);
    return sum;
}

class Table {
public:
    Table(std::vector<ClassCounts> const& given, std::vector<ClassCounts> const& random, DiscoveryQuery const& query)
        : query_(query),
          graphs_(static_cast<double>(random.size())) {
        for (double const probability : query.sample) scale_ /= probability;
        for (ClassCounts const& counts : given) add_rows(counts);
        for (ClassCounts const& counts : random) add_rows(counts);
        rows_.resize(numbers_.size());
        if (query.sample.empty()) {
            set_values(given.front());
        } else {
            set_estimates(given);
        }
        for (ClassCounts const& counts : random) random_.push_back(values_of(counts));
    }

    std::vector<ClassStatistics> made() {
        find_moments();
        compare();
        adjust_by_rank();
        adjust_together();
        find_profile();
        std::vector<ClassStatistics> result;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            rows_[row].of.class_number = numbers_[row];
            result.push_back(std::move(rows_[row].of));
        }
        return result;
    }

private:
    void add_rows(ClassCounts const& counts) {
        auto const before = static_cast<std::ptrdiff_t>(numbers_.size());
        for (auto const& [number, count] : counts) numbers_.push_back(number);
        std::inplace_merge(numbers_.begin(), numbers_.begin() + before, numbers_.end());
        numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    }
    void set_values(ClassCounts const& given) {
        Values const values = values_of(given);
        for (std::size_t i = 0; i < given.size(); ++i) {
            rows_[values[i].first].of.count = given[i].second;
            rows_[values[i].first].of.value = values[i].second;
        }
    }
    // Sets the mean of several samples, and its standard error.
    void set_estimates(std::vector<ClassCounts> const& samples) {
        auto const count = static_cast<double>(samples.size());
        std::vector<double> counts(rows_.size()), squares(rows_.size()), absent(rows_.size(), count);
        std::vector<Values> values;
        for (ClassCounts const& sample : samples) {
            values.push_back(values_of(sample));
            for (std::size_t i = 0; i < sample.size(); ++i) {
                auto const [row, value] = values.back()[i];
                rows_[row].of.value += value / count;
                counts[row] += static_cast<double>(sample[i].second) * scale_ / count;
            }
        }
        for (Values const& of_sample : values) {
            for (auto const& [row, value] : of_sample) {
                squares[row] += (value - rows_[row].of.value) * (value - rows_[row].of.value);
                --absent[row];
            }
        }
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            ClassStatistics& of = rows_[row].of;
            double const sum = squares[row] + absent[row] * of.value * of.value;
            of.error = std::sqrt(sum / (count - 1) / count);
            of.count = static_cast<WideCount>(std::round(counts[row]));
        }
    }
    Values values_of(ClassCounts const& counts) const {
        bool const is_share = query_.statistic == DiscoveryStatistic::concentration;
        double const divisor = is_share ? std::max(1.0, sum_of(counts)) : 1 / scale_;
        Values values;
        std::size_t row = 0;
        for (auto const& [number, count] : counts) {
            while (numbers_[row] != number) ++row;
            values.emplace_back(row, static_cast<double>(count) / divisor);
        }
        return values;
    }

    void find_moments() {
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) rows_[row].of.mean += value / graphs_;
        }
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) {
                double const off = value - rows_[row].of.mean;
                rows_[row].squares += off * off;
                rows_[row].cubes += off * off * off;
                ++rows_[row].present;
            }
        }
        for (Row& row : rows_) {
            double const absent = graphs_ - static_cast<double>(row.present), mean = row.of.mean;
            row.squares += absent * mean * mean;
            row.cubes -= absent * mean * mean * mean;
            row.of.deviation = std::sqrt(row.squares / (graphs_ - 1));
            if (is_constant(row)) row.of.deviation = 0;
            if (row.of.deviation == 0) continue;
            row.of.z = (row.of.value - mean) / row.of.deviation;
            row.of.skew = row.cubes / graphs_ / std::pow(row.squares / graphs_, 1.5);
            double const excess = row.of.value - mean;
            row.of.is_motif = excess >= query_.theta * row.of.deviation && excess >= query_.min_excess * mean &&
                              row.of.count >= query_.min_count;
        }
    }
    // The mean of equal numbers may differ from them in its last bits.
    static bool is_constant(Row const& row) { return row.of.deviation <= 1e-12 * std::abs(row.of.mean); }

    void compare() {
        for (Values const& values : random_) {
            for (auto const& [row, value] : values) {
                rows_[row].over += value >= rows_[row].of.value ? 1 : 0;
                rows_[row].under += value <= rows_[row].of.value ? 1 : 0;
            }
        }
        for (Row& row : rows_) {
            double const absent = graphs_ - static_cast<double>(row.present); // random graphs without the pattern
            double const over = static_cast<double>(row.over) + (row.of.value == 0 ? absent : 0);
            row.of.p_over = (1 + over) / (graphs_ + 1);
            row.of.p_under = (1 + static_cast<double>(row.under) + absent) / (graphs_ + 1);
        }
    }

    // Benjamini and Hochberg, J. R. Stat. Soc. B 57, 1995: q is p times the number of rows, divided by the rank of p,
    // and at most the q of the next rank.
    void adjust_by_rank() {
        std::vector<std::size_t> order(rows_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t row) { return rows_[row].of.p_over; });
        double least = 1;
        for (std::size_t rank = order.size(); rank > 0; --rank) {
            ClassStatistics& of = rows_[order[rank - 1]].of;
            least = std::min(least, of.p_over * static_cast<double>(rows_.size()) / static_cast<double>(rank));
            of.q_over = least;
        }
    }

    // Westfall and Young, Resampling-Based Multiple Testing, 1993: compares with the largest z of each random graph.
    // Counts of classes can add up to a constant, so different rows have the same z. Rounding must not separate these
    // rows, so a z counts as equally large if the difference can be a rounding error.
    void adjust_together() {
        std::vector<double> largest;
        for (Values const& values : random_) largest.push_back(largest_z(values));
        std::ranges::sort(largest);
        for (Row& row : rows_) {
            if (!row.of.z) continue;
            double const least = *row.of.z - rounding_of(row.of, *row.of.z);
            auto const as_large = largest.end() - std::ranges::lower_bound(largest, least);
            row.of.p_of_all = (1 + static_cast<double>(as_large)) / (graphs_ + 1);
        }
    }
    // Returns: a bound of the rounding error of z. The mean and the squares for the deviation are sums with a term for
    // each graph. Their relative error grows with the number of terms. The error of z grows with the ratio of mean to
    // deviation.
    double rounding_of(ClassStatistics const& of, double z) const {
        double const of_sum = (graphs_ + 4) * std::numeric_limits<double>::epsilon();
        return 3 * of_sum * (1 + std::abs(z)) * (1 + std::abs(of.mean) / of.deviation);
    }
    // Returns: the largest z of a random graph, with the largest rounding error added.
    double largest_z(Values const& values) const {
        double largest = -std::numeric_limits<double>::infinity();
        for (auto const& [row, value] : values) largest = std::max(largest, z_of(row, value));
        if (largest >= 0) return largest; // a pattern that is absent has no z above 0
        std::size_t next = 0;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            bool const is_there = next < values.size() && values[next].first == row;
            if (is_there) {
                ++next;
            } else {
                largest = std::max(largest, z_of(row, 0));
            }
        }
        return largest;
    }
    double z_of(std::size_t row, double value) const {
        ClassStatistics const& of = rows_[row].of;
        if (of.deviation == 0) return -std::numeric_limits<double>::infinity();
        double const z = (value - of.mean) / of.deviation;
        return z + rounding_of(of, z);
    }

    void find_profile() {
        double squares = 0;
        for (Row const& row : rows_) squares += row.of.z ? *row.of.z * *row.of.z : 0;
        if (squares == 0) return;
        for (Row& row : rows_) {
            if (row.of.z) row.of.profile = *row.of.z / std::sqrt(squares);
        }
    }

    DiscoveryQuery const& query_;
    double const graphs_;
    double scale_ = 1;                 // the factor for the counts of a sample
    std::vector<PatternWord> numbers_; // numbers of classes, by row
    std::vector<Row> rows_;
    std::vector<Values> random_;
};

} // namespace

std::vector<ClassStatistics> statistics_of(std::vector<ClassCounts> const& given,
                                           std::vector<ClassCounts> const& random, DiscoveryQuery const& query) {
    return Table(given, random, query).made();
}

// Refuses queries that a search for network motifs cannot answer.

namespace {

constexpr double least_probability = 1e-6; // the least probability in a sample

void check_sample(DiscoveryQuery const& query) {
    if (query.sample.empty()) return;
    bool const are_probabilities =
        std::ranges::all_of(query.sample, [](double p) { return p >= least_probability && p <= 1; });
    if (query.sample.size() == static_cast<std::size_t>(query.k) && are_probabilities) return;
    throw InputError(fmt::format(
        "a sample of patterns of {} vertices needs {} probabilities from {:g} to 1, and got {}", query.k, query.k,
        least_probability, are_probabilities ? fmt::to_string(query.sample.size()) : "other numbers"));
}

// Throws InputError as discover() does, for all errors that can be found without the graph's edges.
void check_query(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    if (is_directed(graph) && !query.directed) {
        throw InputError(
            "this graph has directions, and the patterns have none: set directed, or read the graph without "
            "directions");
    }
    if (query.model == NullModel::triads && query.k == 3) {
        throw InputError(
            "the null model triads keeps the counts of patterns of 3 vertices: take larger patterns, or the model "
            "mutual");
    }
    if (query.random_graphs < 2) {
        throw InputError(
            fmt::format("{} random graphs are too few for a standard deviation: take 2 or more", query.random_graphs));
    }
    if (query.edge_induced && query.patterns.empty()) {
        throw InputError(
            "edge-induced subgraphs are counted for given patterns only: give patterns, or count induced subgraphs");
    }
    if (query.edge_induced && (query.labels || query.edge_labels || !query.sample.empty())) {
        throw InputError(
            "edge-induced subgraphs cannot be counted with labels or samples: leave these out, or count induced "
            "subgraphs");
    }
    check_sample(query);
    if (!query.patterns.empty() && query.statistic == DiscoveryStatistic::concentration) {
        throw InputError(
            "a concentration is the share of a pattern among all patterns, and needs their counts: compare counts, or "
            "give no patterns");
    }
    if (!(query.theta >= 0)) throw InputError(fmt::format("theta is {}: give a number of 0 or more", query.theta));
    if (!(query.min_excess >= 0)) {
        throw InputError(fmt::format("min_excess is {}: give a number of 0 or more", query.min_excess));
    }
    if (options.roots)
        throw InputError(
            "network motifs are counted in the whole graph, and roots were given: unset RunOptions::roots");
}

} // namespace

} // namespace cerrado::discovery

namespace cerrado {

// Turns the pattern of a search's row into a pattern for a match.

Pattern pattern_of(ClassStatistics const& row, bool directed, std::string const& no_label) {
    auto const& edges = row.pattern.edges;
    auto const text = [&](std::string const& label) { return label.empty() ? no_label : label; };
    int size = 0;
    for (auto const& [from, to] : edges) size = std::max({size, from + 1, to + 1});
    Pattern pattern(size);
    for (std::size_t v = 0; v < row.labels.size(); ++v) {
        if (!text(row.labels[v]).empty()) pattern.label(static_cast<int>(v), {text(row.labels[v])});
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        auto const [from, to] = edges[i];
        std::string const label = row.edge_labels.empty() ? "" : text(row.edge_labels[i]);
        if (directed) {
            pattern.require_arc(from, to);
            if (!label.empty()) pattern.label_arc(from, to, label);
            if (std::ranges::find(edges, std::pair(to, from)) == edges.end()) pattern.forbid_arc(to, from);
        } else {
            pattern.require_edge(from, to);
            if (!label.empty()) pattern.label_edge(from, to, label);
        }
    }
    return pattern;
}

namespace {

using discovery::ClassCounts;
using discovery::CountedGraph;
using discovery::RandomEdges;

// The random graphs follow from this text and the graph.
CheckpointSubject subject_of(Graph const& graph, DiscoveryQuery const& query, NullModel model, std::string key) {
    CheckpointSubject subject;
    subject.application =
        fmt::format("discover, {} patterns, null model {}, {} switches, seed {}", query.directed ? "directed" : "plain",
                    query.random_graph ? "of one's own" : name_of(model), query.switches.value(), query.seed);
    if (query.labels || query.edge_labels) {
        subject.application += fmt::format(", labels{}{}{}", query.labels ? " of vertices" : "",
                                           query.edge_labels ? " of edges" : "", query.free_labels ? ", free" : "");
    }
    char const* before = ", sample ";
    for (double const probability : query.sample) {
        subject.application += fmt::format("{}{}", std::exchange(before, ","), probability);
    }
    subject.key = std::move(key);
    subject.k = query.k;
    subject.vertices = graph.vertex_count();
    subject.entries = graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(graph);
    return subject;
}

class Search {
public:
    Search(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options)
        : graph_(graph),
          query_(query),
          options_(options),
          time_(options),
          kind_(query.directed ? PatternKind::directed : PatternKind::undirected),
          counter_(counter_on(first_device(options))),
          patterns_(query.patterns, kind_, query.k, query.edge_induced,
                    [this](Pattern const& pattern) { return counter_.form_of(pattern); }),
          model_(*query.model) {}

    Discovery run() {
        if (!query_.random_graph) discovery::check_model(graph_, random_graph_query(query_, model_, 0));
        if (options_.checkpoint.on() && query_.random_graph && options_.checkpoint.key.empty()) {
            throw InputError(
                "a checkpoint cannot tell one function random_graph from another: set the key of the checkpoint");
        }
        RunResult const run = run_numbered(
            options_, policy_of(options_),
            {.what = fmt::format("{} random graphs of a search, seed {}", query_.random_graphs, query_.seed),
             .job = "random graph",
             .count = static_cast<std::uint64_t>(query_.random_graphs),
             .subject = [this] { return subject_of(graph_, query_, model_, options_.checkpoint.key); },
             .on_device = [this](RunOptions const& own) { return worker_on(own); },
             .take = [this](std::string const& gift) { take(gift); }});
        if (given_.empty()) { // the run ended before the graph was counted
            static_cast<RunResult&>(found_) = run;
        } else {
            found_.status = run.status;
            found_.seconds = run.seconds; // those of the given graph may be of an earlier process
            if (!run.device.kind.empty()) found_.device = run.device;
            found_.devices = run.devices;
            std::ranges::sort(random_, {}, &CountedGraph::number);
            if (options_.checkpoint.part.is_whole()) compare();
        }
        if (!options_.checkpoint.part.is_whole()) found_.roots = run.roots; // a part reports nothing else
        found_.model = model_;
        found_.switches = *query_.switches;
        found_.has_own_model = static_cast<bool>(query_.random_graph);
        return std::move(found_);
    }

private:
    using Numbers = std::vector<std::uint32_t>;

    // A GPU makes all graphs of its share at the same time, in hardly more time than a few of them. Other devices take
    // some graphs when they are done with the last ones. No device is asked to end early: the graphs that it was making
    // would be lost.
    static DealPolicy policy_of(RunOptions const& options) {
        auto const is_gpu = [](DeviceName const& one) { return one.kind == DeviceKind::cuda; };
        bool const are_gpus = first_device(options) == DeviceKind::cuda && std::ranges::all_of(options.devices, is_gpu);
        return are_gpus ? DealPolicy::even : DealPolicy::guided;
    }

    static DeviceKind first_device(RunOptions const& options) {
        return resolve_device(options.devices.empty() ? options.device : options.devices.front().kind);
    }
    int threads_of_device() const {
        int const all = options_.threads > 0 ? options_.threads : hardware_threads();
        return std::max(1, all / static_cast<int>(std::max<std::size_t>(1, options_.devices.size())));
    }
    // Returns: the counter that the devices of this kind share.
    discovery::GraphCounter const& counter_on(DeviceKind kind) {
        std::lock_guard const lock(mutex_);
        auto& counter = counters_[kind];
        if (!counter) counter = std::make_unique<discovery::GraphCounter>(graph_, query_, kind, threads_of_device());
        return *counter;
    }

    // The work of one device. It counts the given graph if no device or checkpoint has done so. The time tells how many
    // random graphs can be counted together.
    NumberedJobs::Worker worker_on(RunOptions const& options) {
        discovery::GraphCounter const& counter = counter_on(options.device);
        auto const run = [this, &counter](std::vector<JobRange> const& jobs, RunOptions const& asked, RunResult& result,
                                          NumberedJobs::Done const& done) {
            RunOptions own = own_options(asked);
            if (!is_given_counted_) {
                auto const progress = std::exchange(own.progress, {});
                std::vector<ClassCounts> counts;
                result = count_given(counter, own, counts);
                if (result.status != Status::complete) return;
                done({}, gift_of(result, counts));
                own.progress = progress;
            }
            count_some(counter, jobs, seconds_of_given_, own, result, done);
        };
        constexpr std::uint64_t on_a_gpu = 64; // fewer graphs take as long
        return {options.device == DeviceKind::cuda ? on_a_gpu : 1, run};
    }
    // Counts the given graph. Samples are taken several times, to estimate the error of their numbers.
    RunResult count_given(discovery::GraphCounter const& counter, RunOptions const& options,
                          std::vector<ClassCounts>& counts) const {
        constexpr std::size_t samples = 10;
        std::vector<RandomEdges> const copies(query_.sample.empty() ? 1 : samples,
                                              discovery::edges_of(graph_, counter.labels()));
        Numbers numbers; // numbers that no random graph has
        for (std::uint32_t i = 0; i < copies.size(); ++i) numbers.push_back(~i);
        Graph const together = counter.side_by_side(copies);
        RunResult run = counter.count(together, numbers, options, counts);
        run.of<ByPattern>().clear();
        run.of<ByArcCode>() = {};
        run.of<ByCode>() = {};
        if (!query_.sample.empty()) run.count = estimate(run.count, copies.size());
        return run;
    }
    WideCount estimate(WideCount drawn, std::size_t samples) const {
        double count = static_cast<double>(drawn) / static_cast<double>(samples);
        for (double const probability : query_.sample) count /= probability;
        return static_cast<WideCount>(std::round(count));
    }

    // A run on a GPU would end with few long jobs, namely paths through pairs of hubs. Therefore workers share their
    // work. For smaller patterns sharing costs more than it saves.
    bool has_long_jobs() const {
        constexpr int least = 6;
        return query_.k >= least;
    }
    RunOptions own_options(RunOptions const& options) const {
        RunOptions const own = time_.in(options);
        return has_long_jobs() ? balanced(own) : own;
    }

    void count_some(discovery::GraphCounter const& counter, std::vector<JobRange> const& jobs, double seconds,
                    RunOptions const& options, RunResult& result, NumberedJobs::Done const& done) {
        Numbers numbers;
        for (JobRange const& range : jobs) {
            for (std::uint64_t i = 0; i < range.count; ++i)
                numbers.push_back(static_cast<std::uint32_t>(range.first + i));
        }
        RunOptions own = options;
        own.threads = threads_of_device();
        auto const give = [&](std::vector<CountedGraph> const& graphs) {
            for (CountedGraph const& graph : graphs) done({graph.number, 1}, gift_of(graph));
        };
        Stopwatch const watch;
        std::size_t const all = numbers.size();
        std::size_t const counted =
            discovery::RandomCounting({graph_, query_, model_, counter, options.device, time_}, give)
                .run(std::move(numbers), seconds, own);
        result.seconds.run += watch.seconds();
        if (counted < all) result.status = time_.is_over() ? Status::deadline : Status::interrupted;
    }

    // The bytes that a checkpoint keeps and another process gets, about the given graph or a random graph.
    static std::string gift_of(RunResult const& run, std::vector<ClassCounts> const& samples) {
        ByteWriter to;
        to.put(true);
        write_result(to, run);
        to.put(static_cast<std::uint64_t>(samples.size()));
        for (ClassCounts const& counts : samples) discovery::put(to, counts);
        return to.bytes();
    }
    static std::string gift_of(CountedGraph const& graph) {
        ByteWriter to;
        to.put(false);
        discovery::put(to, graph);
        return to.bytes();
    }
    void take(std::string const& gift) {
        ByteReader from(gift);
        if (!from.get<bool>()) {
            CountedGraph graph = discovery::get_graph(from);
            bool const is_asked_for = graph.number < static_cast<std::uint32_t>(query_.random_graphs);
            if (is_asked_for) random_.push_back(std::move(graph));
            return;
        }
        RunResult run;
        read_result(from, run);
        std::vector<ClassCounts> samples(from.get<std::uint64_t>());
        for (ClassCounts& counts : samples) counts = discovery::get_counts(from);
        if (!given_.empty()) return; // another device has counted the given graph, too
        given_ = std::move(samples);
        static_cast<RunResult&>(found_) = std::move(run);
        seconds_of_given_ = found_.seconds.run;
        is_given_counted_ = true;
    }

    void compare() {
        found_.counted = static_cast<int>(random_.size());
        std::vector<ClassCounts> random;
        for (CountedGraph& one : random_) {
            found_.steps += one.steps;
            found_.taken += one.taken;
            if (!one.is_near) ++found_.far;
            found_.numbers.push_back(one.number);
            random.push_back(asked_for(std::move(one.counts)));
        }
        if (random.size() < 2) return;
        std::vector<ClassCounts> given;
        for (ClassCounts& counts : given_) given.push_back(asked_for(std::move(counts)));
        found_.classes = discovery::statistics_of(given, random, query_);
        for (ClassStatistics& row : found_.classes) {
            counter_.describe(
                patterns_.size() > 0 ? patterns_.canonical(row.class_number) : counter_.form(row.class_number), row);
        }
        if (!query_.keep_counts) return;
        for (ClassCounts const& counts : random) found_.random.push_back(by_row(counts));
    }
    // Returns: the counts by class, or by given pattern if patterns were given.
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
    std::mutex mutex_; // guards counters_
    std::map<DeviceKind, std::unique_ptr<discovery::GraphCounter>> counters_;
    discovery::GraphCounter const& counter_; // one of counters_
    discovery::GivenPatterns patterns_;
    NullModel const model_;
    std::vector<ClassCounts> given_; // one entry, or one for each sample
    std::atomic<bool> is_given_counted_ = false;
    std::atomic<double> seconds_of_given_ = 0; // set before is_given_counted_
    std::vector<CountedGraph> random_;         // in any order
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

std::string semantics_of(DiscoveryQuery const& query) {
    return query.edge_induced ? "subgraphs of the given patterns, induced or not, beside those of random graphs"
                              : "induced subgraphs of k vertices by pattern, beside those of random graphs";
}

Discovery discover(Graph const& graph, DiscoveryQuery const& query, RunOptions const& options) {
    discovery::check_query(graph, query, options);
    DiscoveryQuery own = query;
    if (!own.model) own.model = own.directed ? NullModel::mutual : NullModel::degree;
    if (!own.switches) own.switches = usual_switches(*own.model, graph);
    return Search(graph, own, options).run();
}

} // namespace cerrado
