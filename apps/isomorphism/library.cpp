// The functions of Cerrado::apps for isomorphism counts.
#include "isomorphism/by_labels.hpp"
#include "isomorphism/first/find_match.hpp"
#include "isomorphism/forms.hpp"
#include "isomorphism/formula/formula.hpp"
#include "isomorphism/least_image.hpp"
#include "isomorphism/plan/plan.hpp"
#include "isomorphism/way.hpp"
#include "library/form.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/detail/each_match.hpp>
#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/apps/parts.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

class Keyed : public Decorator {
public:
    Keyed(BoundApplication inner, std::string key) : Decorator(std::move(inner)), key_(std::move(key)) {}

protected:
    RunOptions given(Graph const&, RunOptions options) const override {
        std::string& whole = options.checkpoint.key;
        whole += (whole.empty() ? "" : "; ") + key_;
        return options;
    }

private:
    std::string const key_;
};

} // namespace

BoundApplication with_key(BoundApplication bound, std::string const& key) {
    return make_form<Keyed>(std::move(bound), key);
}

std::string marks_text(Pattern const& pattern) {
    if (!pattern.has_marks()) return {};
    std::string text;
    for (int v = 0; v < pattern.size(); ++v) {
        text += fmt::format(" {}>{:x}!{:x}", v, pattern.arcs_from(v), pattern.no_arcs_from(v));
        for (std::string const& label : pattern.labels(v)) text += fmt::format(":{}", label);
        if (pattern.discovers(v)) text += "?";
        for (int u = 0; u < pattern.size(); ++u) {
            if (std::string const& label = pattern.arc_label(v, u); !label.empty()) {
                text += fmt::format(" {}>{}:{}", v, u, label);
            }
            if (u >= v) continue;
            if (std::string const& label = pattern.edge_label(u, v); !label.empty()) {
                text += fmt::format(" {}-{}:{}", u, v, label);
            }
        }
    }
    return text;
}

namespace {

class ChosenByGraph : public Form {
public:
    ChosenByGraph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                  std::function<BoundApplication(RunOptions const&)> usual)
        : of_(std::move(of)),
          usual_(std::move(usual)) {}

    void warm_up(RunOptions const& options) const override { usual_(options).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const& options) const override {
        return usual_(options).prepare(graph, options);
    }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return of_(graph, options).estimate(graph, options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        TimeLeft const time(options);
        BoundApplication const chosen = of_(graph.graph(), options);
        double const seconds = time.spent();
        RunResult result = chosen.run(graph, time.in(options));
        result.seconds.prepare += seconds;
        return result;
    }
    JobSample sample(Resident const& graph, RunOptions const& options,
                     std::span<SampledJobs const> jobs) const override {
        return of_(graph.graph(), options).sample(graph, options, jobs);
    }
    Choice choose(Graph const& graph, RunOptions const& options) const override {
        return of_(graph, options).choose(graph, options);
    }

private:
    std::function<BoundApplication(Graph const&, RunOptions const&)> const of_;
    std::function<BoundApplication(RunOptions const&)> const usual_;
};

} // namespace

BoundApplication chosen_by_graph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                                 std::function<BoundApplication(RunOptions const&)> usual) {
    return make_form<ChosenByGraph>(std::move(of), std::move(usual));
}

BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind) {
    BoundApplication usual = bind(checked_order(query.pattern, query.induced, query.order));
    if (!query.order.empty()) return usual;
    return chosen_by_graph(
        [query, bind = std::move(bind)](Graph const& graph, RunOptions const&) {
            return bind(matching_order(query.pattern, query.induced, graph, query.meaning.get()));
        },
        [usual](RunOptions const&) { return usual; });
}

MatchQuery as_meant(MatchQuery query) {
    query.pattern = query.pattern.meaning(query.induced);
    return query;
}

namespace {

constexpr double look_ups_of_an_entry = 3;

using PlanOf = std::optional<PartsPlan> (*)(Pattern const& pattern, bool induced, GraphOutline const& outline,
                                            std::string& why);

// Throws InputError if the query cannot be counted by parts.
PartsPlan required_parts(MatchQuery const& query, PlanOf plan_of, GraphOutline const& outline) {
    std::string why;
    if (!query.order.empty()) why = "an order is that of a walk";
    std::optional<PartsPlan> plan;
    if (why.empty()) plan = plan_of(query.pattern, query.induced, outline, why);
    if (!plan) throw InputError(fmt::format("there is no count by parts: {}; or take the algorithm fast", why));
    return *std::move(plan);
}

GraphOutline outline_of_no_graph() {
    GraphOutline outline;
    outline.walk = [](Pattern const&) { return 0; };
    return outline;
}

// A plan of parts for a graph, if it takes less work than a walk. It is made once, and only if the walk is long.
class CheaperParts {
public:
    CheaperParts(MatchQuery const& query, PlanOf plan_of, Graph const& graph)
        : query_(query),
          plan_of_(plan_of),
          graph_(graph) {}

    std::optional<PartsPlan> than(double walk) {
        if (walk < std::max(short_walk, work_of_planning())) return std::nullopt;
        if (!is_planned_) make();
        return plan_ && look_ups_of_an_entry * plan_->entries < walk ? plan_ : std::nullopt;
    }

private:
    static constexpr double short_walk = 1e8, walk_of_a_set = 1e6;

