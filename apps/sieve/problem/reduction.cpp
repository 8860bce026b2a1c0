#include "sieve/problem/reduction.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace cerrado {

namespace {

// Entries of the motif on one side, shades of vertices on the other: each shade takes as many entries as it has vertices.
class Filling {
public:
    Filling(int k, std::span<std::uint32_t const> shades) : k_(k) {
        std::map<std::uint32_t, int> counts;
        for (std::uint32_t const shade : shades) counts[shade] = std::min(counts[shade] + 1, k);
        for (auto const& [shade, count] : counts) classes_.push_back({shade, count, {}});
    }

    bool is_possible() {
        for (int entry = 0; entry < k_; ++entry) {
            std::vector<bool> seen(classes_.size());
            if (!place(entry, seen)) return false;
        }
        return true;
    }

private:
    struct Class {
        std::uint32_t shade;
        int vertices;
        std::vector<int> entries;
    };

    // Gives the entry to a class, whose entries may have to go to others.
    bool place(int entry, std::vector<bool>& seen) {
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            Class& one = classes_[i];
            if (seen[i] || (one.shade >> entry & 1) == 0) continue;
            seen[i] = true;
            if (static_cast<int>(one.entries.size()) < one.vertices) {
                one.entries.push_back(entry);
                return true;
            }
            for (int& other : one.entries) {
                if (!place(other, seen)) continue;
                other = entry;
                return true;
            }
        }
        return false;
    }

    int k_;
    std::vector<Class> classes_;
};

// The components of the vertices with a shade, each ascending.
std::vector<std::vector<VertexId>> components_of(Graph const& graph, std::span<std::uint32_t const> shades) {
    std::vector<std::vector<VertexId>> components;
    std::vector<bool> seen(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (seen[v] || shades[v] == 0) continue;
        std::vector<VertexId> component{v};
        seen[v] = true;
        for (std::size_t i = 0; i < component.size(); ++i) {
            for (VertexId const u : graph.neighbours(component[i])) {
                if (seen[u] || shades[u] == 0) continue;
                seen[u] = true;
                component.push_back(u);
            }
        }
        std::ranges::sort(component);
        components.push_back(std::move(component));
    }
    return components;
}

Graph induced_by(Graph const& graph, std::span<VertexId const> vertices) {
    std::vector<VertexId> number(graph.vertex_count(), ~VertexId{0});
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) {
        number[v] = static_cast<VertexId>(ids.size());
        ids.push_back(graph.original_id(v));
    }
    std::vector<EdgeOffset> offsets{0};
    std::vector<VertexId> neighbours;
    for (VertexId const v : vertices) {
        for (VertexId const u : graph.neighbours(v)) {
            if (number[u] != ~VertexId{0}) neighbours.push_back(number[u]);
        }
        offsets.push_back(neighbours.size());
    }
    Graph induced(std::move(offsets), std::move(neighbours), std::move(ids));
    induced.source = graph.source;
    return induced;
}

} // namespace

std::vector<std::uint32_t> shades_of(ColouredMotif const& motif, VertexColours const& colours, Graph const& graph) {
    if (motif.empty() || motif.size() > max_sieved_vertices) {
        throw InputError(fmt::format("a motif of {} entries: give 1 to {}", motif.size(), max_sieved_vertices));
    }
    if (colours.size() != graph.vertex_count()) {
        throw InputError(fmt::format("colours of {} vertices, and the graph has {}: give each its colours, or none",
                                     colours.size(), graph.vertex_count()));
    }
    std::vector<std::uint32_t> shades(colours.size());
    for (std::size_t v = 0; v < shades.size(); ++v) {
        for (std::size_t l = 0; l < motif.size(); ++l) {
            bool const accepts = !motif[l] || std::ranges::find(colours[v], *motif[l]) != colours[v].end();
            if (accepts) shades[v] |= std::uint32_t{1} << l;
        }
    }
    return shades;
}

bool can_fill(int k, std::span<std::uint32_t const> shades) { return Filling(k, shades).is_possible(); }

ReducedGraph reduce(Graph const& graph, int k, std::span<std::uint32_t const> shades) {
    ReducedGraph reduced;
    for (std::vector<VertexId> const& component : components_of(graph, shades)) {
        if (component.size() < static_cast<std::size_t>(k)) continue;
        std::vector<std::uint32_t> own;
        for (VertexId const v : component) own.push_back(shades[v]);
        if (can_fill(k, own)) reduced.positions.insert(reduced.positions.end(), component.begin(), component.end());
    }
    std::ranges::sort(reduced.positions);
    reduced.graph = induced_by(graph, reduced.positions);
    for (VertexId const v : reduced.positions) reduced.shades.push_back(shades[v]);
    return reduced;
}

ReducedGraph restrict_to(ReducedGraph const& reduced, int k, std::span<VertexId const> positions) {
    std::vector<std::uint32_t> shades = reduced.shades;
    for (std::size_t v = 0; v < shades.size(); ++v) {
        if (!std::ranges::binary_search(positions, reduced.positions[v])) shades[v] = 0;
    }
    ReducedGraph restricted = reduce(reduced.graph, k, shades);
    for (VertexId& v : restricted.positions) v = reduced.positions[v];
    return restricted;
}

} // namespace cerrado
