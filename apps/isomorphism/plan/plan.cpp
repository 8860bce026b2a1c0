#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <set>
#include <span>
#include <utility>

namespace cerrado {

namespace {

using Positions = MatchingPlan::Positions;

void require_order(Pattern const& pattern, std::vector<int> const& order) {
    auto const refuse = [&](std::string const& because) {
        throw InputError(fmt::format("the order {} {}", fmt::join(order, ","), because));
    };
    for (int const v : order) {
        if (std::ranges::count(order, v) > 1) refuse(fmt::format("has {} twice", v));
    }
    Pattern::Vertices before = 0;
    for (int const v : order) {
        if (v < 0 || v >= pattern.size() || (pattern.core() & Pattern::bit(v)) == 0) {
            refuse(fmt::format("has {}, which is no vertex of a match", v));
        }
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

// The sets of the vertices from plan.walked on, and what they come to.
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

    // The kind of the most vertices comes last: see phase::DisjointSets.
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

// Where vertices that stand for nobody are adjacent.
void add_bans(MatchingPlan& plan, Pattern const& pattern, std::vector<int> const& order) {
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) continue;
        if (plan.bans == MatchingPlan::max_vertices) {
            throw InputError(fmt::format("the pattern has more than {} vertices that stand for nobody: drop some",
                                         MatchingPlan::max_vertices));
        }
        if (!pattern.labels(v).empty()) {
            throw InputError(
                fmt::format("vertex {} has no edge, so it stands for nobody, but bears a label: drop it", v));
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

void require_few(int vertices, int most) {
    if (vertices <= most) return;
    throw InputError(
        fmt::format("{} vertices of this pattern are to be found one after the other, and {} can be: a count of "
                    "edge-induced matches, without arcs, labels and anti-vertices, finds the others together where "
                    "they are not adjacent, {} kinds of them",
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
                     MayServe const& may_serve) {
    MatchingPlan plan;
    plan.size = static_cast<int>(order.size());
    plan.walked = plan.size - std::max(1, together);
    auto const stepped = static_cast<std::size_t>(together > 0 ? plan.walked : plan.size);
    require_few(static_cast<int>(stepped), MatchingPlan::max_vertices - (together > 0 ? 1 : 0));
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
    if (order.size() < 2) throw InputError("a pattern of one vertex: every vertex matches it");
    int const together = pattern.has_marks() ? 0 : tails_of(pattern, induced, order);
    // Nothing of marks is known here; so no list serves another vertex where there are some.
    return plan_of(pattern, induced, order, together, [&](int, int) { return !pattern.has_marks(); });
}

} // namespace cerrado