    // A plan for induced matches takes a second if thousands of sets of edges can be added.
    double work_of_planning() const {
        int const size = query_.pattern.size();
        int edges = 0;
        for (int v = 0; v < size; ++v) edges += std::popcount(query_.pattern.neighbours(v));
        return query_.induced ? walk_of_a_set * std::exp2((size * (size - 1) - edges) / 2.0) : 0;
    }
    void make() {
        std::string why;
        plan_ = plan_of_(query_.pattern, query_.induced, outline_for_parts(graph_), why);
        if (plan_ && !fits_parts(*plan_, graph_)) plan_.reset();
        is_planned_ = true;
    }

    MatchQuery const& query_;
    PlanOf const plan_of_;
    Graph const& graph_;
    bool is_planned_ = false;
    std::optional<PartsPlan> plan_;
};

} // namespace

GraphOutline outline_for_parts(Graph const& graph) {
    GraphOutline outline = GraphOutline::of(graph);
    outline.marks = [&graph](PatternBits const& bits) { return bits_of(graph, bits); };
    outline.walk = [&graph](Pattern const& pattern) {
        std::vector<int> const order = matching_order(pattern, false, graph);
        return predicted_work(pattern, false, order, graph) / look_ups_of_an_entry;
    };
    return outline;
}

MatchWay way_of(MatchQuery const& query) {
    if (query.algorithm == Algorithm::parts) {
        PartsPlan plan = required_parts(query, plan_parts, outline_of_no_graph());
        return {{}, {}, std::move(plan), checked_order(query.pattern, query.induced, query.order)};
    }
    MatchWay way{formula_of(query), {}, {}, checked_order(query.pattern, query.induced, query.order)};
    if (query.algorithm != Algorithm::formula || way.formula) return way;
    way.sum = signed_sum_of(query);
    if (way.sum) return way;
    throw InputError("there is no formula for the matches of this pattern: take the algorithm walk or fast");
}

MatchWay way_of(MatchQuery const& query, Graph const& graph) {
    if (query.algorithm == Algorithm::parts) {
        require_marks(query, graph);
        PartsPlan plan = required_parts(query, plan_parts, outline_for_parts(graph));
        return {{}, {}, std::move(plan), checked_order(query.pattern, query.induced, query.order)};
    }
    MatchWay way = way_of(query);
    if (!way.is_walk() || !query.order.empty()) return way;
    auto const work = [&] {
        return predicted_work(query.pattern, query.induced, way.order, graph, query.meaning.get());
    };
    CheaperParts parts(query, plan_parts, graph);
    way.sum = signed_sum_of(query);
    if (!way.sum && query.algorithm != Algorithm::walk) {
        constexpr double most_saved = 30; // by the best order; the search for it takes as long as some counts by parts
        double const usual = work();
        way.parts = parts.than(usual / most_saved);
        way.walk = usual / look_ups_of_an_entry;
        if (way.parts) return way;
    }
    way.order = matching_order(query.pattern, query.induced, graph, query.meaning.get());
    if (way.sum && !is_cheaper(*way.sum, query, way.order, graph)) way.sum.reset();
    if (!way.sum && query.algorithm != Algorithm::walk) {
        double const walk = work();
        way.parts = parts.than(walk);
        way.walk = walk / look_ups_of_an_entry;
    }
    return way;
}

CountPlan plan_parts(MatchQuery const& given, Graph const& graph) {
    MatchQuery const query = as_meant(given);
    require_marks(query, graph);
    return terms_of(required_parts(query, plan_parts, outline_for_parts(graph)));
}

std::string describe(MatchWay const& way, Pattern const& pattern) {
    if (way.formula) return std::string(describe(*way.formula));
    if (way.parts) {
        std::string lines = describe(*way.parts);
        if (way.walk > 0)
            lines += fmt::format("\nabout {:.2g} entries in all; a walk takes as long as {:.2g} entries do",
                                 way.parts->entries, way.walk);
        for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1))
            lines.insert(at + 1, "             ");
        return lines;
    }
    return way.sum ? describe(*way.sum, pattern) : "";
}

// An upper bound of a count. A count that can exceed 128 bits must be refused before it wraps.

namespace {

// std::lgamma() is not safe for threads: it writes the sign to a global variable.
double log_gamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

double log2_binomial(double n, double k) {
    return (log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1)) / std::log(2.0);
}

// Upper bounds of the count of a plan, as logarithms to base 2.
class CountBound {
public:
    CountBound(MatchingPlan const& plan, Graph const& graph) : plan_(plan), graph_(graph) {}

    // Returns: a bound by the largest degree. It takes at most 2^64 for the traversals of the walk, since no run lives
    // to see more.
    double of_largest_degree() const {
        double const degree = std::max<double>(2, graph_.max_degree());
        double const walks = std::log2(graph_.vertex_count() + 1.0) + (plan_.walked - 1) * std::log2(degree);
        double sum = std::min(64.0, walks) + of_mappings();
        for (int kind = 0; kind < plan_.kinds; ++kind) {
            if (degree >= plan_.members[kind]) sum += log2_binomial(degree, plan_.members[kind]);
        }
        return sum;
    }

