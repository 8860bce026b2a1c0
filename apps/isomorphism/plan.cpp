#include "isomorphism/plan_parts.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <span>

namespace cerrado {

namespace {

using Positions = MatchingPlan::Positions;

void require_order(Pattern const& pattern, std::vector<int> const& order) {
    auto const refuse = [&](std::string const& because) {
        throw InputError(fmt::format("the order {} {}", fmt::join(order, ","), because));
    };
    Pattern::Vertices before = 0;
    for (int const v : order) {
        if (v < 0 || v >= pattern.size() || (pattern.core() & Pattern::bit(v)) == 0) {
            refuse(fmt::format("has {}, which is no vertex of a match", v));
        }
        if ((before & Pattern::bit(v)) != 0) refuse(fmt::format("has {} twice", v));
        if (before != 0 && (before & pattern.neighbours(v)) == 0) {
            refuse(fmt::format("has {} before any vertex that it is adjacent to", v));
        }
        before |= Pattern::bit(v);
    }
    if (before != pattern.core()) refuse(fmt::format("lacks {}", std::countr_zero(pattern.core() & ~before)));
}

// The step before `end` whose list has met the most of what this one asks, and nothing else.
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

// The list of a step as one that has all which meet its conditions but the bounds, and these of `degree` neighbours.
void keep_all(MatchingPlan& plan, int at, std::uint16_t degree) {
    for (; at != 0; at = plan.steps[at].from) {
        MatchingPlan::Step& step = plan.steps[at];
        step.keeps = step.keeps || step.above != 0 || step.below != 0;
        step.degree = std::min(step.degree, degree);
    }
}

// Sets know no bounds. So the list of a step that has some serves them if it keeps what lies beyond.
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

// How many vertices at the end of the order are counted together; 0 for none.
int tails_of(Pattern const& pattern, bool induced, std::vector<int> const& order) {
    Pattern::Vertices tails = 0;
    int most = 0;
    for (std::size_t i = order.size(); i-- > 1;) {
        tails |= Pattern::bit(order[i]);
        if (can_be_counted(pattern, induced, tails)) most = static_cast<int>(order.size() - i);
    }
    return most;
}

// The sets and terms of the vertices from plan.walked on.
class Tails {
public:
    Tails(MatchingPlan& plan, std::vector<MatchingPlan::Step> const& tails) : plan_(plan), tails_(tails) {}

    void add() {
        for (MatchingPlan::Step const& tail : tails_) set_of(tail);
        plan_.single_sets = plan_.sets;
        if (plan_.sets == 1) {
            plan_.alike = static_cast<int>(tails_.size());
            return;
        }
        std::vector<std::vector<std::size_t>> blocks;
        add_partitions(0, blocks);
    }

private:
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
            for (std::size_t const tail : block) {
                all.adjacent |= tails_[tail].adjacent;
                all.strange |= tails_[tail].strange;
            }
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

} // namespace

bool can_be_counted(Pattern const& pattern, bool induced, Pattern::Vertices tails) {
    int const count = std::popcount(tails);
    if (pattern.has_marks() || induced || count < 2 || pattern.core() != Pattern::bit(pattern.size()) - 1 ||
        (pattern.core() & ~tails) == 0)
        return false;
    int const first = std::countr_zero(tails);
    bool are_alike = true;
    for (int v = 0; v < pattern.size(); ++v) {
        if ((tails & Pattern::bit(v)) == 0) continue;
        if (((pattern.neighbours(v) | pattern.strangers(v)) & tails) != 0) return false;
        are_alike &=
            pattern.neighbours(v) == pattern.neighbours(first) && pattern.strangers(v) == pattern.strangers(first);
    }
    return are_alike || count <= MatchingPlan::max_tails;
}

Positions positions_of(Pattern::Vertices set, std::vector<int> const& order, std::size_t end) {
    unsigned positions = 0;
    for (std::size_t i = 0; i < end; ++i) positions |= (set >> order[i] & 1) << i;
    return static_cast<Positions>(positions);
}

MatchingPlan plan_of(Pattern const& pattern, bool induced, std::vector<int> const& order, int together,
                     MayServe const& may_serve) {
    MatchingPlan plan;
    plan.size = static_cast<int>(order.size());
    plan.walked = plan.size - std::max(1, together);
    std::vector<int> restricted = order;
    if (together > 0) restricted.resize(static_cast<std::size_t>(plan.walked));
    SymmetryBreaking const symmetry = break_symmetry(pattern, restricted);
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
    auto const stepped = static_cast<std::size_t>(together > 0 ? plan.walked : plan.size);
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
    for (int i = 1; i <= plan.alike; ++i) plan.repetitions /= static_cast<std::uint64_t>(i); // sets are counted
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) continue;
        if (!pattern.labels(v).empty()) {
            throw InputError(
                fmt::format("vertex {} has no edge, so it stands for nobody, but bears a label: drop it", v));
        }
        plan.ban[plan.bans++] = positions_of(pattern.strangers(v), order, order.size());
    }
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
    if (order.size() < 2) throw InputError("a pattern of one vertex: every vertex matches it");
    int const together = pattern.has_marks() ? 0 : tails_of(pattern, induced, order);
    // Nothing of marks is known here; so no list serves another vertex where there are some.
    return plan_of(pattern, induced, order, together, [&](int, int) { return !pattern.has_marks(); });
}

} // namespace cerrado
