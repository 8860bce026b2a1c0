#include "compression/cover.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace cerrado::compression {
namespace {

// Calls visit(i, place) for the items of `wanted` that are in the ascending `list`: O(shorter log(longer)), or their sum.
template <class Wanted, class VertexOf, class Visit>
void for_common(Wanted const& wanted, VertexOf const& vertex_of, std::span<VertexId const> list, Visit const& visit) {
    constexpr std::size_t far_longer = 8;
    if (list.size() / far_longer > wanted.size()) {
        auto place = list.begin();
        for (std::size_t i = 0; i < wanted.size() && place != list.end(); ++i) {
            VertexId const v = vertex_of(wanted[i]);
            place = std::lower_bound(place, list.end(), v);
            if (place != list.end() && *place == v) visit(i, static_cast<std::size_t>(place - list.begin()));
        }
        return;
    }
    for (std::size_t i = 0, place = 0; i < wanted.size() && place < list.size();) { // steps without a branch to guess
        VertexId const v = vertex_of(wanted[i]);
        VertexId const u = list[place];
        if (u == v) visit(i, place);
        i += v <= u ? 1 : 0;
        place += u <= v ? 1 : 0;
    }
}

} // namespace

// One cover in the making.
class Growth {
public:
    Growth(Coverer const& coverer, Prices const& prices)
        : coverer_(coverer),
          graph_(coverer.graph_),
          prices_(prices),
          is_covered_(coverer.ends_.size()) {}

    detail::cgz::Groups run() {
        for (Coverer::EdgeNumber const edge : coverer_.order_) {
            if (is_covered_[edge] == 0) grow_from(edge);
        }
        return std::move(groups_);
    }

private:
    struct Candidate {
        VertexId vertex;
        std::uint32_t fresh; // edges to the members that are in no clique
    };

    std::uint32_t fresh(VertexId v, std::size_t place) const {
        return is_covered_[coverer_.edge_of_entry_[graph_.offsets()[v] + place]] == 0 ? 1 : 0;
    }

    void grow_from(Coverer::EdgeNumber edge) {
        VertexId u = coverer_.ends_[edge].source, v = coverer_.ends_[edge].target;
        if (graph_.degree(u) > graph_.degree(v)) std::swap(u, v);
        members_.assign({u, v});
        candidates_.clear();
        auto const list = graph_.neighbours(u);
        for_common(
            list, [](VertexId w) { return w; }, graph_.neighbours(v),
            [&](std::size_t at_u, std::size_t at_v) {
                candidates_.push_back({list[at_u], fresh(u, at_u) + fresh(v, at_v)});
            });
        std::uint64_t new_edges = 1;
        while (!candidates_.empty()) {
            auto const best = std::ranges::max_element(candidates_, {}, &Candidate::fresh);
            if (best->fresh * static_cast<std::uint32_t>(prices_.edge) <= static_cast<std::uint32_t>(prices_.member))
                break;
            new_edges += best->fresh;
            add(best->vertex);
        }
        if (members_.size() < 3) return;
        if (new_edges * static_cast<std::uint64_t>(prices_.edge) <=
            members_.size() * static_cast<std::uint64_t>(prices_.member)) {
            return;
        }
        take();
    }

    void add(VertexId member) {
        members_.push_back(member);
        std::size_t kept = 0;
        for_common(
            candidates_, [](Candidate const& candidate) { return candidate.vertex; }, graph_.neighbours(member),
            [&](std::size_t i, std::size_t place) {
                candidates_[kept++] = {candidates_[i].vertex, candidates_[i].fresh + fresh(member, place)};
            });
        candidates_.resize(kept);
    }

    void take() {
        std::ranges::sort(members_);
        for (VertexId const v : members_) {
            for_common(
                members_, [](VertexId w) { return w; }, graph_.neighbours(v),
                [&](std::size_t, std::size_t place) {
                    is_covered_[coverer_.edge_of_entry_[graph_.offsets()[v] + place]] = 1;
                });
        }
        groups_.add(members_);
    }