    // Returns: a bound by the degrees of all vertices. It keeps only one edge from each vertex of the pattern to an
    // earlier one, and counts the mappings of that tree, one vertex of the pattern after the other from the last on.
    double of_tree() const {
        std::vector<std::vector<double>> all(static_cast<std::size_t>(plan_.walked)); // filled where they are needed
        auto const at = [&](std::size_t position) -> std::vector<double>& {
            if (all[position].empty()) all[position] = tails_at(static_cast<int>(position));
            return all[position];
        };
        for (std::size_t i = all.size(); i-- > 1;) {
            std::vector<double> const of_last = std::move(at(i));
            std::vector<double>& before = at(first_of(plan_.steps[i].adjacent));
            for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
                double sum = 0;
                for (VertexId const u : graph_.neighbours(v)) sum += of_last[u];
                before[v] = times(before[v], sum);
            }
        }
        return std::log2(std::accumulate(at(0).begin(), at(0).end(), 1.0)) + of_mappings();
    }

private:
    static std::size_t first_of(MatchingPlan::Positions positions) {
        return static_cast<std::size_t>(std::countr_zero(positions));
    }
    static double times(double a, double b) {
        return std::min(a * b, 1e300);
    } // finite, since 0 times infinity would be NaN

    // Returns: the logarithm of the mappings of each set if the plan counts mappings; 0 if it counts sets.
    double of_mappings() const { return plan_.terms > 0 ? std::log2(static_cast<double>(exchanges_of(plan_))) : 0; }

    // Returns: for each vertex of the graph the number of ways to choose, among its neighbours, the vertices that are
    // counted together and whose first neighbour in the order is at `position`.
    std::vector<double> tails_at(int position) const {
        std::vector<double> sets(graph_.vertex_count(), 1.0);
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            double const degree = graph_.degree(v);
            if (degree < plan_.steps[position].degree) sets[v] = 0;
            for (int kind = 0; kind < plan_.kinds && sets[v] > 0; ++kind) {
                int const members = plan_.members[kind];
                if (first_of(plan_.set[kind].adjacent) != static_cast<std::size_t>(position)) continue;
                sets[v] = degree < members ? 0 : times(sets[v], std::exp2(log2_binomial(degree, members)));
            }
        }
        return sets;
    }

    MatchingPlan const& plan_;
    Graph const& graph_;
};

// Throws InputError if the count can exceed 128 bits. Cost: if the largest degree alone does not rule that out, it
// reads each edge once for each vertex that the walk finds.
void require_countable(MatchingPlan const& plan, Graph const& graph) {
    constexpr double most = 127.99; // less than 128 by more than the rounding of logarithms
    CountBound const bound(plan, graph);
    if (plan.kinds == 0 || bound.of_largest_degree() < most) return;
    double const bits = bound.of_tree();
    if (bits < most) return;
    throw InputError(fmt::format("there can be 2^{:.0f} matches here, but a count has 128 bits: take a smaller pattern",
                                 std::ceil(bits - std::log2(static_cast<double>(plan.repetitions)))));
}

// The key of a checkpoint. A run goes on only with the plan that began it.
std::string key_of(MatchingPlan const& plan) {
    auto const text = [](MatchingPlan::Step const& step) {
        return fmt::format(" {:x}.{:x}.{:x}.{:x}", step.adjacent, step.strange, step.above, step.below);
    };
    std::string key = fmt::format("match {} of {}", plan.walked, plan.size);
    for (int i = 0; i < std::min(plan.size, MatchingPlan::max_vertices); ++i) key += text(plan.steps[i]);
    for (int i = 0; i < plan.sets; ++i) key += " +" + text(plan.set[i]);
    for (int i = 0; i < plan.kinds; ++i) key += fmt::format(" {}", plan.members[i]);
    for (int i = 0; i < plan.bans; ++i) key += fmt::format(" !{:x}", plan.ban[i]);
    return key;
}

// Returns: whether the options allow a formula, which sums over all roots on full warps and begins at the first root.
bool fits_a_formula(RunOptions const& options) {
    return !options.roots && (options.warp_width == 0 || options.warp_width == full_warp_width);
}

BoundApplication walk_form(MatchQuery const& query, std::vector<int> const& order, MatchingPlan const& plan) {
    if (!query.pattern.has_marks()) return match_form(plan);
    MarkedPlanOf const plan_of = [query, order](Graph const& graph) { return marked_plan_of(query, order, graph); };
    return query.pattern.discovered() != 0 ? by_labels(query, order, plan_of) : marked_match_form(plan_of, plan.walked);
}

// A walk that counts each match once for each exchange of alike vertices, and divides by the number of exchanges.
class Walk : public Decorator {
public:
    Walk(BoundApplication walk, MatchingPlan const& plan) : Decorator(std::move(walk)), plan_(plan) {}

    Choice choose(Graph const& graph, RunOptions const& options) const override {
        Choice choice = Decorator::choose(graph, options);
        choice.chosen.algorithm = Algorithm::walk;
        return choice;
    }

protected:
    RunOptions given(Graph const& graph, RunOptions options) const override {
        require_countable(plan_, graph);
        return balanced(std::move(options)); // one hub's traversals can take longer than all others together
    }
    RunResult made_of(RunResult result) const override {
        result.count /= plan_.repetitions;
        result.chosen.form = name_of(Algorithm::walk);
        return result;
    }

private:
    MatchingPlan const plan_;
};

BoundApplication bind_walk(MatchQuery const& query, std::vector<int> const& order) {
    MatchingPlan const plan = make_plan(query.pattern, query.induced, order);
    return with_key(make_form<Walk>(walk_form(query, order, plan), plan), key_of(plan) + marks_text(query.pattern));
}

