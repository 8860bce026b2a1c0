#include "isomorphism/plan/plan.hpp"

#include "isomorphism/plan/plan_cost.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/result.hpp>
#include <cerrado/traversal/detail/job.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
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
      plan_(plan) {}

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

// Begins at a random list entry, which is an edge in one direction.
template <class Plan> bool RandomWalks<Plan>::try_one() {
    EdgeOffset const entries = graph_.offsets().back();
    // Multiples of the golden ratio are spread evenly, whatever their number.
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
        count_last(weight / graph_.degree(v)); // each root counts once, whichever of its entries was drawn
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
        if (std::has_single_bit(set.adjacent) &&
            set.strange == 0) { // a degree, less the vertices of the traversal in that list
            for (int other = 1; other < size_; ++other) look_up(weight);
            continue;
        }
        find(set, last, weight);
        if (i < plan_.kinds && last.vertices.size() < (plan_.terms > 0 ? 1 : plan_.members[i])) return;
    }
}

// Finds the vertices of a step as the engine Matching does: see phase::Condition.
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

// `met`: positions that u is known to be adjacent to and, 16 bits higher, positions that it is known not to be adjacent
// to.
template <class Plan>
bool RandomWalks<Plan>::holds(MatchingPlan::Step const& step, VertexId u, unsigned met, double weight) {
    if (graph_.degree(u) < step.degree) return false;
    unsigned adjacent = step.adjacent & ~met;
    if constexpr (Plan::has_marks) adjacent &= ~plan_.joined[size_]; // the search for the entry checks these
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
        return plan_.allows(size_, u, Plan::no_list, [&](int i) {
            look_up(weight);
            VertexId const v = vertices_[static_cast<std::size_t>(i)];
            EdgeOffset const entry = graph_.ref().find(v, u);
            return entry == graph_.ref().end(v) ? Plan::no_entry : entry;
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

// Returns: the classes of alike vertices, ascending. The pattern has the same conditions on each vertex of a class, and
// none on two of them.
std::vector<std::vector<int>> alike_vertices(Pattern const& pattern) {
    std::map<std::pair<Pattern::Vertices, Pattern::Vertices>, std::vector<int>> alike;
    for (int v = 0; v < pattern.size(); ++v) alike[{pattern.neighbours(v), pattern.strangers(v)}].push_back(v);
    std::vector<std::vector<int>> all;
    for (auto& [says, vertices] : alike) all.push_back(std::move(vertices));
    return all;
}

// Finds, for each number of vertices, the best set of vertices to count together: the other vertices have the most
// edges among them, and of several such sets it is the least. Alike vertices are interchangeable, so it takes the first
// of them.
class BestTails {
public:
    BestTails(Pattern const& pattern, bool induced)
        : pattern_(pattern),
          induced_(induced),
          alike_(alike_vertices(pattern)),
          best_(static_cast<std::size_t>(pattern.size())) {
        if (!pattern.has_marks() && !induced) add_kinds(0, 0, 0);
    }

    // Returns: the best sets by ascending size. The empty set comes first.
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
        int edges = 0; // among the other vertices
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
    std::vector<Best> best_; // by the number of vertices in the set
};

std::vector<Pattern::Vertices> best_tails(Pattern const& pattern, bool induced) {
    return BestTails(pattern, induced).found();
}

enum class Rank { most_adjacent, least_adjacent };

// Returns: the order that begins with `order` and ends with the tails. Each next vertex is adjacent to the most
// vertices before it; of several, the one with the most neighbours in all (or the fewest, as `of_alike` says); then the
// least.
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

// Returns: whether no order is better than those that count the most vertices together. So it is if the vertices that
// the walk finds are an edge, or a clique whose symmetries all serve as bounds, or if the pattern is a clique.
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

// Adds the orders that begin with any edge, in either direction, and end with the tails.
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
    constexpr int most_for_every = 5; // 5 vertices have 120 orders
    std::vector<Pattern::Vertices> tails = best_tails(pattern, induced);
    bool const is_clear = pattern.size() > MatchingPlan::max_vertices || are_best(pattern, induced, tails.back());
    if (is_clear) tails = {tails.back()};
    if (!is_clear && !pattern.has_marks() && std::popcount(pattern.core()) <= most_for_every)
        return every_order(pattern);
    Orders orders{matching_order(pattern, induced)};
    for (Pattern::Vertices const last : tails) add_orders(orders, pattern, last);
    return orders;
}

// Returns: the first of all orders that put the same conditions on each of their vertices. With arcs or labels,
// vertices are always different.
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
    double work = 0, error = 0; // `error` is twice the standard error

    void take(int more, double most_effort) {
        walks.take(more, most_effort);
        work = walks.cost().work();
        error = 2 * walks.error();
    }
};

// Returns: the cheapest order. It takes more and more walks, and drops the orders that can no longer be clearly better
// than the best one.
template <class Plan> std::vector<int> cheapest(std::list<Candidate<Plan>> candidates) {
    constexpr int first_walks = 16, least_walks = 64, most_walks = 8192;
    constexpr double clearly = 1.3;
    constexpr double worth = 0.3,
                     most_effort =
                         3e5; // `worth`: share of the work on one host thread; `most_effort`: a millisecond or two
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

// Calls function(make), where make(order) gives the plan of an order. The plan is a marked one if the pattern has arcs
// or labels.
template <class Function> auto with_plans(Pattern const& pattern, bool induced, Graph const& graph,
                                          LabelMeaning const* meaning, Function const& function) {
    if (!pattern.has_marks())
        return function([&](std::vector<int> const& order) { return make_plan(pattern, induced, order); });
    MarkedPattern const marked(pattern, induced, graph, meaning);
    return function([&](std::vector<int> const& order) { return marked.plan(order); });
}

} // namespace

std::vector<int> matching_order(Pattern const& pattern, bool induced) {
    return order_from(pattern, {}, best_tails(pattern, induced).back());
}

std::vector<int> matching_order(Pattern const& pattern, bool induced, Graph const& graph, LabelMeaning const* meaning) {
    std::vector<int> usual = matching_order(pattern, induced);
    if (graph.edge_count() == 0 || !plan_if_short(pattern, induced, usual)) return usual;
    Orders const orders = different(pattern, candidate_orders(pattern, induced));
    if (orders.size() == 1) return orders.front();
    return with_plans(pattern, induced, graph, meaning, [&](auto const& make) {
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
    return with_plans(pattern, induced, graph, nullptr, [&](auto const& make) {
        auto const plan = make(order);
        auto const traversals = sampled_cost(graph, plan, walks, most_effort).traversals;
        return std::vector<double>(traversals.begin() + 1, traversals.begin() + 1 + plan.walked);
    });
}

namespace {

// Returns: the cost by some walks, which take a fraction of a millisecond. If labels or arcs let few walks pass, it
// takes more of them: up to one for each entry of the lists, but no longer than some milliseconds.
template <class Plan> PlanCost cost_for_work(Graph const& graph, Plan const& plan) {
    constexpr double walks = 128, effort = 5e4, most_effort = 2e6;
    double times = 1;
    if constexpr (Plan::has_marks)
        times = std::clamp(static_cast<double>(graph.neighbour_array().size()), effort, most_effort) / effort;
    return sampled_cost(graph, plan, static_cast<int>(walks * times), effort * times);
}

} // namespace

double predicted_work(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph,
                      LabelMeaning const* meaning) {
    if (graph.edge_count() == 0) return 0;
    return with_plans(pattern, induced, graph, meaning,
                      [&](auto const& make) { return cost_for_work(graph, make(order)).work(); });
}

double predicted_work_to_each(MatchQuery const& query, std::vector<int> const& order, Graph const& graph) {
    if (graph.edge_count() == 0) return 0;
    return cost_for_work(graph, marked_plan_of(query, order, graph).plan).work();
}

namespace {

using Positions = MatchingPlan::Positions;

void require_order(Pattern const& pattern, std::vector<int> const& order) {
    auto const refuse = [&](std::string const& because) {
        throw InputError(fmt::format("the order {} {}", joined(order, ","), because));
    };
    for (int const v : order) {
        if (std::ranges::count(order, v) > 1) refuse(fmt::format("has {} twice", v));
    }
    Pattern::Vertices before = 0;
    for (int const v : order) {
        if (v < 0 || v >= pattern.size() || (pattern.core() & Pattern::bit(v)) == 0) {
            refuse(fmt::format("has {}, which is not a vertex of a match", v));
        }
        if (before != 0 && (before & pattern.neighbours(v)) == 0) {
            refuse(fmt::format("has {} before all of its neighbours; each vertex but the first must follow a neighbour",
                               v));
        }
        before |= Pattern::bit(v);
    }
    if (before != pattern.core()) refuse(fmt::format("lacks {}", std::countr_zero(pattern.core() & ~before)));
}

// Returns: the step before `end` whose list meets the most conditions of this step, and no others.
std::uint16_t source_of(MatchingPlan const& plan, MatchingPlan::Step const& step, int end, MayServe const& may_serve) {
    int best = 0;
    int most = 1; // the list of a vertex has met one condition
    for (int i = 1; i < end; ++i) {
        MatchingPlan::Step const& earlier = plan.steps[i];
        bool const serves = may_serve(i, end) && earlier.degree <= step.degree &&
                            includes(step.adjacent, earlier.adjacent) && includes(step.strange, earlier.strange) &&
                            includes(step.above, earlier.above) && includes(step.below, earlier.below);
        int const met = std::popcount(earlier.adjacent) + std::popcount(earlier.strange);
        if (serves && met > most) {
            most = met;
            best = i;
        }
    }
    return static_cast<std::uint16_t>(best);
}

// Makes the list of a step keep the vertices beyond its bounds, and all that have at least `degree` neighbours.
void keep_all(MatchingPlan& plan, int at, std::uint16_t degree) {
    for (; at != 0; at = plan.steps[at].from) {
        MatchingPlan::Step& step = plan.steps[at];
        step.keeps = step.keeps || step.above != 0 || step.below != 0;
        step.degree = std::min(step.degree, degree);
    }
}

// Lets sets of vertices that are counted together use the lists of steps. Sets have no bounds, so the list of a step
// with bounds must keep the vertices beyond them.
void keep_lists(MatchingPlan& plan) {
    for (MatchingPlan::Step& set : std::span(plan.set, static_cast<std::size_t>(plan.sets))) {
        int most = set.from != 0 ? std::popcount(plan.steps[set.from].adjacent) : 1;
        for (int i = 1; i < plan.walked; ++i) {
            MatchingPlan::Step const& step = plan.steps[i];
            bool const serves = includes(set.adjacent, step.adjacent) && step.strange == 0;
            if (!serves || std::popcount(step.adjacent) <= most) continue;
            most = std::popcount(step.adjacent);
            set.from = static_cast<std::uint16_t>(i);
        }
        if (set.from != 0) keep_all(plan, set.from, set.degree);
    }
}

// Returns: the number of vertices at the end of the order that are counted together, or 0.
int tails_of(Pattern const& pattern, bool induced, std::vector<int> const& order) {
    Pattern::Vertices tails = 0;
    int most = 0;
    for (std::size_t i = order.size(); i-- > 1;) {
        tails |= Pattern::bit(order[i]);
        if (can_be_counted(pattern, induced, tails)) most = static_cast<int>(order.size() - i);
    }
    return most;
}

// Adds to the plan the sets of the vertices from plan.walked on, and the terms that combine their sizes.
class Tails {
public:
    Tails(MatchingPlan& plan, std::vector<MatchingPlan::Step> const& tails) : plan_(plan), tails_(tails) {}

    void add() {
        std::vector<MatchingPlan::Step> const kinds = add_kinds();
        if (kinds.size() == 1) return;
        if (tails_.size() <= MatchingPlan::max_tails) {
            std::vector<std::vector<std::size_t>> blocks;
            return add_partitions(0, blocks);
        }
        for (std::size_t c = 1; c < std::size_t{1} << kinds.size(); ++c) {
            MatchingPlan::Step all;
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                if ((c >> i & 1) != 0) add_conditions(all, kinds[i]);
            }
            plan_.of_kinds[c] = set_of(all);
        }
    }

private:
    static void add_conditions(MatchingPlan::Step& all, MatchingPlan::Step const& some) {
        all.adjacent |= some.adjacent;
        all.strange |= some.strange;
    }

    // Sorts kinds by their number of vertices, as phase::DisjointSets needs it.
    std::vector<MatchingPlan::Step> add_kinds() {
        std::vector<MatchingPlan::Step> kinds;
        for (MatchingPlan::Step const& tail : tails_) {
            if (std::ranges::find(kinds, tail) == kinds.end()) kinds.push_back(tail);
        }
        auto const members = [&](MatchingPlan::Step const& kind) { return std::ranges::count(tails_, kind); };
        std::ranges::stable_sort(kinds, {}, members);
        for (MatchingPlan::Step const& kind : kinds) {
            plan_.members[plan_.kinds++] = static_cast<std::uint8_t>(members(kind));
            set_of(kind);
        }
        return kinds;
    }

    std::uint8_t set_of(MatchingPlan::Step step) {
        step.degree = static_cast<std::uint16_t>(std::popcount(step.adjacent));
        step.from = source_of(plan_, step, plan_.walked, [](int, int) { return true; });
        auto const* const found = std::find(plan_.set, plan_.set + plan_.sets, step);
        if (found == plan_.set + plan_.sets) plan_.set[plan_.sets++] = step;
        return static_cast<std::uint8_t>(found - plan_.set);
    }

    void add_partitions(std::size_t tail, std::vector<std::vector<std::size_t>>& blocks) {
        if (tail == tails_.size()) return add_term(blocks);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            blocks[i].push_back(tail);
            add_partitions(tail + 1, blocks);
            blocks[i].pop_back();
        }
        blocks.push_back({tail});
        add_partitions(tail + 1, blocks);
        blocks.pop_back();
    }

    void add_term(std::vector<std::vector<std::size_t>> const& blocks) {
        MatchingPlan::Term term;
        term.coefficient = 1;
        std::vector<std::uint8_t> factors;
        for (std::vector<std::size_t> const& block : blocks) {
            MatchingPlan::Step all;
            for (std::size_t const tail : block) add_conditions(all, tails_[tail]);
            for (int i = 1; i < static_cast<int>(block.size()); ++i) term.coefficient *= -i;
            factors.push_back(set_of(all));
        }
        std::ranges::sort(factors);
        for (std::uint8_t const factor : factors) term.factor[term.factors++] = factor;
        for (int i = 0; i < plan_.terms; ++i) {
            MatchingPlan::Term same = plan_.term[i];
            same.coefficient = term.coefficient;
            if (same != term) continue;
            plan_.term[i].coefficient += term.coefficient;
            return;
        }
        plan_.term[plan_.terms++] = term;
    }

    MatchingPlan& plan_;
    std::vector<MatchingPlan::Step> const& tails_;
};

// Adds the bans: for each anti-vertex, the positions to which no other vertex may be adjacent together.
void add_bans(MatchingPlan& plan, Pattern const& pattern, std::vector<int> const& order) {
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) continue;
        if (plan.bans == MatchingPlan::max_vertices) {
            throw InputError(fmt::format(
                "the pattern has more than {} anti-vertices (vertices that have only forbidden edges): remove some",
                MatchingPlan::max_vertices));
        }
        if (!pattern.labels(v).empty() || pattern.discovers(v)) {
            throw InputError(fmt::format(
                "pattern vertex {} has a label but no required edge: join it to another vertex, or remove the label",
                v));
        }
        plan.ban[plan.bans++] = positions_of(pattern.strangers(v), order, order.size());
    }
}

} // namespace

bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails) {
    int const count = std::popcount(tails);
    if (pattern.has_marks() || induced || count < 2 || pattern.core() != pattern.all() ||
        (pattern.core() & ~tails) == 0)
        return false;
    std::set<std::pair<Pattern::Vertices, Pattern::Vertices>> kinds;
    for (int v = 0; v < pattern.size(); ++v) {
        if ((tails & Pattern::bit(v)) == 0) continue;
        if (((pattern.neighbours(v) | pattern.strangers(v)) & tails) != 0) return false;
        kinds.emplace(pattern.neighbours(v), pattern.strangers(v));
    }
    return kinds.size() <= MatchingPlan::max_kinds;
}

namespace {

// Returns: the most vertices that a walk can find, if so many are counted together.
int most_stepped(int together) { return MatchingPlan::max_vertices - (together > 0 ? 1 : 0); }

} // namespace

void require_few(int vertices, int most) {
    if (vertices <= most) return;
    throw InputError(fmt::format(
        "the search would have to find {} vertices of this pattern one by one, and it can find {}: take a smaller "
        "pattern, ask for a few matches (exists, or a list with a limit), or count edge-induced matches without arcs, "
        "labels and anti-vertices, which finds "
        "up to {} kinds of vertices together if no two of them are adjacent",
        vertices, most, MatchingPlan::max_kinds));
}

Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end) {
    unsigned positions = 0;
    for (std::size_t i = 0; i < end; ++i) positions |= (set >> order[i] & 1) << i;
    return static_cast<Positions>(positions);
}

