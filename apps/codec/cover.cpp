#include "codec/cover.hpp"

#include <cerrado/graph/cgz/numbers.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace cerrado::compression {

namespace {

using EdgeNumber = std::uint32_t;

// As bytes of numbers in a .cgz: counts in one class differ by a quarter at most.
constexpr std::size_t classes = 16 + 28 * 4;

std::size_t class_of(std::uint32_t triangles) { return classes - 1 - detail::cgz::coded(triangles).byte; }

// Edges by their end of lower degree, which looks at its neighbours of higher degree alone.
class TriangleCounts {
public:
    TriangleCounts(Graph const& graph, Watch& watch) : graph_(graph) {
        hubs_.reserve(graph.edge_count());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId const u : graph.neighbours(v)) {
                if (std::pair(graph.degree(u), u) > std::pair(graph.degree(v), v)) hubs_.push_back(u);
            }
            ends_.push_back(static_cast<EdgeNumber>(hubs_.size()));
        }
        count(watch);
    }

    // Calls visit(edge, triangles) for each edge in one or more, by its hub.
    template <class Visit> void for_edges_by_hub(Visit const& visit) const {
        std::vector<EdgeNumber> places(std::size_t{graph_.vertex_count()} + 1);
        for (VertexId const hub : hubs_) ++places[std::size_t{hub} + 1];
        std::partial_sum(places.begin(), places.end(), places.begin());
        struct Counted {
            VertexId other;
            std::uint32_t triangles;
        };
        std::vector<Counted> edges(hubs_.size());
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) edges[places[hubs_[e]]++] = {v, triangles_[e]};
        }
        EdgeNumber e = 0;
        for (VertexId hub = 0; hub < graph_.vertex_count(); ++hub) {
            for (; e < places[hub]; ++e) {
                if (edges[e].triangles > 0) visit(Seed{hub, edges[e].other}, edges[e].triangles);
            }
        }
    }

private:
    EdgeNumber begin(VertexId v) const { return v == 0 ? 0 : ends_[v - 1]; }

    void count(Watch& watch) {
        constexpr VertexId vertices_at_once = 256;
        triangles_.resize(hubs_.size());
        std::vector<EdgeNumber> stamp(graph_.vertex_count()); // 1 + the number of the edge from the vertex at hand
        for (VertexId v = 0; v < graph_.vertex_count(); ++v) {
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) stamp[hubs_[e]] = e + 1;
            for (EdgeNumber e = begin(v); e < ends_[v]; ++e) count(v, e, stamp);
            if (v % vertices_at_once == 0) watch.done(vertices_at_once);
        }
    }

    // Of a long list every so-manieth is looked at, and counts for all of these: classes are coarser than that.
    void count(VertexId v, EdgeNumber first, std::vector<EdgeNumber> const& stamp) {
        constexpr EdgeNumber enough = 128;
        VertexId const u = hubs_[first];
        EdgeNumber const step = 1 + (ends_[u] - begin(u)) / enough;
        for (EdgeNumber second = begin(u) + first % step; second < ends_[u]; second += step) {
            EdgeNumber const third = stamp[hubs_[second]];
            if (third <= begin(v)) continue;
            triangles_[first] += step;
            triangles_[second] += step;
            triangles_[third - 1] += step;
        }
    }

    Graph const& graph_;
    std::vector<VertexId> hubs_;   // of each edge
    std::vector<EdgeNumber> ends_; // of the edges of each vertex
    std::vector<std::uint32_t> triangles_;
};

} // namespace

Seeds seeds_of(Graph const& graph, Watch& watch) {
    TriangleCounts const counts(graph, watch);
    std::vector<std::size_t> places(classes + 1);
    counts.for_edges_by_hub([&](Seed, std::uint32_t triangles) { ++places[class_of(triangles) + 1]; });
    std::partial_sum(places.begin(), places.end(), places.begin());
    constexpr std::uint32_t many_triangles = 8;
    Seeds seeds{
        std::vector<Seed>(places.back()), {places.begin() + 1, places.end()}, places[class_of(many_triangles) + 1]};
    counts.for_edges_by_hub(
        [&](Seed seed, std::uint32_t triangles) { seeds.edges[places[class_of(triangles)]++] = seed; });
    return seeds;
}

namespace {

// The first place from `place` on whose vertex is not below v: O(log(how far it is)).
std::size_t advanced(std::span<VertexId const> list, std::size_t place, VertexId v) {
    constexpr std::size_t together = 16; // are compared at once
    std::size_t step = together;
    for (; place + step <= list.size() && list[place + step - 1] < v; step *= 2) place += step;
    while (step > together) {
        step /= 2;
        if (place + step <= list.size() && list[place + step - 1] < v) place += step;
    }
    if (place + together > list.size()) {
        while (place < list.size() && list[place] < v) ++place;
        return place;
    }
    std::uint32_t below = 0;
    for (std::size_t i = 0; i < together; ++i) below += list[place + i] < v ? 1 : 0;
    return place + below;
}

// Calls visit(i, place) for the items of `wanted` that are in the ascending `list`.
template <class Wanted, class VertexOf, class Visit>
void for_common(Wanted const& wanted, VertexOf const& vertex_of, std::span<VertexId const> list, Visit const& visit) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        VertexId const v = vertex_of(wanted[i]);
        place = advanced(list, place, v);
        if (place == list.size()) return;
        if (list[place] == v) visit(i, place);
    }
}

