// The motif functions of Cerrado::apps.
#include <cerrado/apps/motif.hpp>

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>
#include <cerrado/output/store_input.hpp>

#include "approximate/approximate.hpp"
#include "graphlets/forms.hpp"
#include "isomorphism/way.hpp"
#include "library/form.hpp"
#include "motif/forms.hpp"

#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/apps/detail/time_left.hpp>

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

namespace cerrado {

namespace {

TransitionTable load_tables(MotifQuery const& query) {
    return TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
}

BoundApplication directed_form_of(MotifQuery const& query) {
    if (query.algorithm != Algorithm::fast && query.algorithm != Algorithm::automatic) {
        throw InputError(
            fmt::format("the algorithm {} does not count directed motifs; take fast", name_of(query.algorithm)));
    }
    if (query.edge_induced) {
        throw InputError(
            "directed motifs are always vertex-induced: unset edge_induced, or count the matches of one pattern");
    }
    return directed_motif_form(query.k);
}

// From 6 vertices on the traversals of one hub can take longer than all others together.
BoundApplication fast_form(int k) {
    constexpr int least_balanced = 6;
    return k < least_balanced ? motif_fast_form(k) : make_form<Balanced>(motif_fast_form(k));
}

void check_tables(RunOptions const& options, int k) {
    TransitionTableRef const& tables = options.of<ByPatternInput>().tables;
    if (tables.k == 0 || tables.k == k) return;
    throw InputError(fmt::format("the pattern tables are for k = {}, but the run is for k = {}: load tables for k = {}",
                                 tables.k, k, k));
}

void require_no_checkpoint(RunOptions const& options) {
    if (options.checkpoint.on())
        throw InputError("a count by a formula keeps no checkpoint: leave it out, or take the algorithm fast");
}

// Counts motifs by the formulas of graphlets, and gives the counts by canonical class.
class OfGraphlets : public Decorator {
public:
    OfGraphlets(int k, TransitionTable const* tables) : Decorator(motif_fast_form(k)), k_(k), tables_(tables) {}

    void warm_up(RunOptions const& options) const override {
        return options.roots ? Decorator::warm_up(options) : cuts::warm_up_count(k_, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return options.roots ? Decorator::estimate(graph, options) : estimate_graphlets(graph, {.k = k_}, options);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        if (options.roots) return Decorator::choose(graph, options);
        return choice_of_formula(graph);
    }
    // A formula's sums belong to no root, so a run with given roots visits the subgraphs.
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (options.roots) return Decorator::run(graph, options);
        check_tables(options, k_);
        require_no_checkpoint(options);
        GraphletCounts const counts = count_graphlets(graph, {.k = k_}, options);
        RunResult result = counts;
        result.count = 0;
        result.chosen.form = name_of(Algorithm::formula);
        std::optional<TransitionTable> loaded;
        TransitionTable const& tables = tables_ == nullptr ? loaded.emplace(TransitionTable::load(k_)) : *tables_;
        for (std::uint64_t const pattern : tables.representatives(k_)) {
            result.of<ByPattern>().push_back(number_of(counts, locate(k_, pattern).index));
            result.count += result.of<ByPattern>().back();
        }
        return result;
    }

private:
    // Returns: the count of a graphlet, or 0 if the run was stopped.
    WideCount number_of(GraphletCounts const& counts, int index) const {
        if (counts.patterns.empty()) return 0;
        return counts.patterns[static_cast<std::size_t>(graphlets_up_to(k_ - 1) - 1 + index)].induced;
    }

