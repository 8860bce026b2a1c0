#include "isomorphism/plan/plan.hpp"
#include "isomorphism/plan/plan_cost.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/traversal/job.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace cerrado {

double PlanCost::all_traversals() const { return std::accumulate(traversals.begin(), traversals.end(), 0.0); }

double PlanCost::work() const {
    constexpr double of_traversal = 8, of_entry = 1.5;
    return of_traversal * all_traversals() + of_entry * entries + look_ups;
}

template <class Plan> RandomWalks<Plan>::RandomWalks(Graph const& graph, Plan const& plan)
    : graph_(graph),
      plan_(plan) {
    if constexpr (Plan::has_marks) {
        GraphMarks const none;
        GraphMarks const& marks = graph.marks ? *graph.marks : none;
        plan_.arcs = marks.arcs.data();
        plan_.labels = marks.labels.data();
        plan_.edge_labels = marks.edge_labels.data();
    }
}

template <class Plan> PlanCost RandomWalks<Plan>::cost() const {
    PlanCost mean = cost_;
    for (double& traversals : mean.traversals) traversals /= tries_;
    mean.traversals[1] = graph_.vertex_count();
    mean.entries /= tries_;
    mean.look_ups /= tries_;
    return mean;
}

template <class Plan> void RandomWalks<Plan>::take(int walks, double most_effort) {
    constexpr int most_tries = 16;
    for (int tries = 0, done = 0; done < walks && tries < most_tries * walks && effort_ < most_effort; ++tries) {
        double const before = cost_.work();
        done += try_one() ? 1 : 0;
        double const work = cost_.work() - before;
        squares_ += work * work;
    }
}

template <class Plan> double RandomWalks<Plan>::error() const {
    double const mean = cost_.work() / tries_;
    return std::sqrt(std::max(0.0, squares_ / tries_ - mean * mean) / tries_);
}

// An entry of the lists is an edge in one direction.
template <class Plan> bool RandomWalks<Plan>::try_one() {
    EdgeOffset const entries = graph_.offsets().back();
    // Multiples of the golden ratio lie apart from each other, however many there are.
    std::uint64_t const place = (place_ += 0x9e3779b97f4a7c15);
    auto const entry = static_cast<EdgeOffset>(WideCount{place} * entries >> 64);
    auto const v =
        static_cast<VertexId>(std::ranges::upper_bound(graph_.offsets(), entry) - graph_.offsets().begin() - 1);
    auto const weight = static_cast<double>(entries);
    size_ = 0;
    ++tries_;
    effort_ += of_step;
    if (graph_.degree(v) < plan_.steps[0].degree || !is_marked_so(v, 0)) return false;
    vertices_[size_++] = v;
    if (plan_.walked == 1) {
        count_last(weight / graph_.degree(v)); // each root once, by whichever entry
        return true;
    }
    cost_.entries += weight;
    ++effort_;
    VertexId const u = graph_.neighbour_array()[entry];
    if (!is_within(plan_.steps[1], u) || !holds(plan_.steps[1], u, 1, weight)) return true;
    vertices_[size_++] = u;
    cost_.traversals[2] += weight;
    walk_on(weight);
    return true;
}

template <class Plan> void RandomWalks<Plan>::walk_on(double weight) {
    while (size_ < plan_.walked) {
        List& next = lists_[static_cast<std::size_t>(size_)];
        find(plan_.steps[size_], next, weight);
        if (next.within == 0) return;
        weight *= static_cast<double>(next.within);
        vertices_[static_cast<std::size_t>(size_++)] = next.vertices[random_.below(next.within)];
        cost_.traversals[static_cast<std::size_t>(size_)] += weight;
        effort_ += of_step;
    }
    count_last(weight);
}