BoundApplication bind_formula(Formula formula, int size) {
    if (formula == Formula::cliques) return bind_cliques({.k = size});
    BoundApplication const sums = formula_form(formula);
    if (formula != Formula::gems) return with_key(as_formula(sums), std::string(describe(formula)));
    Pattern cliques(4);
    for (int v = 1; v < 4; ++v) {
        for (int u = 0; u < v; ++u) cliques.require_edge(u, v);
    }
    BoundApplication const gems =
        bind_parts({{with_key(sums, "pairs of edges of triangles"), 1}, {bind_matches({.pattern = cliques}), -12}}, 1);
    return with_key(as_formula(gems), std::string(describe(formula)));
}

// Throws InputError if the query asks for parts and the options do not allow them.
bool may_take_parts(MatchQuery const& query, RunOptions const& options) {
    if (!options.checkpoint.on()) return true;
    if (query.algorithm != Algorithm::parts) return false;
    throw InputError("a count by parts keeps no checkpoint: leave it out, or take the algorithm walk");
}

// Returns: the query with an algorithm that the options allow.
MatchQuery allowed(MatchQuery query, RunOptions const& options) {
    if (fits_a_formula(options)) return query;
    if (query.algorithm == Algorithm::formula || query.algorithm == Algorithm::parts) {
        throw InputError(
            "a formula counts from all roots, on warps of 32 lanes: leave out roots and warp width, or take the "
            "algorithm walk");
    }
    query.algorithm = Algorithm::walk;
    return query;
}

} // namespace

BoundApplication bind_way(MatchQuery const& query, MatchWay const& way) {
    if (way.formula) return bind_formula(*way.formula, query.pattern.size());
    if (way.parts) return bind_by_parts(*way.parts);
    return way.sum ? bind_sum(*way.sum, query.pattern) : bind_walk(query, way.order);
}

std::string semantics_of_matches(bool induced, bool mappings) {
    return std::string(mappings ? "mappings: each of the images of a match counts; "
                                : "matches: mappings with automorphisms divided out; ") +
           (induced ? "induced: no edge but the pattern's" : "edge-induced: other edges may be there");
}

Graph without(Graph const& graph, std::span<VertexId const> vertices, std::size_t subset) {
    std::vector<VertexId> kept;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const at = static_cast<std::size_t>(std::ranges::find(vertices, v) - vertices.begin());
        if (at == vertices.size() || (subset >> at & 1) == 0) kept.push_back(v);
    }
    return within(graph, std::move(kept));
}

namespace {

// Matches that have some vertices S. In the graph these bear labels of their own, and the pattern asks for them. There is
// a marked pattern for each way in which its vertices stand for S, up to its automorphisms, and no match is met twice.
class MatchesThrough : public Form {
public:
    // `bind` makes the application of a marked pattern. `counts`: the number is asked for, and not the matches.
    MatchesThrough(MatchQuery query, std::function<BoundApplication(MatchQuery const&)> bind, bool counts)
        : query_(std::move(query)),
          bind_(std::move(bind)),
          counts_(counts) {
        if (query_.pattern.discovered() != 0)
            throw InputError("matches through given vertices discover no labels: write 0:A for 0:?");
    }

    void warm_up(RunOptions const& options) const override { bind_(without_through()).warm_up(options); }
    Graph prepare(Graph const& graph, RunOptions const&) const override { return graph; }
    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return bind_(without_through()).estimate(graph, options);
    }
    RunResult run(GraphOrResident const& where, RunOptions const& options) const override {
        require_no_start(options, "matches through given vertices begin at them");
        if (options.member != nullptr)
            throw InputError("matches through given vertices are few: take one device in one process");
        TimeLeft const time(options);
        Graph const& graph = where.graph();
        require_marks(query_, graph);
        std::vector<VertexId> const vertices = vertices_of(graph, query_.through);
        Graph const marked = with_own_labels(graph, vertices);
        std::vector<Pattern> const patterns = marked_patterns(graph, vertices);
        if (is_quicker_by_difference(graph, marked, patterns, options))
            return by_difference(graph, vertices, time, options);
        RunResult sum;
        sum.device = {"host", "CPU", 1};
        double const prepared = time.spent();
        for (Pattern const& pattern : patterns) {
            RunOptions own = time.in(options);
            if (auto& limit = own.of<StoreInput>().limit) *limit -= static_cast<std::uint64_t>(sum.count);
            RunResult const part = bind_(of_marked(pattern)).run(marked, own);
            sum.count += part.count;
            sum.status = part.status;
            sum.device = part.device;
            sum.chosen = part.chosen;
            add_seconds(sum, part);
            if (part.status != Status::complete) break;
        }
        sum.seconds.prepare += prepared;
        return sum;
    }
    JobSample sample(Resident const&, RunOptions const&, std::span<SampledJobs const>) const override { return {}; }
    Choice choose(Graph const&, RunOptions const&) const override { return {}; }

private:
    static std::string own_label(std::size_t i) { return fmt::format("\x01{}", i); } // no file has it

    MatchQuery without_through() const {
        MatchQuery query = query_;
        query.through.clear();
        return query;
    }
    MatchQuery of_marked(Pattern const& pattern) const {
        MatchQuery query = without_through();
        query.pattern = pattern;
        query.labels_may_lack = true; // the graph's own are checked
        return query;
    }