WideCount exchanges_of(MatchingPlan const& plan) {
    WideCount exchanges = 1;
    for (int kind = 0; kind < plan.kinds; ++kind) {
        for (unsigned i = 2; i <= plan.members[kind]; ++i) exchanges *= i;
    }
    return exchanges;
}

MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve, std::optional<SymmetryBreaking> const& given) {
    MatchingPlan plan;
    plan.size = static_cast<int>(order.size());
    plan.walked = plan.size - std::max(1, together);
    auto const stepped = static_cast<std::size_t>(together > 0 ? plan.walked : plan.size);
    require_few(static_cast<int>(stepped), most_stepped(together));
    std::vector<int> restricted = order;
    if (together > 0) restricted.resize(static_cast<std::size_t>(plan.walked));
    SymmetryBreaking const symmetry = given ? *given : break_symmetry(pattern, restricted);
    auto const step_of = [&](std::size_t i, std::size_t end) {
        MatchingPlan::Step step;
        step.degree = static_cast<std::uint16_t>(std::popcount(pattern.neighbours(order[i])));
        step.adjacent = positions_of(pattern.neighbours(order[i]), order, end);
        step.strange = positions_of(induced ? ~pattern.neighbours(order[i]) : pattern.strangers(order[i]), order, end);
        for (auto const& [low, high] : symmetry.restrictions) {
            if (high == order[i]) step.above |= positions_of(Pattern::bit(low), order, end);
            if (low == order[i]) step.below |= positions_of(Pattern::bit(high), order, end);
        }
        return step;
    };
    for (std::size_t i = 0; i < stepped; ++i) {
        plan.steps[i] = step_of(i, i);
        plan.steps[i].from = source_of(plan, plan.steps[i], static_cast<int>(i), may_serve);
    }
    plan.repetitions = symmetry.repetitions;
    std::vector<MatchingPlan::Step> tails;
    for (std::size_t i = stepped; i < order.size(); ++i) tails.push_back(step_of(i, stepped));
    if (!tails.empty()) {
        Tails(plan, tails).add();
        keep_lists(plan);
    }
    if (plan.terms == 0) plan.repetitions /= exchanges_of(plan);
    add_bans(plan, pattern, order);
    return plan;
}

