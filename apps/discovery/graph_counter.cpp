#include "discovery/graph_counter.hpp"

#include "discovery/forms.hpp"
#include "discovery/given_patterns.hpp"
#include "discovery/models/random_graphs.hpp"
#include "discovery/random_counting.hpp"
#include "discovery/subgraph_codes.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/motif.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/detail/codes/by_arc_code.hpp>
#include <cerrado/output/detail/codes/by_code.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace cerrado::discovery {

namespace {

std::uint32_t place_of(std::vector<std::string> const& names, std::string const& name, char const* what) {
    auto const place = std::ranges::find(names, name);
    if (place == names.end() || name.empty()) {
        throw InputError(name.empty()
                             ? fmt::format("a pattern's {} has no label, and the search takes the graph's labels: give "
                                           "each vertex or edge of the pattern its label",
                                           what)
                             : fmt::format("no {} of the graph has the label {}: check its spelling", what, name));
    }
    return static_cast<std::uint32_t>(place - names.begin());
}

std::uint32_t vertex_label(Pattern const& pattern, int v, PatternLabels const& labels) {
    if (pattern.discovers(v)) {
        throw InputError(
            "a pattern discovers a label with ?, and this search discovers no labels: name the label, or leave ? out "
            "and search with the graph's labels");
    }
    std::vector<std::string> const& given = pattern.labels(v);
    if (labels.of_vertex.empty() && given.empty()) return 0;
    if (labels.of_vertex.empty() || given.size() > 1) {
        throw InputError(
            "a vertex of a pattern has too many labels: give one label if the search takes the graph's labels, else "
            "none");
    }
    return place_of(labels.vertex_names, given.empty() ? "" : given.front(), "vertex");
}

std::uint32_t edge_number(std::string const& label, PatternLabels const& labels) {
    if (!labels.edge_names.empty()) return 1 + place_of(labels.edge_names, label, "edge");
    if (!label.empty())
        throw InputError(
            "an edge of a pattern has a label, and the search takes no labels of edges: leave it out, or search with "
            "edge_labels");
    return 1;
}

} // namespace

LabelledGraph labelled_graph(Pattern const& pattern, bool is_directed, PatternLabels const& labels) {
    LabelledGraph graph{.k = pattern.size()};
    for (int v = 0; v < pattern.size(); ++v) {
        bool const says_less = is_directed ? pattern.edges(v) != 0 : pattern.arcs_from(v) != 0;
        if (says_less || pattern.strangers(v) != 0 || pattern.no_arcs_from(v) != 0) {
            throw InputError(
                is_directed ? "a pattern in a search for motifs of a directed graph has arcs alone: write it as 0>1,1>2"
                            : "a pattern in a search for motifs has edges alone: write it as 0-1,1-2");
        }
        graph.labels[static_cast<std::size_t>(v)] = vertex_label(pattern, v, labels);
        for (int u = 0; u < pattern.size(); ++u) {
            Pattern::Vertices const joined = is_directed ? pattern.arcs_from(v) : pattern.edges(v);
            if ((joined & Pattern::bit(u)) == 0) continue;
            graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] =
                edge_number(is_directed ? pattern.arc_label(v, u) : pattern.edge_label(v, u), labels);
        }
    }
    return graph;
}

PatternWord without_labels(LabelledGraph const& graph, bool is_directed) {
    PatternWord word = 0;
    for (int v = 0; v < graph.k; ++v) {
        for (int u = 0; u < graph.k; ++u) {
            bool const is_there = graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] != 0;
            if (is_there) word |= is_directed ? arc_bit(v, u) : PatternWord{adjacency_bit(v, u)};
        }
    }
    return word;
}

namespace {

// Sorts the counts, and adds up those of the same class.
void join_equal(ClassCounts& counts) {
    std::ranges::sort(counts, {}, [](auto const& one) { return one.first; });
    ClassCounts joined;
    for (auto const& [number, count] : counts) {
        if (joined.empty() || joined.back().first != number) joined.emplace_back(number, 0);
        add_to(joined.back().second, count);
    }
    counts = std::move(joined);
}

} // namespace

