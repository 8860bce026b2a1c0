#include "isomorphism/forms.hpp"
#include "isomorphism/formula/formula.hpp"
#include "isomorphism/parts/plan.hpp"
#include "library/form.hpp"

#include <cerrado/apps/clique.hpp>
#include <cerrado/apps/detail/on_resident.hpp>
#include <cerrado/apps/graphlets.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/by_id.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

// Upper bounds of the numbers by vertex, and of their sum over all vertices.
struct Bound {
    double most = 0, sum = 0;
    std::size_t walk = 0; // if the numbers are those of walks from a head: their length; else 0
};

// The bounds of a graph's tails and vectors.
class Bounds {
public:
    explicit Bounds(Graph const& graph)
        : degree_(graph.max_degree()),
          vertices_(graph.vertex_count()),
          entries_(static_cast<double>(graph.neighbour_array().size())) {}

    // Counts walks of up to `longest` edges, for closer bounds. Hubs whose neighbours have few are the reason.
    void look_closer(Graph const& graph, int longest) {
        Team team(team_size(graph.neighbour_array().size() * static_cast<std::uint64_t>(longest), 0));
        std::vector<double> from(graph.vertex_count(), 1), next(from.size());
        walks_ = {1};
        for (int length = 1; length <= longest; ++length) {
            team.run([&](Member member) {
                for_vertices_of(member, graph.ref(), [&](VertexId v) {
                    next[v] = 0;
                    for (VertexId const u : graph.neighbours(v)) next[v] += from[u];
                });
            });
            walks_.push_back(std::ranges::max(next));
            std::swap(from, next);
        }
    }

    // Returns: a bound of the numbers of a node's tails and vectors. Sums over them have 128 bits.
    double greatest(PartsNode const& node) const {
        std::vector<Bound> tails;
        double greatest = 0;
        for (Tail const& tail : node.tails) {
            Bound product = all_ones();
            for (int const below : tail.of) product = times(product, tails[static_cast<std::size_t>(below)]);
            tails.push_back(stepped(product));
            greatest = std::max(greatest, tails.back().most);
        }
        std::array<Bound, SpreadPlan::most_vectors> vectors{};
        for (int i = 0; i < node.plan.steps; ++i) {
            SpreadPlan::Step const& step = node.plan.step[i];
            Bound& to = vectors[step.to];
            Bound const& from = vectors[step.from];
            switch (step.op) {
            case SpreadPlan::Op::begin: to = {1, degree_, 1}; break;
            case SpreadPlan::Op::step:
            case SpreadPlan::Op::step_within: to = stepped(from); break;
            case SpreadPlan::Op::multiply: to = times(to, from); break;
            case SpreadPlan::Op::raise: to = times(to, power(to, step.number - 1)); break;
            case SpreadPlan::Op::tail: to = times(to, tails[step.number]); break;
            case SpreadPlan::Op::leaves: to = times(to, power({degree_, entries_}, step.number)); break;
            case SpreadPlan::Op::sum:
            case SpreadPlan::Op::give:
            case SpreadPlan::Op::clear: break;
            }
            greatest = std::max(greatest, to.most);
        }
        return greatest;
    }

private:
    Bound all_ones() const { return {1, vertices_}; }
    Bound stepped(Bound const& from) const {
        Bound to{std::min(degree_ * from.most, from.sum), degree_ * from.sum, from.walk > 0 ? from.walk + 1 : 0};
        if (to.walk > 0 && to.walk < walks_.size()) to.sum = std::min(to.sum, walks_[to.walk]);
        return to;
    }
    static Bound times(Bound const& a, Bound const& b) {
        return {a.most * b.most, std::min(a.sum * b.most, a.most * b.sum)};
    }
    static Bound power(Bound const& a, int exponent) {
        Bound product = a;
        for (int i = 1; i < exponent; ++i) product = times(product, a);
        return product;
    }

    double const degree_, vertices_, entries_;
    std::vector<double> walks_; // by length: the most from one vertex
};

// Trees of a size have the most maps if they are stars (Sidorenko 1994), and a pattern has no more than a tree in it.
double most_maps(Graph const& graph, int vertices) {
    double sum = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        double maps = 1; // with the centre at v; std::pow() takes ten times as long
        for (int leaf = 1; leaf < vertices; ++leaf) maps *= graph.degree(v);
        sum += maps;
    }
    return sum;
}

