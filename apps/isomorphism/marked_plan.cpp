#include "isomorphism/plan_parts.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
               includes(all.none_to, some.none_to) && (some.labels == 0 || labels(i) == labels(j));
    }

private:
    void require(Graph const& graph) const {
        if (pattern_.has_arcs() && !is_directed(graph)) {
            throw InputError("the pattern has arcs, and the graph has no directions: read it with them, or write 0-1");
        }
        if (pattern_.has_labels() && !cerrado::has_labels(graph)) {
            throw InputError(
                "the pattern has labels, and the graph has none: give it a file of labels, or leave them out");
        }
        if (pattern_.has_edge_labels()) {
            throw InputError("the pattern has labels of edges, which graphs do not have: leave them out");
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

    void add_labels(MarkedPlan::Marks& marks, std::vector<std::string> const& any_of, Graph const& graph) {
        marks.first_label = static_cast<std::uint8_t>(labels_);
        for (std::string const& label : any_of) {
            std::vector<std::string> const& names = graph.marks->label_names;
            auto const place = std::ranges::lower_bound(names, label);
            if (place == names.end() || *place != label) {
                constexpr std::size_t most = 10;
                throw InputError(
                    fmt::format("no vertex of the graph bears the label \"{}\"; there are {}{}", label,
                                fmt::join(names.begin(), names.begin() + std::min(names.size(), most), ", "),
                                names.size() > most ? fmt::format(" and {} others", names.size() - most) : ""));
            }
            if (labels_ == MarkedPlan::max_labels) {
                throw InputError(fmt::format("the pattern names more than {} labels, all vertices together: name fewer",
                                             MarkedPlan::max_labels));
            }
            plan_.label[labels_++] = static_cast<std::uint32_t>(place - names.begin());
        }
        marks.labels = static_cast<std::uint8_t>(any_of.size());
    }

    Pattern const& pattern_;
    std::vector<int> const& order_;
    MarkedPlan plan_;
    int labels_ = 0;
};

} // namespace

MarkedPlan make_marked_plan(Pattern const& pattern, bool induced, std::vector<int> order, Graph const& graph) {
    order = checked_order(pattern, induced, std::move(order));
    Marking const marking(pattern, induced, order, graph);
    return marking.plan(
        plan_of(pattern, induced, order, 0, [&](int i, int j) { return marking.includes_marks(i, j); }));
}

} // namespace cerrado