    static std::string label_of(Graph const& graph, VertexId v) {
        if (!has_labels(graph) || graph.marks->labels[v] == GraphMarks::no_label) return {};
        return graph.marks->label_names[graph.marks->labels[v]];
    }
    static Graph with_own_labels(Graph const& graph, std::vector<VertexId> const& vertices) {
        std::vector<std::string> labels(graph.vertex_count());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) labels[v] = label_of(graph, v);
        for (std::size_t i = 0; i < vertices.size(); ++i) labels[vertices[i]] = own_label(i);
        return with_labels(graph, labels);
    }

    // `stands_for[v]`: the vertex of S that v stands for, or -1.
    Pattern marked_pattern(std::vector<int> const& stands_for) const {
        Pattern const& given = query_.pattern;
        Pattern made(given.size());
        auto const has = [](Pattern::Vertices set, int v) { return (set & Pattern::bit(v)) != 0; };
        for (int v = 0; v < given.size(); ++v) {
            int const own = stands_for[static_cast<std::size_t>(v)];
            if (own >= 0) {
                made.label(v, {own_label(static_cast<std::size_t>(own))});
            } else if (!given.labels(v).empty()) {
                made.label(v, given.labels(v));
            }
            for (int u = 0; u < given.size(); ++u) {
                if (has(given.arcs_from(v), u)) made.require_arc(v, u);
                if (has(given.no_arcs_from(v), u)) made.forbid_arc(v, u);
                if (auto const& label = given.arc_label(v, u); !label.empty()) made.label_arc(v, u, label);
                if (u > v) continue;
                if (has(given.edges(v), u)) made.require_edge(u, v);
                if (has(given.strangers(v), u)) made.forbid_edge(u, v);
                if (auto const& label = given.edge_label(u, v); !label.empty()) made.label_edge(u, v, label);
            }
        }
        return made;
    }
    // Returns: whether the walks through the vertices are long, and the matches of whole graphs are counted sooner. A match that
    // forbids common neighbours is not one of a smaller graph.
    bool is_quicker_by_difference(Graph const& graph, Graph const& marked, std::vector<Pattern> const& patterns,
                                  RunOptions const& options) const {
        constexpr double long_walk = 1e9;
        constexpr std::size_t most_given = 4;
        constexpr int most_vertices = 16;
        bool const may_be = counts_ && query_.through.size() <= most_given && query_.pattern.size() <= most_vertices &&
                            query_.order.empty() && query_.algorithm == Algorithm::fast &&
                            std::popcount(query_.pattern.core()) == query_.pattern.size();
        auto const others = static_cast<double>(query_.pattern.size()) - static_cast<double>(query_.through.size());
        double const most = std::pow(std::max<double>(2, graph.max_degree()), others);
        if (!may_be || most * static_cast<double>(patterns.size()) < long_walk) return false;
        double walk = 0;
        for (Pattern const& pattern : patterns)
            walk += most_mappings(marked, as_meant(of_marked(pattern)), options.threads);
        if (walk < long_walk) return false;
        MatchQuery const whole = as_meant(without_through());
        MatchWay const way = way_of(whole, graph);
        double const of_one = way.is_walk() ? predicted_work(whole.pattern, whole.induced, way.order, graph) : 0;
        return std::ldexp(of_one, static_cast<int>(query_.through.size())) < walk / 2;
    }
    // Those with all of the vertices S are a sum over the subsets of S that are taken out of the graph, with alternating
    // signs.
    RunResult by_difference(Graph const& graph, std::vector<VertexId> const& vertices, TimeLeft const& time,
                            RunOptions const& options) const {
        RunResult sum;
        for (std::size_t subset = 0; subset < std::size_t{1} << vertices.size(); ++subset) {
            RunResult const part = bind_(without_through()).run(without(graph, vertices, subset), time.in(options));
            sum.count = std::popcount(subset) % 2 == 0 ? sum.count + part.count : sum.count - part.count;
            sum.status = part.status;
            sum.device = part.device;
            sum.chosen = part.chosen;
            add_seconds(sum, part);
            if (part.status == Status::complete) continue;
            sum.count = 0; // a sum with signs is no bound
            break;
        }
        return sum;
    }

    // Returns: the marked patterns that vertices with these labels allow.
    std::vector<Pattern> marked_patterns(Graph const& graph, std::vector<VertexId> const& vertices) const {
        std::vector<Pattern> all;
        std::vector<int> stands_for(static_cast<std::size_t>(query_.pattern.size()), -1);
        mark(graph, vertices, 0, stands_for, all);
        return all;
    }
    void mark(Graph const& graph, std::vector<VertexId> const& vertices, std::size_t i, std::vector<int>& stands_for,
              std::vector<Pattern>& all) const {
        Pattern const marked = marked_pattern(stands_for);
        if (i == vertices.size()) return all.push_back(marked);
        std::vector<int> const orbits = automorphisms(marked.meaning(query_.induced)).orbits;
        for (int v = 0; v < marked.size(); ++v) {
            auto const at = static_cast<std::size_t>(v);
            if (marked.is_anti(v) || stands_for[at] >= 0 || orbits[at] != v) continue;
            auto const& asked = query_.pattern.labels(v);
            if (!asked.empty() && std::ranges::find(asked, label_of(graph, vertices[i])) == asked.end()) continue;
            stands_for[at] = static_cast<int>(i);
            mark(graph, vertices, i + 1, stands_for, all);
            stands_for[at] = -1;
        }
    }

    MatchQuery const query_;
    std::function<BoundApplication(MatchQuery const&)> const bind_;
    bool const counts_;
};

