#include "codec/seeds.hpp"

#include <cerrado/graph/cgz/numbers.hpp>

#include <numeric>
#include <utility>

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

} // namespace cerrado::compression