void CodeClasses::append(CodeCounts const& found, std::size_t groups, std::vector<ClassCounts>& counts) {
    std::vector<std::uint64_t> codes; // the different codes
    std::vector<std::uint32_t> place; // the place in `codes`, by count
    place.reserve(found.counts.size());
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    for (CodeCount const& one : found.counts) {
        auto const [known, is_new] = places.try_emplace(one.code, static_cast<std::uint32_t>(codes.size()));
        if (is_new) codes.push_back(one.code);
        place.push_back(known->second);
    }
    std::vector<PatternWord> const forms = forms_of(codes);
    std::size_t const first = counts.size();
    counts.resize(first + groups);
    for (std::size_t i = 0; i < place.size(); ++i) {
        counts[first + found.counts[i].group].emplace_back(forms[place[i]], found.counts[i].count);
    }
    for (std::size_t group = 0; group < groups; ++group) join_equal(counts[first + group]);
}

// A second thread finds most codes known already.
std::vector<PatternWord> CodeClasses::forms_of(std::vector<std::uint64_t> const& codes) {
    constexpr std::size_t worth_a_thread = 2000; // these take some milliseconds
    std::lock_guard const lock(mutex_);
    std::vector<std::uint64_t> fresh;
    for (std::uint64_t const code : codes) {
        if (!known_.contains(code)) fresh.push_back(code);
    }
    std::vector<PatternWord> labelled(fresh.size());
    auto const members = std::min<std::size_t>(static_cast<std::size_t>(threads_), fresh.size() / worth_a_thread + 1);
    Team(static_cast<int>(members)).run([&](Member member) {
        member.for_part_of(fresh.size(), [&](std::size_t i) { labelled[i] = canonical_of_(fresh[i]); });
    });
    for (std::size_t i = 0; i < fresh.size(); ++i) known_.emplace(fresh[i], labelled[i]);
    std::vector<PatternWord> forms;
    forms.reserve(codes.size());
    for (std::uint64_t const code : codes) forms.push_back(known_.at(code));
    return forms;
}

PatternWord canonical_of_arc_code(int k, TransitionTable const& tables, std::uint64_t code) {
    std::vector<std::uint32_t> masks; // masks of the vertices, the last vertex first
    for (int length = k - 1; length >= tables.k(); --length) {
        masks.push_back(static_cast<std::uint32_t>(code & ((std::uint64_t{1} << 2 * length) - 1)));
        code >>= 2 * length;
    }
    PatternWord arcs = tables.representatives(tables.k())[code];
    for (int length = tables.k(); length < k; ++length) {
        arcs = extend_arcs(length, arcs, masks.back());
        masks.pop_back();
    }
    return canonical_arcs(k, arcs).arcs;
}

namespace {

constexpr int largest_of_tables = 5; // vertices of directed patterns; larger patterns have too many classes

// Codes of 9 vertices have 63 bits if the first six of these are a class, and more if only five are.
int size_of_code_tables(int k) { return k == max_pattern_vertices ? 6 : largest_of_tables; }

// The number of graphs whose lists fill a GPU, or the cache of a processor.
std::size_t most_together(Graph const& graph, DeviceKind device) {
    std::uint64_t const entries = device == DeviceKind::cuda ? std::uint64_t{1} << 24 : std::uint64_t{1} << 16;
    std::uint64_t const by_entries = entries / std::max<std::uint64_t>(1, graph.neighbour_array().size());
    std::uint64_t const by_vertices = (std::uint64_t{1} << 31) / std::max<std::uint64_t>(1, graph.vertex_count());
    return std::max<std::uint64_t>(1, std::min(by_entries, by_vertices));
}

PatternKind kind_of(DiscoveryQuery const& query) {
    return query.directed ? PatternKind::directed : PatternKind::undirected;
}

std::vector<VertexId> heaviest_first(Graph const& graph) {
    VertexOrder const order = degree_order(graph); // the lightest first
    std::vector<VertexId> rank(order.size());
    for (VertexId place = 0; place < order.size(); ++place) rank[order[order.size() - 1 - place]] = place;
    return rank;
}

struct PlainForm {
    PatternWord word;
    std::uint64_t positions; // see CanonicalForm
};

PlainForm plain_form(PatternKind kind, int k, PatternWord word) {
    if (kind == PatternKind::directed) {
        CanonicalArcs const form = canonical_arcs(k, word);
        return {form.arcs, form.positions};
    }
    CanonicalForm const form = canonical_form(k, static_cast<std::uint64_t>(word));
    return {form.adjacency, form.positions};
}

std::uint64_t share_of(double probability) {
    return static_cast<std::uint64_t>(std::llround(std::ldexp(probability, 32)));
}

} // namespace