// The count is 1 if there is a match, else 0.
class AsAnswer : public Decorator {
public:
    using Decorator::Decorator;

protected:
    RunResult made_of(RunResult result) const override {
        if (result.count > 0) result.status = Status::complete;
        result.count = result.count > 0 ? 1 : 0;
        return result;
    }
};

} // namespace

BoundApplication bind_existence_through(MatchQuery const& query) {
    return make_form<AsAnswer>(make_form<MatchesThrough>(as_meant(query), bind_matches, false));
}

BoundApplication bind_matches(MatchQuery const& given) {
    MatchQuery const query = as_meant(given);
    if (!query.through.empty()) return make_form<MatchesThrough>(query, bind_matches, true);
    bind_way(query, way_of(query)); // throws the errors that every run would throw
    return bind_known_way(query, std::nullopt);
}

BoundApplication bind_known_way(MatchQuery const& query, std::optional<MatchWay> const& known) {
    return chosen_by_graph(
        [query, known](Graph const& graph, RunOptions const& options) {
            MatchQuery const own = allowed(query, options);
            MatchWay way = known && own.algorithm == query.algorithm ? *known : way_of(own, graph);
            if (way.parts && !may_take_parts(own, options)) way.parts.reset();
            return bind_way(query, way);
        },
        [query](RunOptions const& options) { return bind_way(query, way_of(allowed(query, options))); });
}

MatchResult count_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    MatchResult matches{bind_matches(query).run(graph, options)};
    matches.automorphisms = automorphisms(as_meant(query).pattern).count;
    matches.mappings = product_of(matches.count, matches.automorphisms);
    matches.by_labels = matches.of<ByLabels>();
    return matches;
}

namespace {

// Returns: the vertices of a match, in the pattern's order.
std::vector<int> vertices_of_match(Pattern const& pattern) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    return vertices;
}

} // namespace

LeastImage::LeastImage(Pattern const& pattern, std::vector<int> const& order)
    : LeastImage(stabiliser_chain(pattern), vertices_of_match(pattern), order) {}

LeastImage::LeastImage(std::vector<std::vector<Permutation>> const& chain, std::vector<int> const& vertices,
                       std::vector<int> const& order)
    : size_(order.size()) {
    auto const place_in = [](std::vector<int> const& all, int v) {
        return static_cast<std::uint8_t>(std::ranges::find(all, v) - all.begin());
    };
    for (std::size_t i = 0; i < size_; ++i) from_[i] = place_in(order, vertices[i]);
    for (std::size_t place = 0; place < chain.size(); ++place) {
        if (chain[place].empty()) continue;
        Link& link = chain_.emplace_back(Link{place, {}});
        for (Permutation const& goes_to : chain[place]) {
            Places& places = link.moves.emplace_back();
            for (std::size_t i = 0; i < size_; ++i) {
                places[i] = place_in(vertices, goes_to[static_cast<std::size_t>(vertices[i])]);
            }
        }
    }
}

bool LeastImage::is_ascending() const {
    for (std::size_t i = 0; i < chain_.size(); ++i) {
        if (chain_[i].place != i || chain_[i].moves.size() + i + 1 != size_) return false;
    }
    return chain_.size() + 1 >= size_;
}

// The functions of Cerrado::apps that give the matches of a pattern one by one.

