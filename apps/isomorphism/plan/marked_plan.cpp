#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace cerrado {

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

} // namespace cerrado