std::vector<int> checked_order(Pattern const& pattern, bool induced, std::vector<int> order) {
    pattern.require_connected();
    if (order.empty()) order = matching_order(pattern, induced);
    require_order(pattern, order);
    return order;
}

MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order) {
    order = checked_order(pattern, induced, std::move(order));
    if (order.size() < 2)
        throw InputError("the pattern has one vertex, which every vertex of the graph matches: add an edge");
    int const together = pattern.has_marks() ? 0 : tails_of(pattern, induced, order);
    // The marks are not known here, so no list serves another vertex if the pattern has any.
    return plan_of(pattern, induced, order, together, [&](int, int) { return !pattern.has_marks(); });
}

std::optional<MatchingPlan> plan_if_short(Pattern const& pattern, bool induced, std::vector<int> const& order) {
    int const together = pattern.has_marks() ? 0 : tails_of(pattern, induced, order);
    if (static_cast<int>(order.size()) - together > most_stepped(together)) return std::nullopt;
    return make_plan(pattern, induced, order);
}

namespace {

void require_marks_of(Pattern const& pattern, Graph const& graph, bool has_meaning) {
    if (pattern.has_arcs() && !is_directed(graph)) {
        throw InputError(
            "the pattern has arcs, but the graph was read without directions: read it as a directed graph, or write "
            "edges such as 0-1");
    }
    if (has_meaning) return;
    if (pattern.has_labels() && !has_labels(graph)) {
        throw InputError(
            "the pattern has labels, but the graph has none: give a file of labels for the graph, or leave the labels "
            "out of the pattern");
    }
    if (pattern.has_edge_labels() && !has_edge_labels(graph)) {
        throw InputError(
            "the pattern has labels of edges, but the graph was read without them: read the graph with them, or leave "
            "them out of the pattern");
    }
}

// Puts the bits of a pattern's needs into a plan, whose vertices are in that order.
class BitsOfPlan {
public:
    BitsOfPlan(PatternNeeds const& needs, std::vector<int> const& order) : needs_(needs), order_(order) {
        auto const size = static_cast<int>(order.size());
        for (int i = 0; i < size; ++i) {
            plan_.vertex_needs[i] = need(i, i);
            for (int j = 0; j < i; ++j) plan_.entries[i][j] = {need(j, i), refused(j, i)};
            for (int j = 0; j < i; ++j) {
                MarkedPlan::EntryBits const& entry = plan_.entries[i][j];
                auto const position = static_cast<Positions>(1u << j);
                if ((entry.needs | entry.refused) != 0) plan_.asked[i] |= position;
                if (entry.needs != 0) plan_.joined[i] |= position;
            }
        }
    }