// The tails of all nodes, and their numbers for every vertex.
class AllTails {
public:
    AllTails(Graph const& graph, MarkBits const& marks, int threads)
        : graph_(graph),
          marks_(marks),
          team_(team_size(graph.neighbour_array().size(), threads)) {}

    // Returns: the numbers of a node's tails.
    std::vector<int> of(PartsNode const& node) {
        std::vector<int> numbers;
        for (Tail tail : node.tails) {
            for (int& below : tail.of) below = numbers[static_cast<std::size_t>(below)];
            std::ranges::sort(tail.of);
            auto const known = std::ranges::find(tails_, tail);
            numbers.push_back(static_cast<int>(known - tails_.begin()));
            if (known == tails_.end()) append(tail);
        }
        return numbers;
    }
    TailNumbers const& numbers() const { return numbers_; }

private:
    void append(Tail const& tail) {
        std::vector<Count> product(graph_.vertex_count(), 1);
        for (int const below : tail.of) {
            std::vector<Count> const& factors = numbers_[static_cast<std::size_t>(below)];
            for (std::size_t v = 0; v < product.size(); ++v) product[v] *= factors[v];
        }
        std::vector<Count> sums(graph_.vertex_count(), 0);
        auto const meets = [](auto const& marks, std::size_t of, std::uint32_t needs) {
            return needs == 0 || (marks[of] & needs) == needs;
        };
        GraphRef const graph = graph_.ref();
        team_.run([&](Member member) {
            for_vertices_of(member, graph, [&](VertexId v) {
                for (EdgeOffset entry = graph.begin(v); entry < graph.end(v); ++entry) {
                    VertexId const u = graph.neighbours[entry];
                    if (meets(marks_.of_entry, entry, tail.entry_needs) &&
                        meets(marks_.of_vertex, u, tail.vertex_needs))
                        sums[v] += product[u];
                }
            });
        });
        tails_.push_back(tail);
        numbers_.push_back(std::move(sums));
    }

    Graph const& graph_;
    MarkBits const& marks_;
    Team team_;
    std::vector<Tail> tails_;
    TailNumbers numbers_;
};

using Numbers = std::vector<WideCount>;

// Counts the matches of a plan's patterns. Each has one number, or one for every vertex of the graph.
class Counting {
public:
    Counting(PartsPlan const& plan, Resident const& graph, RunOptions options, RunResult& total)
        : plan_(plan),
          graph_(graph),
          time_(options),
          options_(std::move(options)),
          marks_(bits_of(graph.graph(), plan.bits)),
          tails_(graph.graph(), marks_, options_.threads),
          wedges_(wedges_of(graph.graph())),
          factors_(plan.nodes.size()),
          maps_(plan.nodes.size()),
          seconds_(plan.nodes.size()),
          sums_(plan.counts.size(), Numbers(plan.is_local ? graph.graph().vertex_count() : 1)),
          total_(total) {
        for (std::size_t i = 0; i < plan.counts.size(); ++i)
            for (PartsCount::Maps const& maps : plan.counts[i].maps)
                factors_[static_cast<std::size_t>(maps.node)].emplace_back(i, maps.factor);
    }

    // Returns: the matches of each pattern; none if a run was partial.
    std::vector<Numbers> run() {
        count_known();
        if (is_complete()) count_trees();
        if (is_complete()) count_by_heads();
        total_.roots.given = graph_.graph().vertex_count();
        total_.roots.done = is_complete() ? total_.roots.given : 0; // no root's sum is known before all are
        if (!is_complete()) return {};
        for (std::size_t i = 0; i < sums_.size(); ++i)
            for (WideCount& sum : sums_[i]) sum = matches_of(plan_.counts[i], sum);
        return std::move(sums_);
    }

    // Returns: the maps of a node if the plan is not local.
    WideCount maps_of(std::size_t node) const { return maps_[node]; }
    // Returns: the time of the run in which it was counted.
    double seconds_of(std::size_t node) const { return seconds_[node]; }

private:
    bool is_complete() const { return total_.status == Status::complete; }

    void add(RunResult const& part) {
        add_result(total_, part);
        total_.status = part.status;
    }