    Coverer const& coverer_;
    Graph const& graph_;
    Prices prices_;
    std::vector<std::uint8_t> is_covered_;
    std::vector<VertexId> members_;
    std::vector<Candidate> candidates_; // adjacent to all members, ascending
    detail::cgz::Groups groups_;
};

namespace {

// By ascending lowest member; what is alike stands together, and the order is the same everywhere.
detail::cgz::Groups sorted(detail::cgz::Groups const& groups) {
    std::vector<std::size_t> order(groups.count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(groups[a], groups[b]);
    });
    detail::cgz::Groups result;
    for (std::size_t const group : order) result.add(groups[group]);
    return result;
}

} // namespace

Coverer::Coverer(Graph const& graph) : graph_(graph) {
    number_edges();
    order_edges(triangles());
}

void Coverer::number_edges() {
    edge_of_entry_.resize(graph_.neighbour_array().size());
    ends_.reserve(graph_.edge_count());
    std::vector<EdgeOffset> next(graph_.offsets().begin(), graph_.offsets().end());
    for (VertexId v = 0; v < graph_.vertex_count(); ++v) { // the lists are met from below in their order
        for (VertexId const u : graph_.neighbours(v)) {
            if (u > v) break;
            auto const edge = static_cast<EdgeNumber>(ends_.size());
            ends_.push_back({u, v});
            edge_of_entry_[next[v]++] = edge;
            edge_of_entry_[next[u]++] = edge;
        }
    }
}

// Each vertex looks at its neighbours of higher degree alone.
std::vector<Coverer::EdgeNumber> Coverer::triangles() const {
    struct Out {
        VertexId to;
        EdgeNumber edge;
    };
    auto const is_higher = [&](VertexId u, VertexId v) {
        return std::pair(graph_.degree(u), u) > std::pair(graph_.degree(v), v);
    };
    std::vector<Out> outs;
    std::vector<EdgeOffset> begins{0};
    outs.reserve(ends_.size());
    for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
        EdgeOffset place = graph_.offsets()[v];
        for (VertexId const u : graph_.neighbours(v)) {
            EdgeNumber const edge = edge_of_entry_[place++];
            if (is_higher(u, v)) outs.push_back({u, edge});
        }
        begins.push_back(outs.size());
    }
    std::vector<EdgeNumber> counts(ends_.size());
    std::vector<EdgeOffset> stamp(graph_.vertex_count()); // 1 + the place in outs of the edge from the vertex at hand
    for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) stamp[outs[p].to] = p + 1;
        for (EdgeOffset p = begins[v]; p < begins[v + 1]; ++p) {
            VertexId const u = outs[p].to;
            for (EdgeOffset q = begins[u]; q < begins[u + 1]; ++q) {
                EdgeOffset const third = stamp[outs[q].to];
                if (third <= begins[v]) continue;
                ++counts[outs[p].edge];
                ++counts[outs[q].edge];
                ++counts[outs[third - 1].edge];
            }
        }
    }
    return counts;
}

void Coverer::order_edges(std::vector<EdgeNumber> const& triangles) {
    EdgeNumber const most = triangles.empty() ? 0 : *std::ranges::max_element(triangles);
    std::vector<std::size_t> places(std::size_t{most} + 2);
    for (EdgeNumber const count : triangles) ++places[most - count + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::size_t const in_triangles = places[most]; // those of none come last
    order_.resize(in_triangles);
    for (EdgeNumber edge = 0; edge < triangles.size(); ++edge) {
        if (triangles[edge] > 0) order_[places[most - triangles[edge]]++] = edge;
    }
}

detail::cgz::Groups Coverer::cover(Prices const& prices) const { return sorted(Growth(*this, prices).run()); }

} // namespace cerrado::compression
