#include "isomorphism/verifier.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace cerrado {

namespace {

class Mapping {
public:
    using Visit = std::function<void(std::span<VertexId const>)>;

    Mapping(Graph const& graph, Pattern const& pattern, bool induced, std::function<void()> const& look,
            Visit const& visit)
        : graph_(graph),
          pattern_(pattern),
          induced_(induced),
          look_(look),
          visit_(visit) {}

    // The first vertex goes to x alone.
    void begin_with(VertexId x) {
        int const first = next(0);
        if (is_allowed(first, x)) go_on(first, x);
    }

private:
    // The first that is no anti-vertex, from v on.
    int next(int v) const {
        while (v < pattern_.size() && pattern_.is_anti(v)) ++v;
        return v;
    }

    void go_on(int v, VertexId x) {
        mapped_.emplace_back(v, x);
        map(v + 1);
        mapped_.pop_back();
    }

    void map(int v) {
        look_();
        v = next(v);
        if (v < pattern_.size()) {
            for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
                if (is_allowed(v, x)) go_on(v, x);
            }
        } else if (nobody_is_forbidden()) {
            found_.clear();
            for (auto const& [u, y] : mapped_) found_.push_back(y);
            visit_(found_);
        }
    }

    bool adjacent(VertexId x, VertexId y) const { return std::ranges::binary_search(graph_.neighbours(x), y); }

    bool is_arc(VertexId x, VertexId y) const {
        auto const list = graph_.neighbours(x);
        auto const place = std::ranges::find(list, y);
        if (place == list.end()) return false;
        auto const entry = static_cast<std::size_t>(place - list.begin()) + graph_.offsets()[x];
        return (graph_.marks->arcs[entry] & GraphMarks::arc_to) != 0;
    }

    // As far as the pattern asks.
    bool bears_label(int v, VertexId x) const {
        if (pattern_.labels(v).empty()) return true;
        std::uint32_t const label = graph_.marks->labels[x];
        if (label == GraphMarks::no_label) return false;
        return std::ranges::find(pattern_.labels(v), graph_.marks->label_names[label]) != pattern_.labels(v).end();
    }

    bool bears(VertexId x, VertexId y, std::string const& label) const {
        auto const list = graph_.neighbours(x);
        auto const place = std::ranges::find(list, y);
        if (place == list.end()) return false;
        auto const entry = static_cast<std::size_t>(place - list.begin()) + graph_.offsets()[x];
        std::uint32_t const found = graph_.marks->edge_labels[entry];
        return found != GraphMarks::no_label && graph_.marks->edge_label_names[found] == label;
    }

    // Of the edge between v, which goes to x, and u, which went to y.
    bool has_right_labels(int v, VertexId x, int u, VertexId y) const {
        std::string const& edge = pattern_.edge_label(v, u);
        std::string const& there = pattern_.arc_label(v, u);
        std::string const& back = pattern_.arc_label(u, v);
        return (edge.empty() || bears(x, y, edge) || bears(y, x, edge)) && (there.empty() || bears(x, y, there)) &&
               (back.empty() || bears(y, x, back));
    }

    // Between v, which goes to x, and u, which went to y: in this direction.
    bool has_right_arc(int v, VertexId x, int u, VertexId y) const {
        if (!pattern_.has_arcs()) return true;
        bool const wanted = (pattern_.arcs_from(v) >> u & 1) != 0;
        bool const is_edge = (pattern_.edges(v) >> u & 1) != 0;
        bool const is_joined = wanted || (pattern_.arcs_from(u) >> v & 1) != 0;
        bool const refused = (pattern_.no_arcs_from(v) >> u & 1) != 0 || (induced_ && is_joined && !wanted && !is_edge);
        bool const is_there = is_arc(x, y);
        return !(wanted && !is_there) && !(refused && is_there);
    }

    bool is_allowed(int v, VertexId x) const {
        for (auto const& [u, y] : mapped_) {
            if (x == y) return false;
            bool const is_edge = adjacent(x, y);
            if ((pattern_.neighbours(v) >> u & 1) != 0 && !is_edge) return false;
            if ((pattern_.strangers(v) >> u & 1) != 0 && is_edge) return false;
            if (induced_ && (pattern_.neighbours(v) >> u & 1) == 0 && is_edge) return false;
            if (!has_right_arc(v, x, u, y) || !has_right_arc(u, y, v, x)) return false;
            if (!has_right_labels(v, x, u, y)) return false;
        }
        return bears_label(v, x);
    }