GraphCounter::Way GraphCounter::way_of(DiscoveryQuery const& query) {
    static_assert(max_arcs_vertices >= max_pattern_vertices);
    if (query.k < 3 || query.k > max_pattern_vertices) {
        throw InputError(fmt::format("patterns have 3 to {} vertices here, not {}", max_pattern_vertices, query.k));
    }
    if (query.labels || query.edge_labels || !query.sample.empty()) return Way::each;
    return query.directed && query.k > largest_of_tables ? Way::arc_codes : Way::tables;
}

// A formula counts one graph without visiting its subgraphs. On the host it gains nothing from several graphs together.
GraphCounter::GraphCounter(Graph const& graph, DiscoveryQuery const& query, DeviceKind device, int threads)
    : k_(query.k),
      way_(way_of(query)),
      kind_(kind_of(query)),
      device_(device),
      vertices_(graph.vertex_count()),
      rank_(heaviest_first(graph)),
      tables_(TransitionTable::load(way_ == Way::each        ? 3
                                    : way_ == Way::arc_codes ? size_of_code_tables(k_)
                                                             : k_,
                                    kind_)),
      most_(most_together(graph, device)),
      most_counts_(device == DeviceKind::cuda ? std::uint64_t{1} << 24 : std::uint64_t{1} << 15),
      labels_(PatternLabels::of(graph, query.labels, query.edge_labels)),
      seed_(query.seed) {
    if (way_ == Way::arc_codes) {
        codes_ = std::make_unique<CodeClasses>(
            [this](std::uint64_t code) { return canonical_of_arc_code(k_, tables_, code); }, threads);
        codes_of_graph_ = 1u << std::min(4 * k_ - 12, 20); // a sparse network of 700 vertices has about this many
        if (k_ == max_pattern_vertices) most_ = 1;         // codes have no bit left for a group
        together_ = directed_code_form(k_, vertices_);
    } else if (way_ == Way::each) {
        constexpr int most_bits = 62; // ByCode has room for the group, too
        subgraph_codes_.emplace(k_, query.directed, labels_, most_bits);
        codes_ = std::make_unique<CodeClasses>([this](std::uint64_t code) { return subgraph_codes_->canonical(code); },
                                               threads);
        codes_of_graph_ = 1 << 10;
        label_of_rank_.resize(labels_.of_vertex.size());
        for (VertexId v = 0; v < labels_.of_vertex.size(); ++v) label_of_rank_[rank_[v]] = labels_.of_vertex[v];
        for (double const probability : query.sample) shares_.push_back(share_of(probability));
    } else {
        together_ = query.directed ? directed_census_form(k_, vertices_) : census_form(k_, vertices_);
        bool const has_formula = !query.directed && k_ <= max_graphlet_vertices;
        if (!has_formula || device == DeviceKind::cuda) return;
        alone_ = bind_motifs({.k = k_, .tables = &tables_});
        most_ = 1;
    }
}

PatternWord GraphCounter::form(PatternWord class_number) const {
    if (way_ == Way::tables) return tables_.representatives(k_)[static_cast<std::size_t>(class_number)];
    if (way_ == Way::arc_codes || labels_.has_any()) return class_number;
    auto const code = static_cast<std::uint64_t>(class_number);
    PatternWord const word = without_labels(subgraph_codes_->graph(code), kind_ == PatternKind::directed);
    return plain_form(kind_, k_, word).word;
}

PatternWord GraphCounter::form_of(Pattern const& pattern) const {
    if (!labels_.has_any()) return plain_form(pattern, kind_);
    LabelledGraph const graph = labelled_graph(pattern, kind_ == PatternKind::directed, labels_);
    return subgraph_codes_->code(canonical_labelled(graph));
}