template <class Plan> void RandomWalks<Plan>::count_last(double weight) {
    List& last = lists_[static_cast<std::size_t>(size_)];
    if (plan_.sets == 0) return find(plan_.steps[size_], last, weight);
    for (int i = 0; i < plan_.sets; ++i) {
        MatchingPlan::Step const& set = plan_.set[i];
        if (std::has_single_bit(set.adjacent) && set.strange == 0) { // a degree, less what of it was walked to
            for (int other = 1; other < size_; ++other) look_up(weight);
            continue;
        }
        find(set, last, weight);
        if (i < plan_.kinds && last.vertices.size() < (plan_.terms > 0 ? 1 : plan_.members[i])) return;
    }
}

// As Matching does it: see phase::Condition.
template <class Plan> void RandomWalks<Plan>::find(MatchingPlan::Step const& step, List& found, double weight) {
    int owner = 0;
    std::span<VertexId const> source = graph_.neighbours(shortest_list(step.adjacent, owner));
    unsigned met = 1u << owner;
    if (step.from > 1) {
        std::vector<VertexId> const& kept = lists_[step.from].vertices;
        if (!Plan::has_marks || kept.size() <= source.size()) {
            source = kept;
            met = plan_.steps[step.from].adjacent | unsigned{plan_.steps[step.from].strange} << 16;
        }
    }
    found.vertices.clear();
    for (bool const within : {true, false}) {
        if (!within) found.within = found.vertices.size();
        if (!within && !step.keeps) break;
        for (VertexId const u : source) {
            if (is_within(step, u) != within) continue;
            cost_.entries += weight;
            ++effort_;
            if (holds(step, u, met, weight)) found.vertices.push_back(u);
        }
    }
}

// `met`: the vertices that u is known to be adjacent to, and 16 bits higher those that it is known not to be.
template <class Plan>
bool RandomWalks<Plan>::holds(MatchingPlan::Step const& step, VertexId u, unsigned met, double weight) {
    if (graph_.degree(u) < step.degree) return false;
    unsigned adjacent = step.adjacent & ~met;
    if constexpr (Plan::has_marks) adjacent &= ~plan_.marks[size_].joined(); // which the search for the arc says
    unsigned const strange = step.strange & ~(met >> 16);
    for (int i = 0; i < size_; ++i) {
        VertexId const v = vertices_[static_cast<std::size_t>(i)];
        if (v == u) return false;
        if (((adjacent | strange) >> i & 1) == 0) continue;
        look_up(weight);
        if (std::ranges::binary_search(graph_.neighbours(v), u) != ((adjacent >> i & 1) != 0)) return false;
    }
    return is_marked_so(u, weight);
}

template <class Plan> bool RandomWalks<Plan>::is_marked_so(VertexId u, double weight) {
    if constexpr (Plan::has_marks) {
        struct Level {
            VertexId vertex;
        };
        struct View { // what MarkedPlan asks of a traversal
            RandomWalks const& walk;
            GraphRef graph() const { return walk.graph_.ref(); }
            Level level(int i) const { return {walk.vertices_[static_cast<std::size_t>(i)]}; }
        };
        return plan_.allows(View{*this}, size_, u, 0, [&](int i) {
            look_up(weight);
            return graph_.ref().find(vertices_[static_cast<std::size_t>(i)], u);
        });
    }
    return true;
}

template <class Plan> VertexId RandomWalks<Plan>::shortest_list(MatchingPlan::Positions of, int& position) const {
    VertexId shortest = no_vertex;
    for (unsigned left = of; left != 0; left &= left - 1) {
        int const i = std::countr_zero(left);
        VertexId const v = vertices_[static_cast<std::size_t>(i)];
        if (shortest != no_vertex && graph_.degree(v) >= graph_.degree(shortest)) continue;
        shortest = v;
        position = i;
    }
    return shortest;
}

template <class Plan> bool RandomWalks<Plan>::is_less(VertexId u, VertexId v) const {
    VertexId const of_u = graph_.degree(u), of_v = graph_.degree(v);
    return of_u != of_v ? of_u < of_v : u < v;
}

