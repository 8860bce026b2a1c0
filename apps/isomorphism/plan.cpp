#include "isomorphism/plan.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace cerrado {

namespace {

using Positions = MatchingPlan::Positions;
using Vertices = Pattern::Vertices;

constexpr Vertices bit(int v) { return Vertices{1} << v; }

void require_order(Pattern const& pattern, std::vector<int> const& order) {
    auto const refuse = [&](std::string const& because) {
        throw InputError(fmt::format("the order {} {}", fmt::join(order, ","), because));
    };
    Vertices before = 0;
    for (int const v : order) {
        if (v < 0 || v >= pattern.size() || (pattern.core() & bit(v)) == 0) {
            refuse(fmt::format("has {}, which is no vertex of a match", v));
        }
        if ((before & bit(v)) != 0) refuse(fmt::format("has {} twice", v));
        if (before != 0 && (before & pattern.neighbours(v)) == 0) {
            refuse(fmt::format("has {} before any vertex that it is adjacent to", v));
        }
        before |= bit(v);
    }
    if (before != pattern.core()) refuse(fmt::format("lacks {}", std::countr_zero(pattern.core() & ~before)));
}

// The positions, in the order, of those of a set of vertices that stand before position `end`.
Positions positions_of(Vertices set, std::vector<int> const& order, std::size_t end) {
    unsigned positions = 0;
    for (std::size_t i = 0; i < end; ++i) positions |= (set >> order[i] & 1) << i;
    return static_cast<Positions>(positions);
}

bool includes(Positions all, Positions some) { return (some & ~all) == 0; }

// The earlier step whose list has met the most of what this one asks, and nothing else.
std::uint16_t source_of(MatchingPlan const& plan, int at) {
    MatchingPlan::Step const& step = plan.steps[at];
    int best = 0;
    int most = 1; // the list of a vertex has met one condition
    for (int i = 1; i < at; ++i) {
        MatchingPlan::Step const& earlier = plan.steps[i];
        bool const serves = includes(step.adjacent, earlier.adjacent) && includes(step.strange, earlier.strange) &&
                            includes(step.above, earlier.above) && includes(step.below, earlier.below);
        int const met = std::popcount(earlier.adjacent) + std::popcount(earlier.strange);
        if (serves && met > most) {
            most = met;
            best = i;
        }
    }
    return static_cast<std::uint16_t>(best);
}

} // namespace

std::vector<int> matching_order(Pattern const& pattern) {
    std::vector<int> order;
    Vertices before = 0;
    for (Vertices left = pattern.core(); left != 0; left &= ~bit(order.back())) {
        auto const rank = [&](int v) {
            return std::tuple(std::popcount(pattern.neighbours(v) & before), std::popcount(pattern.neighbours(v)), -v);
        };
        int best = std::countr_zero(left);
        for (int v = best; v < pattern.size(); ++v) {
            if ((left & bit(v)) != 0 && rank(v) > rank(best)) best = v;
        }
        order.push_back(best);
        before |= bit(best);
    }
    return order;
}

MatchingPlan make_plan(Pattern const& pattern, bool induced, std::vector<int> order) {
    pattern.require_connected();
    if (pattern.has_arcs() || pattern.has_labels() || pattern.has_edge_labels()) {
        throw InputError("the pattern has arcs or labels, and the graph has none: leave them out");
    }
    if (order.empty()) order = matching_order(pattern);
    require_order(pattern, order);
    std::vector<Restriction> const restrictions = automorphisms(pattern).restrictions;
    MatchingPlan plan;
    plan.size = static_cast<int>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        int const v = order[i];
        MatchingPlan::Step& step = plan.steps[i];
        step.adjacent = positions_of(pattern.neighbours(v), order, i);
        step.strange = positions_of(induced ? ~pattern.neighbours(v) : pattern.strangers(v), order, i);
        for (auto const& [low, high] : restrictions) {
            if (high == v) step.above |= positions_of(bit(low), order, i);
            if (low == v) step.below |= positions_of(bit(high), order, i);
        }
        step.from = source_of(plan, static_cast<int>(i));
    }
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) plan.ban[plan.bans++] = positions_of(pattern.strangers(v), order, order.size());
    }
    return plan;
}

} // namespace cerrado