    // Returns: the options of a run that takes this share of the time, as far as it was predicted.
    RunOptions next(double share) {
        RunOptions options = time_.in(options_);
        if (options.progress) {
            options.progress = [this, told = options.progress, share, before = told_](Progress progress) {
                shown_ = std::max(shown_, std::min(1.0, before + share * progress.share)); // passes begin at 0 again
                progress.share = shown_;
                progress.roots_given = graph_.graph().vertex_count();
                progress.roots_done = static_cast<std::uint64_t>(shown_ * graph_.graph().vertex_count());
                told(progress);
            };
        }
        told_ += share;
        return options;
    }

    // Adds the maps of a node, modulo 2^128, since some factors are negative.
    template <class MapsAt> void put(std::size_t node, double seconds, MapsAt const& maps_at) {
        seconds_[node] = seconds;
        if (!plan_.is_local) maps_[node] = maps_at(0);
        for (auto const& [count, factor] : factors_[node])
            for (std::size_t i = 0; i < sums_[count].size(); ++i)
                sums_[count][i] += static_cast<WideCount>(factor) * maps_at(i);
    }

    static constexpr double share_of_known = 0.1; // of the time
    double share_of(PartsNode const& node) const {
        return (1 - share_of_known) * node.entries / std::max(1.0, plan_.entries);
    }

    void count_known() {
        known_ = static_cast<double>(std::ranges::count_if(plan_.nodes, &PartsNode::is_known));
        for (std::size_t i = 0; i < plan_.nodes.size() && is_complete(); ++i) {
            PartsNode const& node = plan_.nodes[i];
            if (!(node.is_known || node.is_walked)) continue;
            Pattern const pattern = pattern_of(node.of.size, node.of.adjacency);
            if (plan_.is_local)
                put_local(i, pattern);
            else
                put_known(i, pattern);
        }
    }

    // Few patterns are counted one by one, and those of five vertices also if hubs have too many pairs of neighbours.
    // Otherwise one set of passes counts all of up to four or five vertices.
    void put_known(std::size_t i, Pattern const& pattern) {
        constexpr std::ptrdiff_t few = 3;
        auto const has_few = [&](int least, int most) {
            return std::ranges::count_if(plan_.nodes, [&](PartsNode const& one) {
                       return one.is_known && one.of.size >= least && one.of.size <= most;
                   }) <= few;
        };
        PartsNode const& node = plan_.nodes[i];
        constexpr double many_wedges = 1e9; // some seconds
        int const k = !has_few(5, 5) && wedges_ < many_wedges ? 5 : 4;
        bool const one_by_one = has_few(3, k) || node.of.size > k;
        WideCount matches = 0;
        double seconds = 0;
        if (node.of.size == 2) {
            matches = graph_.graph().edge_count();
        } else if (one_by_one || node.is_walked) {
            Algorithm const algorithm = node.is_walked ? Algorithm::walk : Algorithm::automatic;
            RunOptions const own = next(node.is_walked ? share_of(node) : share_of_known / known_);
            RunResult const part = bind_matches({.pattern = pattern, .algorithm = algorithm}).run(graph_, own);
            add(part);
            matches = part.count;
            seconds = part.seconds.run;
        } else {
            if (counts_.patterns.empty()) {
                counts_ = count_graphlets(graph_, {.k = k}, next(share_of_known));
                add(counts_);
                if (!is_complete()) return;
            }
            matches = copies_of(pattern, counts_);
            seconds = counts_.seconds.run;
        }
        WideCount maps = matches * node.automorphisms;
        if (node.of.greatest >= 0) maps /= static_cast<WideCount>(node.of.size); // all its vertices are alike
        put(i, seconds, [&](std::size_t) { return maps; });
    }