    int k_;
    TransitionTable const* tables_; // null: the run loads its own
};

// Predicts the number of connected sets of k vertices: each descent takes a random child in the tree in which ESU meets
// them, and stands for as many as it could have taken. Its root is the end of a random edge, since few vertices can have
// most of the sets. It ends early if there are far fewer than `interest`. `is_out`, by vertex if it is not empty: leaves that are
// taken out of the graph. Source: Knuth, Mathematics of Computation 29, 1975.
double predicted_sets(Graph const& graph, int k, double interest = 0, std::vector<bool> const& is_out = {}) {
    constexpr int most_descents = 16384, first_descents = 512;
    constexpr double far_fewer = 1.0 / 8;
    constexpr std::uint64_t most_looks = 8'000'000;
    auto const is_in = [&](VertexId v) { return is_out.empty() || !is_out[v]; };
    std::vector<VertexId> degrees(graph.vertex_count()); // without the leaves that are out
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        degrees[v] += is_in(v) ? graph.degree(v) : 0;
        if (!is_in(v)) --degrees[graph.neighbours(v).front()]; // its hub may come later and adds the rest
    }
    double const ends = std::reduce(degrees.begin(), degrees.end(), 0.0);
    if (ends == 0) return 0;
    GraphRef const ref = graph.ref();
    std::mt19937_64 random; // the same descents each time
    auto const below = [&](std::uint64_t bound) { return static_cast<std::size_t>(WideCount{random()} * bound >> 64); };
    std::vector<VertexId> set, extensions;
    std::uint64_t looks = 0;
    double sum = 0;
    int descents = 0;
    for (; descents < most_descents && looks < most_looks; ++descents) {
        if (descents == first_descents && sum / descents < far_fewer * interest) break;
        set.clear();
        extensions.clear();
        VertexId root;
        do root = graph.neighbour_array()[below(graph.neighbour_array().size())];
        while (below(graph.degree(root)) >= degrees[root]);
        double weight = ends / degrees[root];
        auto const add = [&](VertexId v) {
            looks += graph.degree(v);
            for (VertexId const u : graph.neighbours(v)) {
                bool const is_new = (set.empty() ? u > v : u > set.front()) && is_in(u) &&
                                    std::ranges::none_of(set, [&](VertexId w) { return w == u || ref.adjacent(w, u); });
                if (is_new) extensions.push_back(u);
            }
            set.push_back(v);
        };
        add(root);
        while (static_cast<int>(set.size()) < k - 1 && !extensions.empty()) {
            weight *= static_cast<double>(extensions.size());
            auto const taken = extensions.begin() + static_cast<std::ptrdiff_t>(below(extensions.size()));
            VertexId const v = *taken;
            extensions.erase(extensions.begin(), taken + 1);
            add(v);
        }
        sum += weight * static_cast<double>(extensions.size());
    }
    return sum / descents;
}

// The number of sets from which on a count of them, one by one, takes long enough to think about it. Measured on an H200 and on
// two threads of a host.
double long_sets(DeviceKind device) { return device == DeviceKind::cuda ? 3e10 : 3e8; }

// Returns: whether that count takes long, and longer than to read so many entries.
bool is_longer(double sets, double entries, DeviceKind device) {
    double const sets_of_an_entry = device == DeviceKind::cuda ? 10 : 2;
    return sets > long_sets(device) && sets > sets_of_an_entry * entries;
}

void require_parts(Graph const& graph, RunOptions const& options) {
    if (is_directed(graph)) {
        throw InputError(
            "formulas count motifs in undirected graphs, and this graph has directions: read it without directions, or "
            "count directed motifs");
    }
    require_no_checkpoint(options);
    if (options.warp_width != 0 && options.warp_width != full_warp_width)
        throw InputError("a formula counts on warps of 32 lanes: leave the warp width out, or take the algorithm fast");
}

// The leaves of a hub: vertices with no other neighbour. They are alike, so the sets with j of them are C(leaves, j) times
// those with j given ones, and these follow from the counts of the graphs with 0 to k - 1 leaves.
// `is_out`, by vertex if it is not empty: leaves that do not count.
std::vector<VertexId> most_leaves(Graph const& graph, std::vector<bool> const& is_out = {}) {
    auto const is_leaf = [&](VertexId v) { return graph.degree(v) == 1 && (is_out.empty() || !is_out[v]); };
    std::vector<VertexId> leaves(graph.vertex_count()), most;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (is_leaf(v)) ++leaves[graph.neighbours(v).front()];
    }
    auto const hub = static_cast<VertexId>(std::ranges::max_element(leaves) - leaves.begin());
    if (leaves.empty() || leaves[hub] == 0) return most;
    std::ranges::copy_if(graph.neighbours(hub), std::back_inserter(most), is_leaf);
    return most;
}