    // Returns: whether the j-th vertex has all conditions on arcs and labels that the i-th has.
    bool includes(int i, int j) const {
        auto const has = [](Bits all, Bits some) { return (some & ~all) == 0; };
        for (int at = 0; at < i; ++at) {
            auto const &some = plan_.entries[i][at], &all = plan_.entries[j][at];
            if (!has(all.needs, some.needs) || !has(all.refused, some.refused)) return false;
        }
        return has(plan_.vertex_needs[j], plan_.vertex_needs[i]);
    }

    MarkedPlan plan(MatchingPlan const& walk) const {
        MarkedPlan plan = plan_;
        static_cast<MatchingPlan&>(plan) = walk;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            auto const& met = plan.entries[plan.steps[i].from];
            for (std::size_t j = 0; j < i; ++j) {
                auto const& own = plan.entries[i][j];
                if ((own.needs & ~met[j].needs) != 0 || (own.refused & ~met[j].refused) != 0)
                    plan.beyond[i] |= static_cast<Positions>(1u << j);
            }
        }
        return plan;
    }

private:
    using Bits = MarkedPlan::Bits;

    // Returns: the bits that the vertex at a position needs, or those of the entry of one vertex in another's list.
    Bits need(int owner, int other) const {
        if (needs_.needs.empty()) return 0;
        std::size_t const u = at(owner), v = at(other);
        return needs_.needs[u * size() + v];
    }
    Bits refused(int owner, int other) const {
        Bits bits = 0;
        for (PatternNeeds::Forbidden const& one : needs_.forbidden) {
            auto const u = static_cast<std::size_t>(one.u), v = static_cast<std::size_t>(one.v);
            if (u == at(owner) && v == at(other)) bits |= one.needs.there;
            if (v == at(owner) && u == at(other)) bits |= one.needs.back;
        }
        return bits;
    }
    std::size_t at(int position) const { return static_cast<std::size_t>(order_[static_cast<std::size_t>(position)]); }
    std::size_t size() const { return static_cast<std::size_t>(std::lround(std::sqrt(needs_.needs.size()))); }

