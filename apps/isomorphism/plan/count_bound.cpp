#include "isomorphism/plan/count_bound.hpp"

#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

// std::lgamma() writes a sign that all threads share.
double log_gamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

double log2_binomial(double n, double k) {
    return (log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1)) / std::log(2.0);
}

// In logarithms to base 2.
class CountBound {
public:
    CountBound(MatchingPlan const& plan, Graph const& graph) : plan_(plan), graph_(graph) {}

    // By the largest degree. What is walked to is less than 2^64, or nobody sees the end.
    double of_largest_degree() const {
        double const degree = std::max<double>(2, graph_.max_degree());
        double const walks = std::log2(graph_.vertex_count() + 1.0) + (plan_.walked - 1) * std::log2(degree);
        double sum = std::min(64.0, walks) + of_mappings();
        for (int kind = 0; kind < plan_.kinds; ++kind) {
            if (degree >= plan_.members[kind]) sum += log2_binomial(degree, plan_.members[kind]);
        }
        return sum;
    }

    // By the degrees of all: each vertex but the first is asked to be adjacent to just one before it. So many mappings of
    // such a tree there are in which a vertex stands for itself, a vertex at a time from the last on.
    double of_tree() const {
        std::vector<std::vector<double>> all(static_cast<std::size_t>(plan_.walked)); // where they are needed
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
    static double times(double a, double b) { return std::min(a * b, 1e300); } // 0 times that is 0

    // Of few vertices mappings are counted, else sets.
    double of_mappings() const { return plan_.terms > 0 ? std::log2(static_cast<double>(exchanges_of(plan_))) : 0; }

    // Of each vertex: how many sets there are among its neighbours, for those counted together that are to be neighbours
    // first of the vertex at `position`.
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

} // namespace

void require_countable(MatchingPlan const& plan, Graph const& graph) {
    constexpr double most = 127.99; // less what logarithms are rounded by
    CountBound const bound(plan, graph);
    if (plan.kinds == 0 || bound.of_largest_degree() < most) return;
    double const bits = bound.of_tree();
    if (bits < most) return;
    throw InputError(fmt::format("there can be 2^{:.0f} matches here, and counts have 128 bits: take a smaller pattern",
                                 std::ceil(bits - std::log2(static_cast<double>(plan.repetitions)))));
}

} // namespace cerrado