// Returns: the graph without all but the first `kept` leaves.
Graph with_leaves(Graph const& graph, std::vector<VertexId> const& leaves, int kept) {
    std::vector<bool> is_out(graph.vertex_count());
    for (auto leaf = leaves.begin() + kept; leaf != leaves.end(); ++leaf) is_out[*leaf] = true;
    std::vector<VertexId> vertices;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (!is_out[v]) vertices.push_back(v);
    }
    return within(graph, std::move(vertices));
}

// Returns: whether k runs without a hub's leaves take less time than one with them. The rest may have another such hub.
bool pays_without(std::vector<VertexId> const& leaves, Graph const& graph, int k, DeviceKind device,
                  std::vector<bool> is_out = {}, int more = 1) {
    double sets = 1; // with k - 1 of these leaves
    for (int i = 0; i < k - 1; ++i) sets *= (static_cast<double>(leaves.size()) - i) / (i + 1);
    if (static_cast<int>(leaves.size()) < k || !is_longer(sets, 0, device)) return false;
    is_out.resize(graph.vertex_count());
    for (auto leaf = leaves.begin() + (k - 1); leaf != leaves.end(); ++leaf) is_out[*leaf] = true;
    return (more > 0 && pays_without(most_leaves(graph, is_out), graph, k, device, is_out, more - 1)) ||
           sets > 2 * k * predicted_sets(graph, k, 0, is_out);
}

// Counts the sets with leaves of a hub by the graphs with few of them, if that pays.
class OfLeaves : public Decorator {
public:
    OfLeaves(BoundApplication usual, int k) : Decorator(std::move(usual)), k_(k) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        auto const leaves = most_leaves(graph);
        if (!is_apart(graph, leaves, options)) return Decorator::estimate(graph, options);
        return fmt::format("{} counts without the {} leaves of a hub, or with a few of them; the last:\n", k_,
                           leaves.size()) +
               estimate(with_leaves(graph, leaves, k_ - 1), options);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        auto const leaves = most_leaves(graph);
        if (!is_apart(graph, leaves, options)) return Decorator::choose(graph, options);
        return choose(with_leaves(graph, leaves, k_ - 1), options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        auto const leaves = most_leaves(graph.graph());
        bool const apart = is_apart(graph.graph(), leaves, options);
        double const planning = time.spent();
        RunOptions const rest = time.in(options);
        RunResult result = apart ? sum(graph.graph(), leaves, rest) : Decorator::run(graph, rest);
        result.seconds.prepare += planning;
        return result;
    }

private:
    bool is_apart(Graph const& graph, std::vector<VertexId> const& leaves, RunOptions const& options) const {
        return options.member == nullptr && allows_sums(graph, options) &&
               pays_without(leaves, graph, k_, resolve_device(options.device));
    }
    RunResult sum(Graph const& graph, std::vector<VertexId> const& leaves, RunOptions const& options) const {
        TimeLeft const time(options);
        RunResult result;
        std::vector<std::vector<WideCount>> with; // [j]: the sets in the graph with j leaves, by pattern
        for (int j = 0; j < k_ && result.status == Status::complete; ++j) {
            RunResult const part = run(with_leaves(graph, leaves, j), time.in(options));
            add_seconds(result, part);
            result.device = part.device;
            result.chosen = part.chosen;
            result.status = part.status;
            with.push_back(part.of<ByPattern>());
        }
        auto& sums = result.of<ByPattern>();
        sums.assign(with.back().size(), 0);
        if (result.status != Status::complete) return result; // a part of the sum is no bound
        for (std::size_t lost = 1; lost < with.size(); ++lost) {
            for (std::size_t j = with.size() - 1; j >= lost; --j) {
                for (std::size_t i = 0; i < sums.size(); ++i) with[j][i] -= with[j - 1][i];
            }
        }
        WideCount ways = 1;                             // to choose j leaves
        for (std::size_t j = 0; j < with.size(); ++j) { // with[j]: the sets with j given leaves
            if (j > 0) ways = times_fraction(ways, leaves.size() - (j - 1), j);
            for (std::size_t i = 0; i < sums.size(); ++i) add_to(sums[i], checked_product(ways, with[j][i]));
        }
        for (WideCount const count : sums) add_to(result.count, count);
        return result;
    }
    // Returns: number * factor / divisor, which is whole. No product on the way is larger.
    static WideCount times_fraction(WideCount number, WideCount factor, WideCount divisor) {
        WideCount common = number, rest = divisor;
        while (rest != 0) common = std::exchange(rest, common % rest);
        return checked_product(number / common, factor / (divisor / common));
    }
    static WideCount checked_product(WideCount a, WideCount b) {
        if (std::optional<WideCount> const product = product_of(a, b)) return *product;
        throw InputError("the graph has more subgraphs than 128 bits can count: give a smaller k");
    }