    PatternNeeds const& needs_;
    std::vector<int> const& order_;
    MarkedPlan plan_;
};

} // namespace

MarkedPattern::MarkedPattern(Pattern const& pattern, bool induced, PatternNeeds needs, Graph const& graph,
                             LabelMeaning const* meaning)
    : pattern_(pattern),
      induced_(induced),
      needs_(std::move(needs)) {
    require_marks_of(pattern, graph, meaning != nullptr);
    if (!needs_.bits.fit()) {
        throw InputError(fmt::format(
            "the pattern has {} different conditions on vertices and {} on arcs and labels of edges, and there "
            "may be {} of each: ask for fewer",
            needs_.bits.of_vertex.size(), needs_.bits.of_entry.size(), PatternBits::most));
    }
    bits_ = std::make_shared<MarkBits const>(bits_of(graph, needs_.bits, meaning));
}

MarkedPlan MarkedPattern::plan(std::vector<int> order, std::optional<SymmetryBreaking> const& symmetry,
                               std::vector<bool> const& asks_more) const {
    order = checked_order(pattern_, induced_, std::move(order));
    require_few(static_cast<int>(order.size()), MatchingPlan::max_vertices);
    BitsOfPlan const bits(needs_, order);
    auto const may_serve = [&](int i, int j) {
        return (asks_more.empty() || !asks_more[static_cast<std::size_t>(i)]) && bits.includes(i, j);
    };
    MarkedPlan plan = bits.plan(plan_of(pattern_, induced_, order, 0, may_serve, symmetry));
    plan.point_into(*bits_);
    return plan;
}