template <class Plan> bool RandomWalks<Plan>::is_within(MatchingPlan::Step const& step, VertexId u) const {
    for (int i = 0; i < size_; ++i) {
        VertexId const v = vertices_[static_cast<std::size_t>(i)];
        if ((step.above >> i & 1) != 0 && !is_less(v, u)) return false;
        if ((step.below >> i & 1) != 0 && !is_less(u, v)) return false;
    }
    return true;
}

template class RandomWalks<MatchingPlan>;
template class RandomWalks<MarkedPlan>;

namespace {

int edges_within(Pattern const& pattern, Pattern::Vertices within) {
    int twice = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        if ((within & Pattern::bit(v)) != 0) twice += std::popcount(pattern.neighbours(v) & within);
    }
    return twice / 2;
}

// Those of a pattern's vertices that are alike, ascending: it says the same of each, and nothing of two of them.
std::vector<std::vector<int>> alike_vertices(Pattern const& pattern) {
    std::map<std::pair<Pattern::Vertices, Pattern::Vertices>, std::vector<int>> alike;
    for (int v = 0; v < pattern.size(); ++v) alike[{pattern.neighbours(v), pattern.strangers(v)}].push_back(v);
    std::vector<std::vector<int>> all;
    for (auto& [says, vertices] : alike) all.push_back(std::move(vertices));
    return all;
}

// Finds, for each number of vertices, those that are best counted together: such that what is left has the most edges, and
// the least of such sets. Of vertices that are alike the first are as good as any.
class BestTails {
public:
    BestTails(Pattern const& pattern, bool induced)
        : pattern_(pattern),
          induced_(induced),
          alike_(alike_vertices(pattern)),
          best_(static_cast<std::size_t>(pattern.size())) {
        if (!pattern.has_marks() && !induced) add_kinds(0, 0, 0);
    }

    // The empty set where there are none. The empty set comes first.
    std::vector<Pattern::Vertices> found() const {
        std::vector<Pattern::Vertices> found{0};
        for (Best const& best : best_) {
            if (best.tails != 0) found.push_back(best.tails);
        }
        return found;
    }

private:
    struct Best {
        Pattern::Vertices tails = 0;
        int edges = 0; // of what is left
    };

    void add_kinds(std::size_t from, int kinds, Pattern::Vertices tails) {
        consider(tails);
        if (kinds == MatchingPlan::max_kinds) return;
        for (std::size_t i = from; i < alike_.size(); ++i) {
            Pattern::Vertices more = tails;
            for (int const v : alike_[i]) {
                if (((pattern_.neighbours(v) | pattern_.strangers(v)) & more) != 0) break;
                more |= Pattern::bit(v);
                add_kinds(i + 1, kinds + 1, more);
            }
        }
    }

    void consider(Pattern::Vertices tails) {
        Pattern::Vertices const walked = pattern_.core() & ~tails;
        bool const is_few =
            pattern_.size() <= MatchingPlan::max_vertices || std::popcount(walked) < MatchingPlan::max_vertices;
        if (!is_few || !can_be_counted(pattern_, induced_, tails) || pattern_.joined_to_least(walked) != walked) return;
        Best& best = best_[static_cast<std::size_t>(std::popcount(tails))];
        int const edges = edges_within(pattern_, walked);
        if (best.tails == 0 || edges > best.edges || (edges == best.edges && tails < best.tails)) best = {tails, edges};
    }

    Pattern const& pattern_;
    bool induced_;
    std::vector<std::vector<int>> alike_;
    std::vector<Best> best_; // by the number of vertices
};

std::vector<Pattern::Vertices> best_tails(Pattern const& pattern, bool induced) {
    return BestTails(pattern, induced).found();
}

enum class Rank { most_adjacent, least_adjacent };

