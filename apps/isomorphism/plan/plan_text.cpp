#include "isomorphism/plan/plan_text.hpp"

#include <cerrado/run/result.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace cerrado {
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