    // The same at each vertex. One set of passes counts how often it has each role.
    void put_local(std::size_t i, Pattern const& pattern) {
        PartsNode const& node = plan_.nodes[i];
        if (node.of.size == 2) {
            put(i, 0, [&](std::size_t v) { return graph_.graph().degree(static_cast<VertexId>(v)); });
        } else if (node.is_known) {
            if (roles_.counts.empty()) {
                roles_query_ = query_of_roles();
                roles_ = count_graphlet_orbits(graph_, roles_query_, next(share_of_known));
                add(roles_);
                if (!is_complete()) return;
            }
            auto const column = static_cast<std::size_t>(std::ranges::find(roles_query_.columns, column_of(node)) -
                                                         roles_query_.columns.begin());
            put(i, roles_.seconds.run, [&](std::size_t v) { return roles_.row(v)[column] * node.automorphisms; });
        } else {
            bool const is_clique = std::popcount(node.of.adjacency) * 2 == node.of.size * (node.of.size - 1);
            RunOptions const own = next(share_of(node));
            RunResult const part =
                is_clique ? count_local_cliques(graph_, {.k = node.of.size}, own)
                          : bind_local_matches({.pattern = pattern, .algorithm = Algorithm::walk}).run(graph_, own);
            add(part);
            if (!is_complete()) return;
            std::vector<int> const orbits = match_orbits(pattern), orbit_of = automorphisms(pattern).orbits;
            auto const column = static_cast<std::size_t>(
                std::ranges::find(orbits, orbit_of[static_cast<std::size_t>(node.of.role)]) - orbits.begin());
            put_counts(i, part.seconds.run, is_clique ? part.of<PerVertexAndEdge>() : part.of<PerOrbit>(), column,
                       node.automorphisms);
        }
    }

    static std::size_t column_of(PartsNode const& node) {
        return role_column(node.of.size, node.of.adjacency, node.of.role);
    }
    GraphletOrbitsQuery query_of_roles() const {
        GraphletOrbitsQuery query{.k = 4, .induced = false};
        for (PartsNode const& node : plan_.nodes) {
            if (!node.is_known || node.of.size == 2) continue;
            query.k = std::max(query.k, node.of.size);
            query.columns.push_back(column_of(node));
        }
        return query;
    }

    // Adds a column of counts, which are in the order of the ids.
    void put_counts(std::size_t i, double seconds, LocalCounts const& counts, std::size_t column, WideCount factor) {
        if (place_of_.empty()) {
            place_of_.resize(graph_.graph().vertex_count());
            std::vector<VertexId> const by_id = vertices_by_id(graph_.graph());
            for (std::size_t place = 0; place < by_id.size(); ++place) place_of_[by_id[place]] = place;
        }
        put(i, seconds, [&](std::size_t v) {
            std::size_t const place = place_of_[v];
            return factor * (counts.by_orbit.empty() ? counts.vertices[place].count : counts.orbits_of(place)[column]);
        });
    }

