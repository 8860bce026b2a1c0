#include "isomorphism/plan/plan.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/result.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
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

namespace {

using Vertices = Pattern::Vertices;

// What besides adjacency is asked of the vertices of an order, in a graph of such marks.
class Marking {
public:
    Marking(Pattern const& pattern, bool induced, std::vector<int> const& order, Graph const& graph)
        : pattern_(pattern),
          order_(order) {
        require(graph);
        for (std::size_t i = 0; i < order.size(); ++i) {
            plan_.marks[i] = arcs_of(order[i], i, induced);
            add_labels(plan_.marks[i], pattern.labels(order[i]), graph);
            add_edge_labels(plan_.marks[i], i, graph);
        }
    }

    MarkedPlan plan(MatchingPlan const& walk) const {
        MarkedPlan plan = plan_;
        static_cast<MatchingPlan&>(plan) = walk;
        return plan;
    }

    // Whether all that is asked of the i-th vertex is asked of the j-th.
    bool includes_marks(int i, int j) const {
        MarkedPlan::Marks const& some = plan_.marks[i];
        MarkedPlan::Marks const& all = plan_.marks[j];
        auto const labels = [&](int at) { return pattern_.labels(order_[static_cast<std::size_t>(at)]); };
        return includes(all.from, some.from) && includes(all.to, some.to) && includes(all.none_from, some.none_from) &&
               includes(all.none_to, some.none_to) && (some.labels == 0 || labels(i) == labels(j)) &&
               std::ranges::all_of(edge_labels(some), [&](MarkedPlan::EdgeLabel const& label) {
                   return std::ranges::find(edge_labels(all), label) != edge_labels(all).end();
               });
    }

private:
    std::span<MarkedPlan::EdgeLabel const> edge_labels(MarkedPlan::Marks const& marks) const {
        return {plan_.edge_label + marks.first_edge_label, marks.edge_labels};
    }

    void require(Graph const& graph) const {
        if (pattern_.has_arcs() && !is_directed(graph)) {
            throw InputError("the pattern has arcs, and the graph has no directions: read it with them, or write 0-1");
        }
        if (pattern_.has_labels() && !cerrado::has_labels(graph)) {
            throw InputError(
                "the pattern has labels, and the graph has none: give it a file of labels, or leave them out");
        }
        if (pattern_.has_edge_labels() && !cerrado::has_edge_labels(graph)) {
            throw InputError(
                "the pattern has labels of edges, and the graph has none: read it with them, or leave them out");
        }
    }

    MarkedPlan::Marks arcs_of(int v, std::size_t before, bool induced) const {
        Vertices from = 0, none_from = 0, none_to = pattern_.no_arcs_from(v);
        Vertices to = pattern_.arcs_from(v);
        for (int u = 0; u < pattern_.size(); ++u) {
            if ((pattern_.arcs_from(u) & Pattern::bit(v)) != 0) from |= Pattern::bit(u);
            if ((pattern_.no_arcs_from(u) & Pattern::bit(v)) != 0) none_from |= Pattern::bit(u);
        }
        if (induced) { // of two that an arc joins, and no edge either way, there is no other arc
            Vertices const joined = (from | to) & ~pattern_.edges(v);
            none_from |= joined & ~from;
            none_to |= joined & ~to;
        }
        MarkedPlan::Marks marks;
        marks.from = positions_of(from, order_, before);
        marks.to = positions_of(to, order_, before);
        marks.none_from = positions_of(none_from, order_, before);
        marks.none_to = positions_of(none_to, order_, before);
        return marks;
    }

    static std::uint32_t place_of(std::string const& label, std::vector<std::string> const& names) {
        auto const place = std::ranges::lower_bound(names, label);
        return place != names.end() && *place == label ? static_cast<std::uint32_t>(place - names.begin()) : nobodys;
    }

