#include "frequent/typed_lists.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace cerrado::frequent {

namespace {

constexpr Label no_edge = 0;

// The labels of an entry: of the edge, or of the arc to the neighbour and of that from it.
struct EntryLabels {
    Label edge = no_edge, out = no_edge, in = no_edge;

    Label of(Way way) const { return way == Way::either ? edge : way == Way::out ? out : in; }
    bool are_of(Side const& side) const {
        auto const is_one = [&](Label label) {
            return label != no_edge && (side.label == any_label || side.label == label);
        };
        return side.way == Way::either ? is_one(edge) || is_one(out) || is_one(in) : is_one(of(side.way));
    }
};

class Entries {
public:
    Entries(Graph const& graph, bool labels)
        : graph_(graph),
          arcs_(is_directed(graph) ? graph.marks->arcs.data() : nullptr),
          labels_(labels ? graph.marks->edge_labels.data() : nullptr) {}

    // Calls visit(neighbour, labels) for each neighbour of v.
    template <class Visit> void visit(VertexId v, Visit const& visit) const {
        EdgeOffset entry = graph_.offsets()[v];
        for (VertexId const u : graph_.neighbours(v)) visit(u, labels_of(v, u, entry++));
    }

private:
    Label label_of(EdgeOffset entry) const {
        if (labels_ == nullptr || labels_[entry] == GraphMarks::no_label) return unlabelled;
        return first_label + labels_[entry];
    }
    EntryLabels labels_of(VertexId v, VertexId u, EdgeOffset entry) const {
        if (arcs_ == nullptr) return {.edge = label_of(entry)};
        EntryLabels found;
        if ((arcs_[entry] & GraphMarks::arc_to) != 0) found.out = label_of(entry);
        if ((arcs_[entry] & GraphMarks::arc_from) != 0) {
            found.in = labels_ == nullptr ? unlabelled : label_of(graph_.ref().find(u, v));
        }
        return found;
    }

    Graph const& graph_;
    std::uint8_t const* const arcs_;
    std::uint32_t const* const labels_;
};

} // namespace

Classes::Classes(std::vector<Class> of) : of_(std::move(of)), rank_(of_.size(), none) {
    for (VertexId v = 0; v < of_.size(); ++v) {
        if (of_[v] == none) continue;
        if (of_[v] >= members_.size()) members_.resize(of_[v] + 1);
        rank_[v] = static_cast<std::uint32_t>(members_[of_[v]].size());
        members_[of_[v]].push_back(v);
    }
}

std::map<EdgeType, std::uint64_t> edge_types(Graph const& graph, Classes const& classes, bool labels) {
    struct Seen {
        VertexId last;
        std::uint64_t vertices;
    };
    Entries const entries(graph, labels);
    bool const directed = is_directed(graph);
    std::map<Side, std::uint64_t> vertices; // that have a neighbour on this side
    for (Class own = 0; own < classes.size(); ++own) {
        std::unordered_map<std::uint64_t, Seen> seen; // by class, way and label
        for (VertexId const v : classes.members(own)) {
            entries.visit(v, [&](VertexId u, EntryLabels const& labels_of) {
                if (classes.of(u) == Classes::none) return;
                for (Way const way : {Way::either, Way::out, Way::in}) {
                    std::uint64_t const label = labels_of.of(way);
                    if (label == no_edge) continue;
                    std::uint64_t const key =
                        (std::uint64_t{classes.of(u)} * 3 + static_cast<unsigned>(way)) << 30 | label;
                    auto const [at, is_new] = seen.try_emplace(key, Seen{v, 1});
                    if (is_new || at->second.last == v) continue;
                    at->second = {v, at->second.vertices + 1};
                }
            });
        }
        for (auto const& [key, of] : seen) {
            std::uint64_t const other = key >> 30;
            vertices[{own, static_cast<Class>(other / 3), static_cast<Way>(other % 3),
                      static_cast<Label>(key & ((1u << 30) - 1))}] = of.vertices;
        }
    }
    std::map<EdgeType, std::uint64_t> types;
    for (auto const& [side, count] : vertices) {
        if (side.way == Way::in || (side.way == Way::either && side.own > side.other)) continue;
        EdgeType const type{side.own, side.other, side.label};
        types[type] = std::min(count, vertices.at(side_to(type, directed)));
    }
    return types;
}

TypedLists::TypedLists(Graph const& graph, Classes const& classes, bool labels, std::vector<Side> sides)
    : sides_(std::move(sides)) {
    sort_once(sides_);
    std::uint64_t lists = 0;
    for (Side const& side : sides_) {
        first_.push_back(lists);
        lists += classes.members(side.own).size() + 1;
    }
    begins_.resize(lists + 1);

    Entries const entries(graph, labels);
    std::vector<std::span<Side const>> sides_to(classes.size()); // from one class, by the other
    auto const for_each_entry = [&](auto const& visit) {
        for (auto own = sides_.begin(); own != sides_.end();) {
            auto const of_class = own;
            while (own != sides_.end() && own->own == of_class->own) {
                auto const first = own;
                while (own != sides_.end() && own->own == first->own && own->other == first->other) ++own;
                sides_to[first->other] = std::span(first, own);
            }
            for (VertexId const v : classes.members(of_class->own)) {
                entries.visit(v, [&](VertexId u, EntryLabels const& labels_of) {
                    if (classes.of(u) == Classes::none) return;
                    for (Side const& side : sides_to[classes.of(u)]) {
                        auto const list = static_cast<std::size_t>(&side - sides_.data());
                        if (labels_of.are_of(side)) visit(first_[list] + classes.rank(v), classes.rank(u));
                    }
                });
            }
            for (auto done = of_class; done != own; ++done) sides_to[done->other] = {};
        }
    };
    for_each_entry([&](std::uint64_t list, std::uint32_t) { ++begins_[list + 1]; });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    ranks_.resize(begins_.back());
    std::vector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
    for_each_entry([&](std::uint64_t list, std::uint32_t rank) { ranks_[next[list]++] = rank; });
}

std::optional<std::uint32_t> TypedLists::number(Side const& side) const {
    auto const at = std::ranges::lower_bound(sides_, side);
    if (at == sides_.end() || *at != side) return std::nullopt;
    return static_cast<std::uint32_t>(at - sides_.begin());
}

} // namespace cerrado::frequent