    int k_;
};

// Counts all patterns of more vertices by parts, then the induced subgraphs from these counts. Or, if `always` is not
// set, visits the subgraphs if that takes less time.
class OfParts : public Decorator {
public:
    OfParts(BoundApplication fast, int k, TransitionTable const* tables, bool always)
        : Decorator(std::move(fast)),
          k_(k),
          tables_(tables),
          always_(always) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        Tables tables(*this);
        std::optional<PartsPlan> const plan = plan_of(graph, options, tables);
        if (!plan) return Decorator::estimate(graph, options);
        auto const walked = std::ranges::count_if(plan->nodes, &PartsNode::is_walked);
        return fmt::format("{} patterns by parts, of which {} are walked\n", plan->nodes.size(), walked) +
               estimate_parts(*plan, graph, options);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        Tables tables(*this);
        return plan_of(graph, options, tables) ? choice_of_formula(graph) : Decorator::choose(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        Tables tables(*this);
        std::optional<PartsPlan> const plan = plan_of(graph.graph(), options, tables);
        double const planning = time.spent();
        RunOptions const rest = time.in(options);
        RunResult result = plan ? by_parts(*plan, tables.get(), graph, rest) : Decorator::run(graph, rest);
        result.seconds.prepare += planning;
        return result;
    }

private:
    // The form's tables, or its own, which are loaded when they are needed: most runs visit the subgraphs.
    class Tables {
    public:
        explicit Tables(OfParts const& form) : form_(form) {}
        TransitionTable const& get() {
            if (form_.tables_ != nullptr) return *form_.tables_;
            if (!loaded_) loaded_ = TransitionTable::load(form_.k_);
            return *loaded_;
        }

    private:
        OfParts const& form_;
        std::optional<TransitionTable> loaded_;
    };

    // Returns: nothing if the subgraphs are to be visited.
    std::optional<PartsPlan> plan_of(Graph const& graph, RunOptions const& options, Tables& tables) const {
        if (options.roots || (!always_ && !allows_sums(graph, options))) return std::nullopt;
        // Members of a run on several devices must choose alike.
        DeviceKind const device = options.member != nullptr ? DeviceKind::cuda : resolve_device(options.device);
        double const sets = always_ ? 0 : predicted_sets(graph, k_, long_sets(device));
        if (!always_ && !is_longer(sets, 0, device)) return std::nullopt;
        PartsPlan plan = plan_parts(k_, tables.get().representatives(k_), outline_for_parts(graph));
        if (!always_ && !(is_longer(sets, plan.entries, device) && fits_parts(plan, graph))) return std::nullopt;
        return plan;
    }