// The order that begins so, and goes on with a vertex that is adjacent to most of those before it, of these the most or
// least adjacent in all, the least; the tails come last.
std::vector<int> order_from(Pattern const& pattern, std::vector<int> order, Pattern::Vertices tails,
                            Rank of_alike = Rank::most_adjacent) {
    Pattern::Vertices before = 0;
    for (int const v : order) before |= Pattern::bit(v);
    for (Pattern::Vertices const part : {pattern.core() & ~tails & ~before, tails}) {
        for (Pattern::Vertices left = part; left != 0; left &= ~Pattern::bit(order.back())) {
            auto const rank = [&](int v) {
                int const degree = std::popcount(pattern.neighbours(v));
                return std::tuple(std::popcount(pattern.neighbours(v) & before),
                                  of_alike == Rank::most_adjacent ? degree : -degree, -v);
            };
            int best = std::countr_zero(left);
            for (int v = best; v < pattern.size(); ++v) {
                if ((left & Pattern::bit(v)) != 0 && rank(v) > rank(best)) best = v;
            }
            order.push_back(best);
            before |= Pattern::bit(best);
        }
    }
    return order;
}

// Whether no order walks to less than those that count the most vertices together: what is walked to is an edge, or a
// clique whose symmetries are all made use of; or the pattern is a clique.
bool are_best(Pattern const& pattern, bool induced, Pattern::Vertices tails) {
    Pattern::Vertices const core = pattern.core() & ~tails;
    int const walked = std::popcount(core);
    if (pattern.has_marks() || edges_within(pattern, core) < walked * (walked - 1) / 2) return false;
    return walked <= 2 || tails == 0 || make_plan(pattern, induced, order_from(pattern, {}, tails)).kinds == 1;
}

using Orders = std::vector<std::vector<int>>;

Orders every_order(Pattern const& pattern) {
    Orders orders;
    auto const add = [&](auto const& self, std::vector<int> const& order, Pattern::Vertices next) -> void {
        bool is_whole = true;
        for (int v = 0; v < pattern.size(); ++v) {
            if ((next & Pattern::bit(v)) == 0) continue;
            is_whole = false;
            std::vector<int> longer = order;
            longer.push_back(v);
            Pattern::Vertices reached = 0, before = 0;
            for (int const u : longer) reached |= pattern.neighbours(u), before |= Pattern::bit(u);
            self(self, longer, reached & ~before);
        }
        if (is_whole) orders.push_back(order);
    };
    add(add, {}, pattern.core());
    return orders;
}

// From each edge on, in both directions, with the tails at the end.
void add_orders(Orders& orders, Pattern const& pattern, Pattern::Vertices tails) {
    Pattern::Vertices const core = pattern.core() & ~tails;
    for (int u = 0; u < pattern.size(); ++u) {
        if ((core & Pattern::bit(u)) == 0) continue;
        for (Pattern::Vertices left = pattern.neighbours(u) & core; left != 0; left &= left - 1) {
            for (Rank const rank : {Rank::most_adjacent, Rank::least_adjacent}) {
                orders.push_back(order_from(pattern, {u, std::countr_zero(left)}, tails, rank));
            }
        }
    }
}

Orders candidate_orders(Pattern const& pattern, bool induced) {
    constexpr int most_for_every = 5; // 120 orders at most
    std::vector<Pattern::Vertices> tails = best_tails(pattern, induced);
    bool const is_clear = pattern.size() > MatchingPlan::max_vertices || are_best(pattern, induced, tails.back());
    if (is_clear) tails = {tails.back()};
    if (!is_clear && !pattern.has_marks() && std::popcount(pattern.core()) <= most_for_every)
        return every_order(pattern);
    Orders orders{matching_order(pattern, induced)};
    for (Pattern::Vertices const last : tails) add_orders(orders, pattern, last);
    return orders;
}

// Of orders that ask the same of each of their vertices the first. Marks make vertices different.
Orders different(Pattern const& pattern, Orders const& orders) {
    std::set<std::vector<unsigned>> seen;
    Orders result;
    for (std::vector<int> const& order : orders) {
        std::vector<unsigned> asked;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (pattern.has_marks()) asked.push_back(static_cast<unsigned>(order[i]));
            asked.push_back(positions_of(pattern.neighbours(order[i]), order, i));
            asked.push_back(positions_of(pattern.strangers(order[i]), order, i));
        }
        if (seen.insert(std::move(asked)).second) result.push_back(order);
    }
    return result;
}