void GraphCounter::describe(PatternWord form, ClassStatistics& row) const {
    bool const is_directed = kind_ == PatternKind::directed;
    if (!labels_.has_any()) {
        row.canonical = form;
        row.pattern = describe_canonical(kind_, k_, form);
        return;
    }
    LabelledGraph const graph = subgraph_codes_->graph(static_cast<std::uint64_t>(form));
    PlainForm const plain = plain_form(kind_, k_, without_labels(graph, is_directed));
    row.canonical = plain.word;
    row.pattern = describe_canonical(kind_, k_, plain.word);
    std::vector<std::size_t> at(static_cast<std::size_t>(k_)); // by canonical position
    for (int v = 0; v < k_; ++v) at[plain.positions >> (4 * v) & 15] = static_cast<std::size_t>(v);
    if (!labels_.of_vertex.empty()) {
        for (std::size_t const v : at) row.labels.push_back(labels_.vertex_names[graph.labels[v]]);
    }
    if (labels_.edge_names.empty()) return;
    for (auto const& [from, to] : row.pattern.edges) {
        std::uint32_t const number = graph.arcs[at[static_cast<std::size_t>(from)]][at[static_cast<std::size_t>(to)]];
        row.edge_labels.push_back(labels_.edge_names[number - 1]);
    }
}

std::size_t GraphCounter::most() const {
    std::uint64_t const of_one = codes_ ? 2 * codes_of_graph_.load() : tables_.ref().classes[k_];
    std::uint64_t const by_codes =
        subgraph_codes_ ? ~std::uint64_t{0} / static_cast<std::uint64_t>(subgraph_codes_->count()) - 1 : most_;
    return std::max<std::uint64_t>(1, std::min<std::uint64_t>({most_, most_counts_ / of_one, by_codes}));
}

// The walk visits a subgraph from its first vertex, and reads the lists of later vertices. If hubs come first, few of
// these lists contain a hub, and a star takes no longer than reading its edges.
Graph GraphCounter::side_by_side(std::span<RandomEdges const> graphs) const {
    bool const is_directed = kind_ == PatternKind::directed;
    bool const has_kinds = subgraph_codes_ && (is_directed || !labels_.edge_names.empty());
    std::size_t edges = 0;
    for (RandomEdges const& graph : graphs) edges += graph.edges.size();
    GraphsTogether together(vertices_, is_directed, graphs.size(), edges, has_kinds ? &*subgraph_codes_ : nullptr);
    for (RandomEdges const& graph : graphs) together.add(graph, rank_);
    return together.made();
}

RunResult GraphCounter::count(Graph const& graph, std::span<std::uint32_t const> numbers, RunOptions options,
                              std::vector<ClassCounts>& counts) const {
    if (!alone_) options.order = GraphOrder::given;
    std::size_t const groups = numbers.size();
    if (way_ == Way::each) {
        return count_by_codes<ByCode>(each_form(numbers), graph, groups, std::move(options), counts);
    }
    if (way_ == Way::arc_codes) return count_by_arc_codes(*together_, graph, groups, std::move(options), counts);
    return count_by_tables(alone_ ? *alone_ : *together_, graph, groups, std::move(options), counts);
}

bool GraphCounter::takes_from_device(NullModel model) const {
    constexpr VertexId most_vertices = VertexId{1} << 30;
    return device_ != DeviceKind::host && way_ != Way::each && !alone_ && vertices_ < most_vertices &&
           keeps_neighbours(model, kind_ == PatternKind::directed);
}

std::unique_ptr<GraphsOnDevice> GraphCounter::room_on_device(Graph const& graph, std::size_t times,
                                                             RunOptions const& options) const {
    Graph const one = side_by_side(std::vector{edges_of(graph, labels_)});
    return std::make_unique<GraphsOnDevice>(one, times, rank_, options);
}