    RunResult by_parts(PartsPlan const& plan, TransitionTable const& tables, GraphOrResident const& graph,
                       RunOptions const& options) const {
        check_tables(options, k_);
        require_parts(graph.graph(), options);
        RunOptions of_parts = options;
        of_parts.of<ByPatternInput>() = {};
        return run_on_resident(graph, of_parts, [&](Resident const& resident, RunOptions const& own) {
            RunResult result;
            std::vector<WideCount> counts = count_by_parts(plan, resident, own, result);
            counts.resize(plan.counts.size()); // 0 if the run was stopped
            result.of<ByPattern>() = induced_counts(tables, counts);
            result.count = 0;
            for (WideCount const count : result.of<ByPattern>()) add_to(result.count, count);
            result.chosen.form = name_of(Algorithm::formula);
            return result;
        });
    }

    int k_;
    TransitionTable const* tables_; // null: the run loads its own
    bool always_;
};

constexpr int most_by_parts = 7;

BoundApplication bind_formula(int k, TransitionTable const* tables) {
    if (k >= 3 && k <= max_graphlet_vertices) return make_form<OfGraphlets>(k, tables);
    if (k > max_graphlet_vertices && k <= most_by_parts) return make_form<OfParts>(motif_fast_form(k), k, tables, true);
    throw InputError(
        fmt::format("formulas count motifs of 3 to {} vertices, not of {}: leave the algorithm out", most_by_parts, k));
}

// Counts by formula if the options allow it, else by visiting subgraphs.
class Usual : public Decorator {
public:
    Usual(int k, TransitionTable const* tables) : Decorator(motif_fast_form(k)), formula_(bind_formula(k, tables)) {}