namespace {

MarkedPlanOf walk_of(MatchQuery const& query, std::vector<int> const& order) {
    return [query, order](Graph const& graph) { return marked_plan_of(query, order, graph); };
}

void require_walk(MatchQuery const& query) {
    if (query.algorithm == Algorithm::formula || query.algorithm == Algorithm::parts) {
        throw InputError(
            "a formula counts matches without finding them, so it cannot list them: take the algorithm walk or fast");
    }
    require_few(std::popcount(query.pattern.core()), MatchingPlan::max_vertices);
}

// Returns: a sink that arranges each record as its least image before it hands it on. One thread calls it.
template <class Id>
void arrange(std::function<void(std::span<Id const>)>& sink, std::shared_ptr<LeastImage const> const& image) {
    if (!sink) return;
    sink = [image, given = std::move(sink), room = std::vector<Id>()](std::span<Id const> ids) mutable {
        room.assign(ids.begin(), ids.end());
        image->arrange(std::span(room));
        given(room);
    };
}

class GivenOptions : public Decorator {
public:
    GivenOptions(BoundApplication form, std::function<RunOptions(RunOptions)> with)
        : Decorator(std::move(form)),
          with_(std::move(with)) {}

protected:
    RunOptions given(Graph const&, RunOptions options) const override { return with_(std::move(options)); }

private:
    std::function<RunOptions(RunOptions)> const with_;
};

BoundApplication given_options(BoundApplication form, std::function<RunOptions(RunOptions)> with) {
    return make_form<GivenOptions>(std::move(form), std::move(with));
}

// The key of a checkpoint. A run goes on only with the walk that began it.
std::string key_of(MatchQuery const& query, std::vector<int> const& order) {
    std::string key = query.induced ? "each induced match" : "each match";
    for (int const v : order) {
        key += fmt::format(" {:x}.{:x}", query.pattern.neighbours(v), query.pattern.strangers(v));
    }
    return key + marks_text(query.pattern);
}

BoundApplication list_in(MatchQuery const& query, std::vector<int> const& order) {
    auto const image = std::make_shared<LeastImage const>(query.pattern, order);
    return given_options(
        with_key(match_list_form(walk_of(query, order), static_cast<int>(order.size()), query.pattern.has_marks()),
                 key_of(query, order)),
        [image, query](RunOptions options) {
            if ((options.of<StoreInput>().device_sink || query.as_found) && query.order.empty()) {
                throw InputError(
                    "a device_sink and a list as found get the vertices in the order of the search: set "
                    "MatchQuery::order to choose it");
            }
            if (query.as_found) return options;
            arrange(options.of<StoreInput>().sink, image);
            arrange(options.of<StoreInput>().batch_sink, image);
            arrange(options.of<StoreInput>().narrow_sink, image);
            return options;
        });
}

BoundApplication local_in(MatchQuery const& query, std::vector<int> const& order) {
    std::vector<int> const orbits = match_orbits(query.pattern);
    std::vector<int> const orbit_of = automorphisms(query.pattern).orbits;
    PositionOrbits of_positions;
    of_positions.count = static_cast<int>(orbits.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        int const least = orbit_of[static_cast<std::size_t>(order[i])];
        of_positions.of[i] = static_cast<std::uint8_t>(std::ranges::find(orbits, least) - orbits.begin());
    }
    return with_key(match_orbits_form(walk_of(query, order), static_cast<int>(order.size()), of_positions,
                                      query.pattern.has_marks()),
                    key_of(query, order));
}

// Counts by a local plan of parts if that is asked for, or is predicted to take less than `walk`.
BoundApplication by_parts_where_cheaper(BoundApplication const& walk, MatchQuery const& query) {
    auto const is_asked_for = [](MatchQuery const& own) { return own.algorithm == Algorithm::parts; };
    if (is_asked_for(query)) required_parts(query, plan_local_parts, outline_of_no_graph()); // throws what runs would
    return chosen_by_graph(
        [=](Graph const& graph, RunOptions const& options) {
            MatchQuery const own = allowed(query, options);
            bool const may_plan = own.order.empty() && own.algorithm != Algorithm::walk && may_take_parts(own, options);
            if (!may_plan) return walk;
            if (is_asked_for(own)) {
                require_marks(own, graph);
                return bind_by_parts(required_parts(own, plan_local_parts, outline_for_parts(graph)));
            }
            std::vector<int> const order = matching_order(own.pattern, own.induced, graph, own.meaning.get());
            double const work = predicted_work_to_each(own, order, graph);
            std::optional<PartsPlan> const plan = CheaperParts(own, plan_local_parts, graph).than(work);
            return plan ? bind_by_parts(*plan) : walk;
        },
        [=](RunOptions const&) {
            if (!is_asked_for(query)) return walk;
            return bind_by_parts(required_parts(query, plan_local_parts, outline_of_no_graph()));
        });
}

} // namespace

namespace {

// Lists the matches through given vertices, each as its least image.
BoundApplication list_through(MatchQuery const& query) {
    if (query.as_found) throw InputError("a list of matches through given vertices has least images: unset as_found");
    auto const image = std::make_shared<LeastImage const>(query.pattern, vertices_of_match(query.pattern));
    return given_options(make_form<MatchesThrough>(query, bind_match_walk, false), [image](RunOptions options) {
        if (options.of<StoreInput>().device_sink)
            throw InputError("matches through given vertices are arranged on the host: set another sink");
        arrange(options.of<StoreInput>().sink, image);
        arrange(options.of<StoreInput>().batch_sink, image);
        arrange(options.of<StoreInput>().narrow_sink, image);
        return options;
    });
}

} // namespace

BoundApplication bind_match_walk(MatchQuery const& given) {
    MatchQuery const query = as_meant(given);
    if (!query.through.empty()) return list_through(query);
    require_walk(query);
    return ordered_by_graph(query, [query](std::vector<int> const& order) { return list_in(query, order); });
}

BoundApplication bind_local_matches(MatchQuery const& given) {
    MatchQuery const query = as_meant(given);
    if (!query.through.empty())
        throw InputError("matches through given vertices have no counts at vertices: leave one of both out");
    bool const is_by_parts = query.algorithm == Algorithm::parts;
    if (!has_roles(query) && !is_by_parts) require_walk(query);
    BoundApplication const walk =
        ordered_by_graph(query, [query](std::vector<int> const& order) { return local_in(query, order); });
    return has_roles(query) && !is_by_parts ? by_roles_where_cheaper(walk, query) : by_parts_where_cheaper(walk, query);
}

detail::PlanToEach detail::plan_to_each(MatchQuery const& given, Graph const& graph) {
    MatchQuery const query = as_meant(given);
    require_walk(query);
    std::vector<int> order = query.order.empty()
                                 ? matching_order(query.pattern, query.induced, graph, query.meaning.get())
                                 : checked_order(query.pattern, query.induced, query.order);
    MarkedWalk walk = marked_plan_of(query, order, graph);
    return {walk.plan, std::move(walk.bits), order, key_of(query, order)};
}

std::vector<int> match_orbits(Pattern const& pattern) {
    std::vector<int> const orbit_of = automorphisms(pattern).orbits;
    std::vector<int> orbits;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v) && orbit_of[static_cast<std::size_t>(v)] == v) orbits.push_back(v);
    }
    return orbits;
}

RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    return bind_match_list(query).run(graph, options);
}

RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_matches(graph, query, options);
}

RunResult count_local_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    return bind_local_matches(query).run(graph, options);
}

} // namespace cerrado

namespace cerrado {

namespace {

using Numbers = std::vector<std::uint32_t>; // of labels; 0: none

// Returns: for each vertex of the pattern the number of its label in a key, or 0 if its label is not discovered.
Numbers numbers_in(LabelKey key, Pattern const& pattern, int bits) {
    Numbers numbers(static_cast<std::size_t>(pattern.size()));
    for (int v = pattern.size(); v-- > 0;) {
        if (!pattern.discovers(v)) continue;
        numbers[static_cast<std::size_t>(v)] = static_cast<std::uint32_t>(key & ((LabelKey{1} << bits) - 1));
        key >>= bits;
    }
    return numbers;
}

// The least image of labels under the automorphisms of a pattern. The first number is made least, then the second by
// permutations that keep the first vertex in place, and so on. Labels may be equal, so several images can tie.
class LeastLabels {
public:
    explicit LeastLabels(Pattern const& pattern) : chain_(stabiliser_chain(pattern)) {
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.is_anti(v)) vertices_.push_back(static_cast<std::size_t>(v));
        }
        moves_ = std::ranges::any_of(chain_, [](auto const& moves) { return !moves.empty(); });
    }

    Numbers of(Numbers const& labels) const {
        if (!moves_) return labels;
        std::vector<Numbers> ties = {labels};
        for (std::size_t i = 0; i < vertices_.size(); ++i) {
            std::size_t const before = ties.size();
            for (std::size_t j = 0; j < before; ++j) {
                for (Permutation const& goes_to : chain_[i]) ties.push_back(moved(ties[j], goes_to));
            }
            keep_least(ties, vertices_[i]);
        }
        return ties.front();
    }

private:
    static Numbers moved(Numbers const& labels, Permutation const& goes_to) {
        Numbers moved(labels.size());
        for (std::size_t v = 0; v < labels.size(); ++v) moved[v] = labels[static_cast<std::size_t>(goes_to[v])];
        return moved;
    }

    static void keep_least(std::vector<Numbers>& ties, std::size_t v) {
        if (ties.size() == 1) return;
        std::uint32_t least = ties.front()[v];
        for (Numbers const& tie : ties) least = std::min(least, tie[v]);
        std::erase_if(ties, [&](Numbers const& tie) { return tie[v] != least; });
        std::ranges::sort(ties);
        ties.erase(std::unique(ties.begin(), ties.end()), ties.end());
    }

    std::vector<std::vector<Permutation>> chain_;
    std::vector<std::size_t> vertices_; // of a match
    bool moves_ = false;
};

std::vector<LabelsCount> counts_by_labels(LabelKeys::Result const& keys, Pattern const& pattern, Graph const& graph) {
    LeastLabels const least(pattern);
    int const bits = bits_of_label(graph);
    std::map<Numbers, WideCount> sums;
    for (auto const& [key, count] : keys) sums[least.of(numbers_in(key, pattern, bits))] += count;
    std::vector<LabelsCount> counts;
    for (auto const& [numbers, count] : sums) {
        LabelsCount& row = counts.emplace_back(LabelsCount{{}, count});
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.discovers(v)) continue;
            std::uint32_t const number = numbers[static_cast<std::size_t>(v)];
            row.labels.push_back(number == 0 ? "" : graph.marks->label_names[number - 1]);
        }
    }
    std::ranges::stable_sort(counts, std::ranges::greater(), &LabelsCount::count);
    return counts;
}

class WalkByLabels : public Decorator {
public:
    WalkByLabels(BoundApplication walk, Pattern const& pattern) : Decorator(std::move(walk)), pattern_(pattern) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        RunResult result = Decorator::run(graph, options);
        result.of<ByLabels>() = counts_by_labels(result.of<LabelKeys>(), pattern_, graph.graph());
        result.of<LabelKeys>() = {};
        return result;
    }

protected:
    RunOptions given(Graph const& graph, RunOptions options) const override {
        if (!has_labels(graph)) return options; // the plan refuses it
        int const bits = bits_of_label(graph), most = 8 * static_cast<int>(sizeof(LabelKey));
        if (std::popcount(pattern_.discovered()) * bits <= most) return options;
        throw InputError(
            fmt::format("the pattern discovers the labels of {} vertices, and with the {} labels of this graph it can "
                        "discover {} at once: ask for the labels of fewer vertices",
                        std::popcount(pattern_.discovered()), graph.marks->label_names.size(), most / bits));
    }

private:
    Pattern const pattern_;
};

} // namespace

int bits_of_label(Graph const& graph) { return static_cast<int>(std::bit_width(graph.marks->label_names.size())); }

BoundApplication by_labels(MatchQuery const& query, std::vector<int> const& order, MarkedPlanOf const& plan_of) {
    LabelPlaces places;
    for (int v = 0; v < query.pattern.size(); ++v) {
        if (!query.pattern.discovers(v)) continue;
        places.place[places.count++] = static_cast<std::uint8_t>(std::ranges::find(order, v) - order.begin());
    }
    BoundApplication const walk = label_keys_form(plan_of, static_cast<int>(order.size()), places);
    return make_form<WalkByLabels>(walk, query.pattern);
}

} // namespace cerrado