RunResult GraphCounter::count(GraphsOnDevice const& graphs, RunOptions options,
                              std::vector<ClassCounts>& counts) const {
    Resident const& resident = graphs.resident();
    if (way_ == Way::arc_codes) {
        return count_by_arc_codes(directed_code_form(k_, graphs.groups(), graphs.arcs()), resident, graphs.size(),
                                  std::move(options), counts);
    }
    BoundApplication const form = kind_ == PatternKind::directed
                                      ? directed_census_form(k_, graphs.groups(), graphs.arcs())
                                      : census_form(k_, graphs.groups());
    return count_by_tables(form, resident, graphs.size(), std::move(options), counts);
}

BoundApplication GraphCounter::each_form(std::span<std::uint32_t const> numbers) const {
    return each_census_form({.k = k_,
                             .vertices = vertices_,
                             .labels = label_of_rank_,
                             .weights = {subgraph_codes_->weights().begin(), subgraph_codes_->weights().end()},
                             .shares = shares_,
                             .numbers = {numbers.begin(), numbers.end()},
                             .seed = seed_});
}

RunResult GraphCounter::count_by_tables(BoundApplication const& form, GraphOrResident const& graph, std::size_t groups,
                                        RunOptions options, std::vector<ClassCounts>& counts) const {
    std::size_t const classes = tables_.representatives(k_).size();
    auto& input = options.of<ByPatternInput>();
    input.tables = tables_.ref();
    input.groups = static_cast<std::uint32_t>(groups);
    RunResult result = form.run(graph, options);
    if (result.status != Status::complete) return result;
    std::vector<WideCount> const& all = result.of<ByPattern>();
    for (std::size_t group = 0; group < groups; ++group) {
        ClassCounts& of_group = counts.emplace_back();
        for (std::size_t i = 0; i < classes; ++i) {
            WideCount const count = all[group * classes + i];
            if (count != 0) of_group.emplace_back(i, count);
        }
    }
    return result;
}

RunResult GraphCounter::count_by_arc_codes(BoundApplication const& form, GraphOrResident const& graph,
                                           std::size_t groups, RunOptions options,
                                           std::vector<ClassCounts>& counts) const {
    options.of<ByArcCodeInput>().tables = tables_.ref();
    return count_by_codes<ByArcCode>(form, graph, groups, std::move(options), counts);
}

// If there are more codes than slots, the run is repeated with more slots.
template <class Output>
RunResult GraphCounter::count_by_codes(BoundApplication const& form, GraphOrResident const& graph, std::size_t groups,
                                       RunOptions options, std::vector<ClassCounts>& counts) const {
    constexpr std::uint64_t growth = 4, most_slots = std::uint64_t{1} << 31;
    TimeLeft const time(options);
    auto& input = options.of<typename Output::Input>();
    input.groups = static_cast<std::uint32_t>(groups);
    for (double vain_seconds = 0;;) {
        std::uint64_t known = codes_of_graph_.load();
        std::uint64_t const slots = std::bit_ceil(2 * groups * known);
        if (slots > most_slots)
            throw Error(
                "the patterns of the graphs have more than 2^30 different codes, too many to count: take a smaller k, "
                "or fewer labels");
        input.slots = static_cast<std::uint32_t>(slots);
        RunResult result = form.run(graph, time.in(options));
        result.seconds.run += vain_seconds;
        if (result.status != Status::complete) return result;
        CodeCounts const& found = result.of<Output>();
        if (!found.is_full) {
            codes_->append(found, groups, counts);
            learn_codes(found.counts.size() / groups);
            return result;
        }
        vain_seconds = result.seconds.run;
        codes_of_graph_.compare_exchange_strong(known, growth * known); // unless another thread was first
    }
}

// A batch of random graphs seldom has more than 1.5 times as many codes as an earlier batch. As soon as a graph is
// counted, its number of codes replaces the first estimate.
void GraphCounter::learn_codes(std::uint64_t of_graph) const {
    std::uint64_t const wanted = of_graph + of_graph / 2 + 64;
    if (!has_learnt_.exchange(true)) {
        codes_of_graph_ = wanted;
        return;
    }
    std::uint64_t known = codes_of_graph_.load();
    while (known < wanted && !codes_of_graph_.compare_exchange_weak(known, wanted)) {
    }
}

} // namespace cerrado::discovery

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