template <class Plan> struct Candidate {
    Candidate(Graph const& graph, std::vector<int> with, Plan const& plan)
        : order(std::move(with)),
          walks(graph, plan) {}

    std::vector<int> order;
    RandomWalks<Plan> walks;
    double work = 0, error = 0; // twice the standard one

    void take(int more, double most_effort) {
        walks.take(more, most_effort);
        work = walks.cost().work();
        error = 2 * walks.error();
    }
};

// The more walks, the fewer are left: those that can still be clearly better than the best.
template <class Plan> std::vector<int> cheapest(std::list<Candidate<Plan>> candidates) {
    constexpr int first_walks = 16, least_walks = 64, most_walks = 8192;
    constexpr double clearly = 1.3;
    constexpr double worth = 0.3, most_effort = 3e5; // of the work on one host thread; a millisecond or two
    double effort = 0;
    for (int walks = first_walks; walks <= most_walks && candidates.size() > 1; walks *= 2) {
        for (Candidate<Plan>& one : candidates) {
            effort -= one.walks.effort();
            one.take(walks == first_walks ? walks : walks / 2, most_effort / 4);
            effort += one.walks.effort();
        }
        candidates.sort([](auto const& a, auto const& b) { return a.work < b.work; });
        Candidate<Plan> const& best = candidates.front();
        if (effort > most_effort) break;
        if (walks < least_walks) continue;
        double const at_most = (best.work + best.error) / clearly;
        candidates.remove_if([&](auto const& one) { return &one != &best && one.work - one.error > at_most; });
        if (effort > worth * best.work) break;
    }
    return std::move(candidates.front().order);
}

template <class Plan> PlanCost sampled_cost(Graph const& graph, Plan const& plan, int walks, double most_effort) {
    RandomWalks random(graph, plan);
    random.take(walks, most_effort);
    return random.cost();
}

// Calls function(make), where make(order) gives the plan of an order: one of arcs and labels for patterns that have
// such.
template <class Function>
auto with_plans(Pattern const& pattern, bool induced, Graph const& graph, Function const& function) {
    if (pattern.has_marks()) {
        return function(
            [&](std::vector<int> const& order) { return make_marked_plan(pattern, induced, order, graph); });
    }
    return function([&](std::vector<int> const& order) { return make_plan(pattern, induced, order); });
}

} // namespace

std::vector<int> matching_order(Pattern const& pattern, bool induced) {
    return order_from(pattern, {}, best_tails(pattern, induced).back());
}

std::vector<int> matching_order(Pattern const& pattern, bool induced, Graph const& graph) {
    if (graph.edge_count() == 0) return matching_order(pattern, induced);
    Orders const orders = different(pattern, candidate_orders(pattern, induced));
    if (orders.size() == 1) return orders.front();
    return with_plans(pattern, induced, graph, [&](auto const& make) {
        std::list<Candidate<decltype(make(orders.front()))>> candidates;
        for (std::vector<int> const& order : orders) candidates.emplace_back(graph, order, make(order));
        return cheapest(std::move(candidates));
    });
}

std::vector<double> predicted_traversals(Pattern const& pattern, bool induced, std::vector<int> const& order,
                                         Graph const& graph) {
    constexpr int walks = 4096;
    constexpr double most_effort = 2e6; // some milliseconds
    if (graph.edge_count() == 0) return {};
    return with_plans(pattern, induced, graph, [&](auto const& make) {
        auto const plan = make(order);
        auto const traversals = sampled_cost(graph, plan, walks, most_effort).traversals;
        return std::vector<double>(traversals.begin() + 1, traversals.begin() + 1 + plan.walked);
    });
}

double predicted_work(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph) {
    constexpr int walks = 128;
    constexpr double most_effort = 5e4; // a fraction of a millisecond
    if (graph.edge_count() == 0) return 0;
    return with_plans(pattern, induced, graph,
                      [&](auto const& make) { return sampled_cost(graph, make(order), walks, most_effort).work(); });
}

} // namespace cerrado