// One cover in the making.
class Growth {
public:
    Growth(Graph const& graph, Prices const& prices)
        : graph_(graph),
          prices_(prices),
          is_covered_(graph.neighbour_array().size()),
          entry_at_hub_(graph.vertex_count(), ~Entry{0}) {}

    // False where seeds of one class save next to nothing: those in fewer triangles will save even less.
    bool grow_from(std::span<Seed const> seeds, Watch& watch) {
        constexpr std::uint64_t enough_tries = 1024, tries_for_a_bit = 32, seeds_at_once = 256;
        std::uint64_t tries = 0, saved = 0, seen = 0;
        for (Seed const& seed : seeds) {
            if (++seen % seeds_at_once == 0) watch.done(seeds_at_once);
            if (seed.hub != hub_) mark(seed.hub);
            if (is_covered_[entry_at_hub_[seed.other]] != 0) continue;
            saved += grow_from(seed);
            if (++tries >= enough_tries && saved * tries_for_a_bit < tries) return false;
        }
        return true;
    }

    detail::cgz::Groups const& groups() const { return groups_; }

private:
    using Entry = std::uint32_t; // of the graph's neighbour array

    struct Candidate {
        VertexId vertex;
        std::uint32_t fresh; // edges to the members that are in no clique
    };

    std::uint32_t fresh(EdgeOffset entry) const { return is_covered_[entry] == 0 ? 1 : 0; }

    // Entries of hubs before stay: they lie outside this one's list.
    void mark(VertexId hub) {
        hub_ = hub;
        auto entry = static_cast<Entry>(graph_.offsets()[hub]);
        for (VertexId const u : graph_.neighbours(hub)) entry_at_hub_[u] = entry++;
    }

    // Returns: the bits that are saved.
    std::uint64_t grow_from(Seed const& seed) {
        members_.assign({seed.other, seed.hub});
        find_candidates(seed.other);
        std::uint64_t worth = prices_.edge;
        while (!candidates_.empty()) {
            auto const best = std::ranges::max_element(candidates_, {}, &Candidate::fresh);
            std::uint64_t const more = best->fresh * prices_.edge;
            if (more <= prices_.member) break;
            worth += more;
            add(best->vertex);
        }
        std::uint64_t const cost = members_.size() * prices_.member;
        if (members_.size() == 2 || worth <= cost) return 0;
        take();
        return worth - cost;
    }

    // Common neighbours of the hub and `other`.
    void find_candidates(VertexId other) {
        auto const begin = static_cast<Entry>(graph_.offsets()[hub_]);
        Entry const size = graph_.degree(hub_);
        auto const list = graph_.neighbours(other);
        EdgeOffset entry = graph_.offsets()[other];
        candidates_.resize(list.size());
        std::size_t found = 0;
        for (VertexId const w : list) { // steps without a branch to guess
            Entry const at_hub = entry_at_hub_[w];
            bool const is_common = at_hub - begin < size;
            candidates_[found] = {w, is_common ? fresh(entry) + fresh(at_hub) : 0};
            found += is_common ? 1 : 0;
            ++entry;
        }
        candidates_.resize(found);
    }

    void add(VertexId member) {
        members_.push_back(member);
        EdgeOffset const begin = graph_.offsets()[member];
        std::size_t kept = 0;
        for_common(
            candidates_, [](Candidate const& candidate) { return candidate.vertex; }, graph_.neighbours(member),
            [&](std::size_t i, std::size_t place) {
                candidates_[kept++] = {candidates_[i].vertex, candidates_[i].fresh + fresh(begin + place)};
            });
        candidates_.resize(kept);
    }

    void take() {
        std::ranges::sort(members_);
        for (VertexId const v : members_) {
            EdgeOffset const begin = graph_.offsets()[v];
            for_common(members_, std::identity(), graph_.neighbours(v),
                       [&](std::size_t, std::size_t place) { is_covered_[begin + place] = 1; });
        }
        groups_.add(members_);
    }

    Graph const& graph_;
    Prices prices_;
    std::vector<std::uint8_t> is_covered_; // of each entry, in both lists
    std::vector<Entry> entry_at_hub_;      // of each vertex in the hub's list, or what lies outside it
    VertexId hub_ = ~VertexId{0};
    std::vector<VertexId> members_;
    std::vector<Candidate> candidates_; // adjacent to all members, ascending
    detail::cgz::Groups groups_;
};

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

Cover cover(Graph const& graph, Seeds const& seeds, Prices const& prices, Watch& watch) {
    Growth growth(graph, prices);
    bool saves = true;
    std::size_t next = 0;
    for (auto end = seeds.class_ends.begin(); end != seeds.class_ends.end() && saves; ++end) {
        saves = growth.grow_from(std::span(seeds.edges).subspan(next, *end - next), watch);
        next = *end;
    }
    return {sorted(growth.groups()), !saves && next <= seeds.in_many};
}

} // namespace cerrado::compression