    void count_trees() {
        Stopwatch const watch;
        for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
            PartsNode const& node = plan_.nodes[i];
            if (node.product.empty()) continue;
            std::vector<int> const tails = tails_.of(node);
            std::uint32_t const needs = node.plan.head[0].needs.of_vertex;
            auto const at = [&](std::size_t v) -> WideCount {
                if (needs != 0 && (marks_.of_vertex[v] & needs) != needs) return 0;
                WideCount product = 1;
                for (int const tail : node.product)
                    product *= tails_.numbers()[static_cast<std::size_t>(tails[static_cast<std::size_t>(tail)])][v];
                return product;
            };
            if (plan_.is_local) {
                put(i, watch.seconds(), at);
                continue;
            }
            WideCount sum = 0;
            for (VertexId v = 0; v < graph_.graph().vertex_count(); ++v) sum += at(v);
            put(i, watch.seconds(), [&](std::size_t) { return sum; });
        }
        total_.seconds.prepare += watch.seconds();
    }

    // Nodes that are counted in one run, and the tails that they read.
    struct Group {
        std::vector<std::size_t> nodes;
        std::vector<SpreadPlan> plans;
        std::vector<int> read;
    };

    // Nodes whose heads have the same images are counted in one run, as far as there is room for their tails.
    std::vector<Group> groups() {
        constexpr std::size_t most_cells = std::size_t{1} << 26; // of a run's counts at each vertex: 1 GB
        std::size_t const most = std::max<std::size_t>(1, most_cells / std::max(1u, graph_.graph().vertex_count()));
        std::vector<Group> groups;
        for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
            PartsNode const& node = plan_.nodes[i];
            if (node.heads.empty()) continue;
            std::vector<int> const tails = tails_.of(node);
            auto const group = std::ranges::find_if(groups, [&](Group const& one) {
                std::ptrdiff_t const more =
                    std::ranges::count_if(tails, [&](int tail) { return std::ranges::count(one.read, tail) == 0; });
                return have_same_heads(one.plans.front(), node.plan) && (!plan_.is_local || one.nodes.size() < most) &&
                       std::ssize(one.read) + more <= SpreadPlan::most_tails;
            });
            Group& own = group == groups.end() ? groups.emplace_back() : *group;
            SpreadPlan& plan = own.plans.emplace_back(node.plan);
            own.nodes.push_back(i);
            for (int j = 0; j < plan.steps; ++j) {
                if (plan.step[j].op != SpreadPlan::Op::tail) continue;
                int const tail = tails[plan.step[j].number];
                auto const place = std::ranges::find(own.read, tail) - own.read.begin();
                if (place == std::ssize(own.read)) own.read.push_back(tail);
                plan.step[j].number = static_cast<std::uint8_t>(place);
            }
        }
        return groups;
    }

    void count_by_heads() {
        for (Group const& group : groups()) {
            TailNumbers numbers;
            for (int const tail : group.read) numbers.push_back(tails_.numbers()[static_cast<std::size_t>(tail)]);
            double share = 0;
            for (std::size_t const i : group.nodes) share += share_of(plan_.nodes[i]);
            BoundApplication const form = plan_.is_local ? local_spread_form(group.plans, numbers, marks_)
                                                         : spread_form(group.plans, numbers, marks_);
            RunResult const part = form.run(graph_, next(share));
            add(part);
            if (!is_complete()) return;
            for (std::size_t i = 0; i < group.nodes.size(); ++i) {
                if (plan_.is_local)
                    put_counts(group.nodes[i], part.seconds.run, part.of<PerOrbit>(), i, 1);
                else
                    put(group.nodes[i], part.seconds.run, [&](std::size_t) { return part.of<ByKey<>>()[i]; });
            }
        }
    }

    static WideCount matches_of(PartsCount const& count, WideCount sum) {
        WideCount const divisor = static_cast<WideCount>(count.divisor) * count.automorphisms;
        bool const is_negative = sum >> 127 != 0;
        if (!is_negative && sum % divisor == 0) return sum / divisor;
        throw Error(
            fmt::format("internal error: the parts of {} are {}, which is not {} times a count; please report this, "
                        "and take the algorithm walk",
                        format_graph6(count.of.size, count.of.adjacency), to_string(static_cast<WideSum>(sum)),
                        to_string(divisor)));
    }

    PartsPlan const& plan_;
    Resident const& graph_;
    TimeLeft const time_;
    RunOptions const options_;
    MarkBits const marks_;
    AllTails tails_;
    double const wedges_;
    std::vector<std::vector<std::pair<std::size_t, WideSum>>> factors_; // by node: counts and the factors of its maps
    Numbers maps_;                                                      // by node
    std::vector<double> seconds_;                                       // by node
    std::vector<Numbers> sums_;                                         // by count
    double known_ = 0;                                                  // number of known nodes
    GraphletCounts counts_;
    GraphletOrbitsQuery roles_query_;
    GraphletOrbits roles_;
    std::vector<std::size_t> place_of_; // of each vertex, in the order of the ids
    double told_ = 0;                   // the share of the runs before
    double shown_ = 0;                  // the greatest share that was told
    RunResult& total_;
};

// The largest of the plans, of which an estimate tells the memory.
BoundApplication largest_form(PartsPlan const& plan) {
    PartsNode const* largest = &plan.nodes.back();
    for (PartsNode const& node : plan.nodes) {
        if (!node.heads.empty() && node.plan.vectors > largest->plan.vectors) largest = &node;
    }
    return plan.is_local ? local_spread_form({largest->plan}, {}, {}) : spread_form({largest->plan}, {}, {});
}

// Throws InputError if a number of the plan may not fit.
void require_fit(PartsPlan const& plan, Graph const& graph) {
    if (fits_parts(plan, graph)) return;
    throw InputError(
        "a number of the parts may exceed 64 bits at a vertex of this graph: take the algorithm walk, or a smaller "
        "pattern");
}