    // For each anti-vertex: no vertex outside of the match is adjacent to all that it names.
    bool nobody_is_forbidden() const {
        for (int a = 0; a < pattern_.size(); ++a) {
            if (!pattern_.is_anti(a)) continue;
            for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
                bool is_it = true;
                for (auto const& [u, y] : mapped_) {
                    if (x == y) is_it = false;
                    if ((pattern_.strangers(a) >> u & 1) != 0 && !adjacent(x, y)) is_it = false;
                }
                if (is_it) return false;
            }
        }
        return true;
    }

    Graph const& graph_;
    Pattern const& pattern_;
    bool induced_;
    std::function<void()> const& look_;
    Visit const& visit_;
    std::vector<std::pair<int, VertexId>> mapped_; // of the pattern's vertices so far
    std::vector<VertexId> found_;
};

bool leaves_as_it_is(Pattern const& pattern, std::vector<int> const& image) {
    auto const at = [&](int v) { return image[static_cast<std::size_t>(v)]; };
    auto const is_alike = [&](auto const& set_of, int u, int v) {
        return (set_of(u) >> v & 1) == (set_of(at(u)) >> at(v) & 1);
    };
    for (int u = 0; u < pattern.size(); ++u) {
        if (pattern.labels(u) != pattern.labels(at(u))) return false;
        for (int v = 0; v < pattern.size(); ++v) {
            if (!is_alike([&](int w) { return pattern.edges(w); }, u, v) ||
                !is_alike([&](int w) { return pattern.strangers(w); }, u, v) ||
                !is_alike([&](int w) { return pattern.arcs_from(w); }, u, v) ||
                !is_alike([&](int w) { return pattern.no_arcs_from(w); }, u, v) ||
                pattern.edge_label(u, v) != pattern.edge_label(at(u), at(v)) ||
                pattern.arc_label(u, v) != pattern.arc_label(at(u), at(v))) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

void for_each_mapping_serially(Graph const& graph, Pattern const& pattern, bool induced,
                               std::span<VertexId const> roots, std::function<void()> const& look,
                               std::function<void(std::span<VertexId const>)> const& visit) {
    if ((pattern.has_arcs() && !is_directed(graph)) || (pattern.has_labels() && !has_labels(graph)) ||
        (pattern.has_edge_labels() && !has_edge_labels(graph))) {
        throw InputError("the pattern has arcs or labels that the graph does not have: leave them out");
    }
    for (VertexId const root : roots) Mapping(graph, pattern, induced, look, visit).begin_with(root);
}

WideCount count_mappings_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                  std::span<VertexId const> roots, std::function<void()> const& look) {
    WideCount found = 0;
    for_each_mapping_serially(graph, pattern, induced, roots, look, [&](std::span<VertexId const>) { ++found; });
    return found;
}

LocalCounts count_local_mappings_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                          std::vector<int> const& orbit_of, std::span<VertexId const> roots,
                                          std::function<void()> const& look) {
    std::vector<int> vertices, orbits; // of the pattern, without anti-vertices
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) continue;
        vertices.push_back(v);
        if (orbit_of[static_cast<std::size_t>(v)] == v) orbits.push_back(v);
    }
    std::map<OriginalId, std::map<int, WideCount>> counts; // id -> orbit -> count
    for (VertexId v = 0; v < graph.vertex_count(); ++v) counts[graph.original_id(v)];
    for_each_mapping_serially(graph, pattern, induced, roots, look, [&](std::span<VertexId const> mapping) {
        for (std::size_t i = 0; i < mapping.size(); ++i) {
            ++counts[graph.original_id(mapping[i])][orbit_of[static_cast<std::size_t>(vertices[i])]];
        }
    });
    LocalCounts local;
    for (auto& [id, of_orbits] : counts) {
        WideCount all = 0;
        for (int const orbit : orbits) {
            local.by_orbit.push_back(of_orbits[orbit]);
            all += of_orbits[orbit];
        }
        local.vertices.push_back({id, all});
    }
    return local;
}

WideCount count_mappings_serially(Graph const& graph, Pattern const& pattern, bool induced) {
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    return count_mappings_serially(graph, pattern, induced, all, [] {});
}

std::vector<std::vector<int>> automorphisms_serially(Pattern const& pattern) {
    std::vector<int> image(static_cast<std::size_t>(pattern.size()));
    std::iota(image.begin(), image.end(), 0);
    std::vector<std::vector<int>> found;
    do {
        if (leaves_as_it_is(pattern, image)) found.push_back(image);
    } while (std::ranges::next_permutation(image).found);
    return found;
}

std::uint64_t count_automorphisms_serially(Pattern const& pattern) {
    std::uint64_t found = 0, of_others = 0;
    for (std::vector<int> const& image : automorphisms_serially(pattern)) {
        bool moves_a_match = false;
        for (int v = 0; v < pattern.size(); ++v) {
            if (!pattern.is_anti(v) && image[static_cast<std::size_t>(v)] != v) moves_a_match = true;
        }
        ++found;
        of_others += moves_a_match ? 0 : 1;
    }
    return found / of_others;
}

WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced) {
    return count_mappings_serially(graph, pattern, induced) / count_automorphisms_serially(pattern);
}

} // namespace cerrado