    void warm_up(RunOptions const& options) const override {
        return allows_sums({}, options) ? formula_.warm_up(options) : Decorator::warm_up(options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        if (allows_sums(graph, options)) return formula_.estimate(graph, options);
        return Decorator::estimate(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (allows_sums(graph.graph(), options)) return formula_.run(graph, options);
        return Decorator::run(graph, options);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        if (allows_sums(graph, options)) return formula_.choose(graph, options);
        return Decorator::choose(graph, options);
    }

private:
    BoundApplication const formula_;
};

BoundApplication usual_form(MotifQuery const& query) {
    if (query.k >= 3 && query.k <= max_graphlet_vertices) return make_form<Usual>(query.k, query.tables);
    if (query.k < 3 || query.k > most_by_parts) return make_form<OfLeaves>(fast_form(query.k), query.k);
    return make_form<OfLeaves>(make_form<OfParts>(fast_form(query.k), query.k, query.tables, false), query.k);
}

BoundApplication form_of(MotifQuery const& query) {
    if (query.directed) return directed_form_of(query);
    switch (query.algorithm) {
    case Algorithm::automatic: return usual_form(query);
    case Algorithm::fast: return fast_form(query.k);
    case Algorithm::paper: return motif_paper_form(query.k);
    case Algorithm::formula: return bind_formula(query.k, query.tables);
    default:
        throw InputError(fmt::format("the algorithm {} does not count motifs; take fast, paper or formula",
                                     name_of(query.algorithm)));
    }
}

// Converts the counts of induced subgraphs to those of edge-induced subgraphs.
RunResult of_all(RunResult result, MotifQuery const& query) {
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) loaded = TransitionTable::load(query.k);
    result.of<ByPattern>() = edge_induced_counts(loaded ? *loaded : *query.tables, result.of<ByPattern>());
    result.count = 0;
    for (WideCount const count : result.of<ByPattern>()) add_to(result.count, count);
    return result;
}

class OfAll : public Decorator {
public:
    OfAll(BoundApplication induced, MotifQuery const& query) : Decorator(std::move(induced)), query_(query) {}

protected:
    RunResult made_of(RunResult result) const override { return of_all(std::move(result), query_); }

private:
    MotifQuery query_;
};

// Counts the subgraphs that have some vertices S. ESU meets a set from its lowest vertex, so the sets with the first
// vertex of S are those that it meets from there if that vertex has the lowest number. Those with all of S are a sum over
// the subsets of the others that are taken out of the graph, with alternating signs.
class MotifsThrough : public Decorator {
public:
    MotifsThrough(BoundApplication fast, int k, std::vector<OriginalId> through)
        : Decorator(std::move(fast)),
          k_(k),
          through_(std::move(through)) {}

    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return Decorator::estimate(around(graph), options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        require_no_start(options, "subgraphs through given vertices begin at them");
        if (options.member != nullptr)
            throw InputError("subgraphs through given vertices begin at one of them: take one device in one process");
        if (static_cast<int>(through_.size()) > k_) {
            throw InputError(
                fmt::format("no subgraph of {} vertices has {} given ones: give at most as many", k_, through_.size()));
        }
        TimeLeft const time(options);
        Graph const near = around(graph.graph());
        RunResult sum;
        VertexOrder others(through_.size() - 1); // of S, which comes first, without the first one
        std::iota(others.begin(), others.end(), VertexId{1});
        std::size_t const subsets = std::size_t{1} << others.size();
        for (std::size_t subset = 0; subset < subsets && sum.status == Status::complete; ++subset) {
            RunOptions own = time.in(options);
            own.order = GraphOrder::given;
            own.roots = {VertexId{0}};
            RunResult const part = Decorator::run(without(near, others, subset), own);
            add(sum, part, std::popcount(subset) % 2 == 0);
        }
        if (sum.status != Status::complete) { // a sum with signs is no bound
            sum.count = 0;
            for (WideCount& count : sum.of<ByPattern>()) count = 0;
        }
        return sum;
    }
    Choice choose(Graph const&, RunOptions const&) const override { return {}; }

private:
    // Returns: the vertices that a subgraph with the first one can have; S comes first.
    Graph around(Graph const& graph) const {
        VertexOrder order = vertices_of(graph, through_);
        std::vector<bool> seen(graph.vertex_count());
        for (VertexId const v : order) seen[v] = true;
        std::vector<VertexId> reached{order.front()}; // each vertex that is near, S included
        std::vector<bool> is_near(graph.vertex_count());
        is_near[order.front()] = true;
        std::size_t begin = 0;
        for (int distance = 1; distance < k_; ++distance) {
            std::size_t const end = reached.size();
            for (; begin < end; ++begin) {
                for (VertexId const u : graph.neighbours(reached[begin])) {
                    if (is_near[u]) continue;
                    is_near[u] = true;
                    reached.push_back(u);
                }
            }
        }
        for (VertexId const v : reached) {
            if (!seen[v]) order.push_back(v);
        }
        return in_order(graph, order);
    }
    static Graph in_order(Graph const& graph, VertexOrder const& order) {
        Team team;
        Graph const near = within(graph, order);
        std::vector<VertexId> sorted = order;
        std::ranges::sort(sorted);
        VertexOrder of_near; // places in the sorted list
        for (VertexId const v : order)
            of_near.push_back(static_cast<VertexId>(std::ranges::lower_bound(sorted, v) - sorted.begin()));
        Graph made = reorder(near, of_near, team);
        made.marks = marks_in_order(near, made, of_near, team);
        return made;
    }
    static void add(RunResult& sum, RunResult const& part, bool is_added) {
        auto const add_to = [is_added](WideCount& total, WideCount one) {
            total = is_added ? total + one : total - one;
        };
        auto& patterns = sum.of<ByPattern>();
        patterns.resize(part.of<ByPattern>().size());
        for (std::size_t i = 0; i < patterns.size(); ++i) add_to(patterns[i], part.of<ByPattern>()[i]);
        add_to(sum.count, part.count);
        sum.status = part.status;
        sum.device = part.device;
        sum.chosen = part.chosen;
        add_seconds(sum, part);
    }