    void add_edge_labels(MarkedPlan::Marks& marks, std::size_t position, Graph const& graph) {
        marks.first_edge_label = static_cast<std::uint8_t>(edge_labels_);
        int const v = order_[position];
        auto const add = [&](std::size_t before, std::string const& label, bool in_its_list, bool in_own_list) {
            if (label.empty()) return;
            if (edge_labels_ == MarkedPlan::max_edge_labels) {
                throw InputError(fmt::format("the pattern names labels of more than {} edges: name fewer",
                                             MarkedPlan::max_edge_labels));
            }
            plan_.edge_label[edge_labels_++] = {static_cast<std::uint8_t>(before), in_its_list, in_own_list,
                                                place_of(label, graph.marks->edge_label_names)};
            ++marks.edge_labels;
        };
        for (std::size_t before = 0; before < position; ++before) {
            int const u = order_[before];
            add(before, pattern_.edge_label(u, v), true, is_directed(graph));
            add(before, pattern_.arc_label(u, v), true, false);
            add(before, pattern_.arc_label(v, u), false, true);
        }
    }

    void add_labels(MarkedPlan::Marks& marks, std::vector<std::string> const& any_of, Graph const& graph) {
        marks.first_label = static_cast<std::uint8_t>(labels_);
        for (std::string const& label : any_of) {
            if (labels_ == MarkedPlan::max_labels) {
                throw InputError(fmt::format("the pattern names more than {} labels, all vertices together: name fewer",
                                             MarkedPlan::max_labels));
            }
            plan_.label[labels_++] = place_of(label, graph.marks->label_names);
        }
        marks.labels = static_cast<std::uint8_t>(any_of.size());
    }

    static constexpr std::uint32_t nobodys = GraphMarks::no_label - 1; // as a label that the graph lacks

    Pattern const& pattern_;
    std::vector<int> const& order_;
    MarkedPlan plan_;
    int labels_ = 0;
    int edge_labels_ = 0;
};

} // namespace

MarkedPlan make_marked_plan(Pattern const& pattern, bool induced, std::vector<int> order, Graph const& graph) {
    order = checked_order(pattern, induced, std::move(order));
    require_few(static_cast<int>(order.size()), MatchingPlan::max_vertices);
    Marking const marking(pattern, induced, order, graph);
    return marking.plan(
        plan_of(pattern, induced, order, 0, [&](int i, int j) { return marking.includes_marks(i, j); }));
}

std::string lacking_label(Pattern const& pattern, Graph const& graph) {
    auto const lacks = [](std::vector<std::string> const& names, std::string const& label, char const* bearer) {
        if (label.empty() || names.empty() || std::ranges::binary_search(names, label)) return std::string();
        constexpr std::size_t most = 10;
        auto const shown = std::span(names).first(std::min(names.size(), most));
        return fmt::format("no {} of the graph bears the label \"{}\"; there are {}{}", bearer, label,
                           fmt::join(shown, ", "),
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

MarkedPlan marked_plan_of(MatchQuery const& query, std::vector<int> const& order, Graph const& graph) {
    MarkedPlan const plan = make_marked_plan(query.pattern, query.induced, order, graph);
    std::string const lacking = query.labels_may_lack ? "" : lacking_label(query.pattern, graph);
    if (!lacking.empty()) throw InputError(lacking);
    return plan;
}

namespace {

std::string listed(MatchingPlan::Positions positions, std::vector<int> const& order) {
    std::vector<int> vertices;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if ((positions >> i & 1) != 0) vertices.push_back(order[i]);
    }
    return fmt::format("{}", fmt::join(vertices, ", "));
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

// What else the pattern says of a vertex, as far as it concerns those before it.
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
        if (!others.empty()) text += fmt::format("  {} {}", what, fmt::join(others, ", "));
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
    if (!pattern.labels(v).empty()) text += fmt::format("  label {}", fmt::join(pattern.labels(v), " or "));
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
        text += fmt::format("vertices {} together: ", fmt::join(last, ", "));
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