std::string lacking_label(Pattern const& pattern, Graph const& graph) {
    auto const lacks = [](std::vector<std::string> const& names, std::string const& label, char const* bearer) {
        if (label.empty() || names.empty() || std::ranges::binary_search(names, label)) return std::string();
        constexpr std::size_t most = 10;
        auto const shown = std::span(names).first(std::min(names.size(), most));
        return fmt::format("no {} of the graph bears the label \"{}\"; there are {}{}", bearer, label,
                           joined(shown, ", "),
                           names.size() > most ? fmt::format(" and {}", counted(names.size() - most, "other")) : "");
    };
    std::string lacking;
    auto const look = [&](std::vector<std::string> const& names, std::string const& label, char const* bearer) {
        if (lacking.empty()) lacking = lacks(names, label, bearer);
    };
    if (!graph.marks) return lacking;
    for (int v = 0; v < pattern.size(); ++v) {
        for (std::string const& label : pattern.labels(v)) look(graph.marks->label_names, label, "vertex");
        for (int u = 0; u < pattern.size(); ++u) {
            look(graph.marks->edge_label_names, pattern.edge_label(u, v), "edge");
            look(graph.marks->edge_label_names, pattern.arc_label(u, v), "edge");
        }
    }
    return lacking;
}

MarkedWalk marked_plan_of(MatchQuery const& query, std::vector<int> const& order, Graph const& graph) {
    MarkedPattern const marked(query.pattern, query.induced, graph, query.meaning.get());
    MarkedWalk walk{marked.plan(order), marked.bits()};
    bool const may_lack = query.labels_may_lack || query.meaning;
    std::string const lacking = may_lack ? "" : lacking_label(query.pattern, graph);
    if (!lacking.empty()) throw InputError(lacking);
    return walk;
}

void require_marks(MatchQuery const& query, Graph const& graph) {
    Pattern const& pattern = query.pattern;
    std::vector<int> const order = checked_order(pattern, query.induced, query.order);
    if (!pattern.has_marks()) return;
    if (order.size() <= MatchingPlan::max_vertices)
        plan_of(pattern, query.induced, order, 0, [](int, int) { return false; }); // refuses labels of anti-vertices
    require_marks_of(pattern, graph, query.meaning != nullptr);
    std::string const lacking = query.labels_may_lack || query.meaning ? "" : lacking_label(pattern, graph);
    if (!lacking.empty()) throw InputError(lacking);
}

namespace {

std::string listed(MatchingPlan::Positions positions, std::vector<int> const& order) {
    std::vector<int> vertices;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if ((positions >> i & 1) != 0) vertices.push_back(order[i]);
    }
    return joined(vertices, ", ");
}