    int const k_;
    std::vector<OriginalId> const through_;
};

BoundApplication form_through(MotifQuery const& query) {
    if (query.algorithm != Algorithm::automatic && query.algorithm != Algorithm::fast) {
        throw InputError(fmt::format("the algorithm {} does not count subgraphs through given vertices; take fast",
                                     name_of(query.algorithm)));
    }
    BoundApplication const fast = query.directed ? directed_form_of(query) : motif_fast_form(query.k);
    return make_form<MotifsThrough>(fast, query.k, query.through);
}

} // namespace

std::string semantics_of(MotifQuery const& query) {
    if (query.directed) {
        return "vertex-induced, by directed pattern, connected without regard to directions, automorphisms divided out";
    }
    return query.edge_induced ? "edge-induced: other edges may be there; connected, automorphisms divided out"
                              : "vertex-induced, connected, automorphisms divided out";
}

BoundApplication bind_motifs(MotifQuery const& query) {
    BoundApplication induced = query.through.empty() ? form_of(query) : form_through(query);
    return query.edge_induced ? make_form<OfAll>(std::move(induced), query) : induced;
}

MotifResult count_motifs(GraphOrResident const& graph, MotifQuery query, RunOptions options) {
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) query.tables = &loaded.emplace(load_tables(query));
    TransitionTable const& tables = *query.tables;
    options.of<ByPatternInput>().tables = tables.ref();
    MotifResult result{bind_motifs(query).run(graph, options), {}};
    std::vector<PatternInfo> patterns = describe_all(tables);
    result.motifs.reserve(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        result.motifs.push_back({std::move(patterns[i]), result.of<ByPattern>().at(i)});
    }
    return result;
}

BoundApplication bind_motif_list(MotifQuery const& query) {
    if (query.k < 3 || query.k > max_pattern_vertices)
        throw InputError(
            fmt::format("motifs are listed of 3 to {} vertices, not of {}", max_pattern_vertices, query.k));
    if (query.algorithm != Algorithm::automatic && query.algorithm != Algorithm::fast)
        throw InputError(fmt::format("the algorithm {} does not list motifs; take fast", name_of(query.algorithm)));
    if (!query.through.empty()) {
        throw InputError(
            "subgraphs of all patterns through given vertices are only counted: list the induced matches of one "
            "pattern");
    }
    return motif_list_form(query.k);
}

RunResult list_motifs(GraphOrResident const& graph, MotifQuery const& query, RunOptions const& options) {
    return bind_motif_list(query).run(graph, options);
}

RunResult list_motifs(GraphOrResident const& graph, MotifQuery const& query,
                      std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_motifs(graph, query, options);
}

// Approximate counts.

namespace {

using approximate::Parents;

// Returns: the trees among the connected patterns of k vertices, each from a vertex with the most neighbours.
std::vector<Parents> trees_of(TransitionTable const& tables) {
    std::vector<Parents> trees;
    int const k = tables.k();
    for (std::uint64_t const adjacency : tables.representatives(k)) {
        if (std::popcount(adjacency) != k - 1) continue;
        auto const degree = [&](int v) {
            int sum = 0;
            for (int u = 0; u < k; ++u) sum += adjacent(adjacency, u, v) ? 1 : 0;
            return sum;
        };
        int root = 0;
        for (int v = 1; v < k; ++v) root = degree(v) > degree(root) ? v : root;
        Parents parents{-1};
        std::vector<int> found{root};
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (int u = 0; u < k; ++u) {
                if (!adjacent(adjacency, found[i], u) || std::ranges::find(found, u) != found.end()) continue;
                found.push_back(u);
                parents.push_back(static_cast<int>(i));
            }
        }
        trees.push_back(std::move(parents));
    }
    return trees;
}