class CountByParts : public Decorator {
public:
    explicit CountByParts(PartsPlan plan) : Decorator(largest_form(plan)), plan_(std::move(plan)) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        return describe(plan_) + '\n' + estimate_parts(plan_, graph, options);
    }
    RunResult run(GraphOrResident const& given, RunOptions const& options) const override {
        Graph without = given.graph();
        without.marks = nullptr; // graphlets refuse directions, of which a plan without needs says nothing
        bool const is_needless = plan_.bits.is_empty() && is_directed(given.graph());
        GraphOrResident const graph = is_needless ? GraphOrResident(without) : given;
        return run_on_resident(graph, options, [&](Resident const& resident, RunOptions const& own) {
            require_fit(plan_, resident.graph());
            RunResult total;
            Counting counting(plan_, resident, own, total);
            std::vector<Numbers> const counts = counting.run();
            total.count = 0;
            if (!counts.empty() && plan_.is_local)
                put_local(total, counts, resident.graph());
            else if (!counts.empty())
                put_count(total, counts.front().front(), counting);
            total.chosen.form = name_of(Algorithm::parts);
            return total;
        });
    }
    Choice choose(Graph const& graph, RunOptions const&) const override {
        Choice choice = choice_of_formula(graph);
        choice.chosen.algorithm = Algorithm::parts;
        return choice;
    }

private:
    void put_count(RunResult& total, WideCount count, Counting const& counting) const {
        total.count = count;
        CountPlan& terms = total.of<ByParts>() = terms_of(plan_);
        for (std::size_t i = 0; i < terms.terms.size(); ++i) {
            auto const node = static_cast<std::size_t>(plan_.counts.front().maps[i].node);
            terms.terms[i].count = counting.maps_of(node);
            terms.terms[i].seconds = counting.seconds_of(node);
        }
    }

    // The count follows from each orbit, since each match has the same number of vertices in it.
    void put_local(RunResult& total, std::vector<Numbers> const& counts, Graph const& graph) const {
        for (std::size_t orbit = 0; orbit < counts.size(); ++orbit) {
            WideCount const sum = std::accumulate(counts[orbit].begin(), counts[orbit].end(), WideCount{0});
            auto const members = static_cast<WideCount>(plan_.counts[orbit].members);
            if (orbit == 0) total.count = sum / members;
            if (sum != total.count * members)
                throw Error(
                    "internal error: the counts of two orbits do not agree; please report this, and take the "
                    "algorithm walk");
        }
        LocalCounts& local = total.of<PerOrbit>();
        for (VertexId const v : vertices_by_id(graph)) {
            WideCount sum = 0;
            for (Numbers const& of_orbit : counts) {
                local.by_orbit.push_back(of_orbit[v]);
                add_to(sum, of_orbit[v]);
            }
            local.vertices.push_back({graph.original_id(v), sum});
        }
    }

    PartsPlan const plan_;
};

// Returns: a number of edges that no walk of the plan exceeds.
int max_in_a_row(PartsPlan const& plan) {
    int most = 1;
    for (PartsCount const& count : plan.counts) most = std::max(most, count.of.size);
    return most;
}

} // namespace

bool fits_parts(PartsPlan const& plan, Graph const& graph) {
    constexpr double most_of_vertex = 9e18, most_of_sum = 1e38; // below 2^63 and 2^127
    Bounds bounds(graph);
    auto const fits = [&](PartsNode const& node) { return bounds.greatest(node) < most_of_vertex; };
    if (!std::ranges::all_of(plan.nodes, fits)) {
        bounds.look_closer(graph, max_in_a_row(plan));
        if (!std::ranges::all_of(plan.nodes, fits)) return false;
    }
    return std::ranges::all_of(plan.counts, [&](PartsCount const& count) {
        return most_maps(graph, count.of.size) * static_cast<double>(count.divisor) < most_of_sum;
    });
}

std::string estimate_parts(PartsPlan const& plan, Graph const& graph, RunOptions const& options) {
    return fmt::format("about {:.3g} entries of lists\n{}", plan.entries, largest_form(plan).estimate(graph, options));
}

std::vector<WideCount> count_by_parts(PartsPlan const& plan, Resident const& graph, RunOptions const& options,
                                      RunResult& total) {
    require_fit(plan, graph.graph());
    std::vector<WideCount> matches;
    for (Numbers const& count : Counting(plan, graph, options, total).run()) matches.push_back(count.front());
    return matches;
}

BoundApplication bind_by_parts(PartsPlan const& plan) { return make_form<CountByParts>(plan); }

} // namespace cerrado