std::string conditions(MatchingPlan::Step const& step, std::vector<int> const& order) {
    std::string text;
    if (step.adjacent != 0) text += fmt::format("  adjacent to {}", listed(step.adjacent, order));
    if (step.strange != 0) text += fmt::format("  not adjacent to {}", listed(step.strange, order));
    if (step.above != 0) text += fmt::format("  above {}", listed(step.above, order));
    if (step.below != 0) text += fmt::format("  below {}", listed(step.below, order));
    if (step.from != 0) text += fmt::format("  from the list of {}", order[step.from]);
    return text;
}

std::string term_text(MatchingPlan::Term const& term, bool is_first) {
    std::string text = is_first ? "" : term.coefficient < 0 ? " - " : " + ";
    if (std::abs(term.coefficient) != 1) text += fmt::format("{} ", std::abs(term.coefficient));
    for (int i = 0; i < term.factors; ++i) text += fmt::format("{}h{}", i == 0 ? "" : " ", term.factor[i]);
    return text;
}

// Returns: the pattern's other conditions on a vertex and the vertices before it.
std::string marks_text(Pattern const& pattern, std::vector<int> const& order, std::size_t i) {
    int const v = order[i];
    std::vector<int> from, to, none_from, none_to;
    for (std::size_t j = 0; j < i; ++j) {
        int const u = order[j];
        auto const has = [](Pattern::Vertices set, int w) { return (set & Pattern::bit(w)) != 0; };
        if (has(pattern.arcs_from(u), v)) from.push_back(u);
        if (has(pattern.arcs_from(v), u)) to.push_back(u);
        if (has(pattern.no_arcs_from(u), v)) none_from.push_back(u);
        if (has(pattern.no_arcs_from(v), u)) none_to.push_back(u);
    }
    std::string text;
    auto const add = [&](char const* what, std::vector<int> const& others) {
        if (!others.empty()) text += fmt::format("  {} {}", what, joined(others, ", "));
    };
    add("arc from", from);
    add("arc to", to);
    add("no arc from", none_from);
    add("no arc to", none_to);
    for (std::size_t j = 0; j < i; ++j) {
        auto const label = [&](char const* what, std::string const& of_edge) {
            if (!of_edge.empty()) text += fmt::format("  {} {} labelled {}", what, order[j], of_edge);
        };
        label("edge to", pattern.edge_label(order[j], v));
        label("arc from", pattern.arc_label(order[j], v));
        label("arc to", pattern.arc_label(v, order[j]));
    }
    if (!pattern.labels(v).empty()) text += fmt::format("  label {}", joined(pattern.labels(v), " or "));
    if (pattern.discovers(v)) text += "  label discovered";
    return text;
}

} // namespace

std::string plan_text(MatchingPlan const& plan, Pattern const& pattern, std::vector<int> const& order) {
    std::string text;
    for (std::size_t i = 0; i < order.size(); ++i) {
        bool const is_walked = static_cast<int>(i) < plan.walked;
        if (!is_walked && plan.sets > 0) break;
        std::string const marks = marks_text(pattern, order, i);
        text += fmt::format("vertex {:<4}{}{}{}\n", order[i],
                            i > 0           ? conditions(plan.steps[i], order)
                            : marks.empty() ? "  any"
                                            : "",
                            marks, is_walked ? "" : "  counted");
    }
    for (int i = 0; i < plan.sets; ++i) text += fmt::format("number h{:<3}{}\n", i, conditions(plan.set[i], order));
    if (plan.sets > 0) {
        std::vector<int> const last(order.begin() + plan.walked, order.end());
        text += fmt::format("vertices {} together: ", joined(last, ", "));
        for (int i = 0; i < plan.kinds && plan.terms == 0; ++i) {
            text += fmt::format("{}{} of h{}", i > 0 ? ", " : "", plan.members[i], i);
        }
        for (int i = plan.terms; i-- > 0;) text += term_text(plan.term[i], i + 1 == plan.terms);
        text += "\n";
    }
    for (int i = 0; i < plan.bans; ++i) {
        text += fmt::format("no other    adjacent to all of {}\n", listed(plan.ban[i], order));
    }
    if (plan.repetitions > 1) text += fmt::format("divided by {}\n", to_string(plan.repetitions));
    return text;
}

} // namespace cerrado