// Counts the mappings of a tree onto all vertices of a pattern that keep its edges. Leaves of one vertex change places
// freely, so one order of them is tried.
class SpanningMappings {
public:
    SpanningMappings(Parents const& tree, int k, std::uint64_t adjacency) : tree_(tree), k_(k) {
        for (int v = 0; v < k; ++v) {
            for (int u = 0; u < k; ++u) rows_[at(v)] |= adjacent(adjacency, u, v) ? std::uint32_t{1} << u : 0;
        }
        std::vector<bool> is_leaf(tree.size(), true);
        for (std::size_t i = 1; i < tree.size(); ++i) is_leaf[at(tree[i])] = false;
        for (std::size_t i = 1, alike = 1; i < tree.size(); ++i) {
            follows_[i] = i > 1 && is_leaf[i] && is_leaf[i - 1] && tree[i] == tree[i - 1];
            alike = follows_[i] ? alike + 1 : 1;
            orders_ *= static_cast<double>(alike);
        }
    }

    double count() {
        double sum = 0;
        for (int v = 0; v < k_; ++v) {
            image_[0] = v;
            sum += from(1, std::uint32_t{1} << v);
        }
        return orders_ * sum;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    double from(std::size_t i, std::uint32_t used) {
        if (i == tree_.size()) return 1;
        std::uint32_t open = rows_[at(image_[at(tree_[i])])] & ~used;
        if (follows_[i]) open &= ~std::uint32_t{0} << image_[i - 1];
        double sum = 0;
        for (; open != 0; open &= open - 1) {
            image_[i] = std::countr_zero(open);
            sum += from(i + 1, used | std::uint32_t{1} << image_[i]);
        }
        return sum;
    }

    Parents const& tree_;
    int const k_;
    std::array<std::uint32_t, max_pattern_vertices> rows_{};
    std::array<bool, max_pattern_vertices> follows_{};
    std::array<int, max_pattern_vertices> image_{};
    double orders_ = 1;
};

void check_approximate(MotifQuery const& query) {
    int const most = query.directed ? max_directed_pattern_vertices : 8;
    if (query.k < 3 || query.k > most) {
        throw InputError(fmt::format("approximate counts{} are of 3 to {} vertices, not of {}",
                                     query.directed ? " of directed motifs" : "", most, query.k));
    }
    if (query.edge_induced)
        throw InputError(
            "approximate counts of all patterns are of induced subgraphs: ask for these, or for one pattern");
    if (!query.through.empty())
        throw InputError("subgraphs through given vertices have no approximate count: count them exactly");
}

} // namespace

Approximation approximate_motifs(GraphOrResident const& graph, MotifQuery query, Precision const& asked,
                                 RunOptions const& options) {
    check_approximate(query);
    if (query.directed && !is_directed(graph.graph()))
        throw InputError(
            "the graph was read without directions: read it as a directed graph, or ask for undirected motifs");
    std::optional<TransitionTable> loaded;
    return approximate::estimate(graph, asked, options, [&](Graph const& own, RunOptions const& of_one) {
        TransitionTable const& tables = query.tables == nullptr ? loaded.emplace(load_tables(query)) : *query.tables;
        std::vector<Parents> const trees = trees_of(query.directed ? TransitionTable::load(query.k) : tables);
        approximate::TreeSums const sums = approximate::tree_sums(own, trees, {}, of_one.threads);
        std::vector<std::uint64_t> const& classes = tables.representatives(query.k);
        auto const of = [trees, &classes, k = query.k, directed = query.directed,
                         known = std::map<std::pair<int, std::uint32_t>, double>()](
                            int tree, std::uint32_t class_number) mutable {
            auto const [place, is_new] = known.emplace(std::pair(tree, class_number), 0);
            if (is_new) {
                std::uint64_t const word = classes[class_number];
                std::uint64_t const adjacency = directed ? without_directions(k, word) : word;
                place->second = SpanningMappings(trees[static_cast<std::size_t>(tree)], k, adjacency).count();
            }
            return place->second;
        };
        return approximate::Prepared{{static_cast<std::uint32_t>(classes.size()), sums.mappings, of},
                                     approximate::motif_sampler(own, sums, tables.ref(), of_one)};
    });
}

} // namespace cerrado
