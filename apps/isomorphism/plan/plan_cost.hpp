// Predicts by random walks the cost of a plan in a graph.
#pragma once

#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>

#include <array>
#include <vector>

namespace cerrado {

struct PlanCost {
    std::array<double, MatchingPlan::max_vertices + 1> traversals{}; // by length
    double entries = 0;                                              // list entries that are read
    double look_ups = 0;                                             // searches for a vertex in a list

    // Returns: the work in look-ups. The costs of a step were fitted to 2028 walks on one host thread.
    double work() const;
    double all_traversals() const;
};

// Each walk begins with a random edge, in one direction, and goes on with a random one of the vertices that the plan
// allows next. A traversal counts as often as there were ways to choose, so the mean is unbiased.
// Source: Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 1975.
template <class Plan> class RandomWalks {
public:
    // Requires: the graph has an edge and stays where it is. Walks number graphs by degree, but this one need not be.
    RandomWalks(Graph const& graph, Plan const& plan);

    // Takes `walks` more walks whose first vertex fits the plan, but makes at most 16 tries for each. Ends once
    // effort() is `most_effort`.
    void take(int walks, double most_effort);
    PlanCost cost() const; // the mean of all walks so far
    double error() const;  // the standard error of its work
    double effort() const {
        return effort_;
    } // the effort of the walks, in entries read; an entry takes some
      // nanoseconds

private:
    static constexpr double of_step = 10, of_look_up = 3; // in units of effort
    struct List {
        std::vector<VertexId> vertices; // those within the bounds first, then those that the plan keeps beyond them
        std::size_t within = 0;
    };

    bool try_one();
    void walk_on(double weight);
    void count_last(double weight);
    void find(MatchingPlan::Step const& step, List& found, double weight);
    bool holds(MatchingPlan::Step const& step, VertexId u, unsigned met, double weight);
    bool is_marked_so(VertexId u, double weight);
    bool is_within(MatchingPlan::Step const& step, VertexId u) const;
    bool is_less(VertexId u, VertexId v) const;
    void look_up(double weight) { cost_.look_ups += weight, effort_ += of_look_up; }
    VertexId shortest_list(MatchingPlan::Positions of, int& position) const;

    Graph const& graph_;
    Plan plan_;
    RandomSource random_{1};
    std::uint64_t place_ = 0; // place of the last entry, scaled to 2^64
    std::array<VertexId, MatchingPlan::max_vertices> vertices_{};
    std::array<List, MatchingPlan::max_vertices + 1> lists_; // [length]: found by a traversal of this length
    int size_ = 0;
    PlanCost cost_; // sum over all walks
    double tries_ = 0;
    double squares_ = 0; // sum of the squares of each walk's work
    double effort_ = 0;
};

} // namespace cerrado
