#include "isomorphism/plan/plan_cost.hpp"

#include <cerrado/graph/marks.hpp>
#include <cerrado/traversal/job.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>

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

} // namespace cerrado
