#include "isomorphism/plan/plan_cost.hpp"
#include "isomorphism/plan/plan_parts.hpp"

#include <algorithm>
#include <bit>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace cerrado {

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
