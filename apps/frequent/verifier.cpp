#include "frequent/verifier.hpp"

#include "isomorphism/verifier.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace cerrado::frequent {

std::vector<std::uint64_t> domain_sizes_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                                 Look const& look) {
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    std::vector<std::set<VertexId>> images(static_cast<std::size_t>(pattern.size()));
    for_each_mapping_serially(graph, pattern, induced, all, look, [&](std::span<VertexId const> vertices) {
        for (std::size_t v = 0; v < vertices.size(); ++v) images[v].insert(vertices[v]);
    });
    std::vector<std::uint64_t> sizes;
    for (auto const& image : images) sizes.push_back(image.size());
    return sizes;
}

namespace {

// An edge between vertices of a pattern or a graph, or an arc.
struct LabelledEdge {
    std::uint32_t from, to;
    std::string label;
    friend auto operator<=>(LabelledEdge const&,
                            LabelledEdge const&) = default; // NOLINT(modernize-use-nullptr): not ours
};

// All renumberings that give the least form.
struct Forms {
    SerialForm form;
    std::vector<std::vector<int>> positions;
};

Forms forms_of(std::vector<std::string> const& labels, std::vector<LabelledEdge> const& edges, bool directed) {
    Forms best;
    std::vector<int> position(labels.size());
    std::iota(position.begin(), position.end(), 0);
    do {
        SerialForm form{std::vector<std::string>(labels.size()), {}};
        for (std::size_t v = 0; v < labels.size(); ++v) form.first[static_cast<std::size_t>(position[v])] = labels[v];
        for (LabelledEdge const& edge : edges) {
            int const from = position[edge.from], to = position[edge.to];
            bool const turns = !directed && from > to;
            form.second.emplace_back(turns ? to : from, turns ? from : to, edge.label);
        }
        std::ranges::sort(form.second);
        if (best.positions.empty() || form < best.form) best = {form, {}};
        if (form == best.form) best.positions.push_back(position);
    } while (std::next_permutation(position.begin(), position.end()));
    return best;
}

// The edges or arcs of a graph that patterns may have.
std::vector<LabelledEdge> edges_of(Graph const& graph) {
    std::vector<LabelledEdge> edges;
    for_each_arc_or_edge(graph, [&](VertexId from, VertexId to) {
        LabelledEdge edge{from, to, {}};
        if (has_labels(graph) &&
            (graph.marks->labels[from] == GraphMarks::no_label || graph.marks->labels[to] == GraphMarks::no_label)) {
            return;
        }
        if (has_edge_labels(graph)) {
            std::uint32_t const label = graph.marks->edge_labels[graph.ref().find(from, to)];
            if (label == GraphMarks::no_label) return;
            edge.label = graph.marks->edge_label_names[label];
        }
        edges.push_back(edge);
    });
    return edges;
}

// Counts the images of each form's vertices.
class Images {
public:
    explicit Images(Graph const& graph) : graph_(graph), directed_(is_directed(graph)) {}

    void add(std::vector<LabelledEdge> edges) {
        std::vector<std::uint32_t> vertices;
        for (LabelledEdge const& edge : edges) vertices.insert(vertices.end(), {edge.from, edge.to});
        std::ranges::sort(vertices);
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        std::vector<std::string> labels;
        for (std::uint32_t const v : vertices)
            labels.push_back(has_labels(graph_) ? graph_.marks->label_names[graph_.marks->labels[v]] : "");
        auto const number = [&](std::uint32_t v) {
            return static_cast<std::uint32_t>(std::ranges::find(vertices, v) - vertices.begin());
        };
        for (LabelledEdge& edge : edges) edge = {number(edge.from), number(edge.to), edge.label};
        auto const [at, is_new] = known_.try_emplace({labels, edges});
        if (is_new) at->second = forms_of(labels, edges, directed_);
        auto& images = images_[at->second.form];
        images.resize(vertices.size());
        for (auto const& positions : at->second.positions) {
            for (std::size_t v = 0; v < vertices.size(); ++v)
                images[static_cast<std::size_t>(positions[v])].insert(vertices[v]);
        }
    }

    std::map<SerialForm, std::vector<std::uint64_t>> frequent(std::uint64_t support) const {
        std::map<SerialForm, std::vector<std::uint64_t>> found;
        for (auto const& [form, images] : images_) {
            std::vector<std::uint64_t> sizes;
            for (auto const& image : images) sizes.push_back(image.size());
            if (*std::ranges::min_element(sizes) >= support) found[form] = sizes;
        }
        return found;
    }

private:
    Graph const& graph_;
    bool const directed_;
    std::map<std::pair<std::vector<std::string>, std::vector<LabelledEdge>>, Forms> known_;
    std::map<SerialForm, std::vector<std::set<std::uint32_t>>> images_;
};

// Calls visit(set) for each connected set of 1 to `most` of the things, of which `touch` says which are next to each
// other.
template <class Touch, class Visit>
void for_each_connected_set(std::size_t things, int most, Touch const& touch, Visit const& visit) {
    std::set<std::set<std::size_t>> level;
    for (std::size_t i = 0; i < things; ++i) level.insert({i});
    for (int size = 1;; ++size) {
        for (auto const& one : level) visit(one);
        if (size == most) return;
        std::set<std::set<std::size_t>> larger;
        for (auto const& one : level) {
            for (std::size_t i = 0; i < things; ++i) {
                if (one.contains(i) || std::ranges::none_of(one, [&](std::size_t j) { return touch(i, j); })) continue;
                auto next = one;
                next.insert(i);
                larger.insert(std::move(next));
            }
        }
        level = std::move(larger);
    }
}

} // namespace

SerialPattern form_serially(Pattern const& pattern) {
    std::vector<std::string> labels;
    std::vector<LabelledEdge> edges;
    for (int v = 0; v < pattern.size(); ++v) {
        labels.push_back(pattern.labels(v).empty() ? "" : pattern.labels(v).front());
        for (int u = 0; u < pattern.size(); ++u) {
            auto const from = static_cast<std::uint32_t>(v), to = static_cast<std::uint32_t>(u);
            if ((pattern.arcs_from(v) >> u & 1) != 0) {
                edges.push_back({from, to, pattern.arc_label(v, u)});
            } else if (v < u && (pattern.edges(v) >> u & 1) != 0) {
                edges.push_back({from, to, pattern.edge_label(v, u)});
            }
        }
    }
    Forms const forms = forms_of(labels, edges, pattern.has_arcs());
    return {forms.form, forms.positions.front()};
}

std::map<SerialForm, std::vector<std::uint64_t>> frequent_serially(Graph const& graph, SerialMining const& query) {
    std::vector<LabelledEdge> const edges = edges_of(graph);
    Images images(graph);
    if (!query.induced) {
        auto const touch = [&](std::size_t i, std::size_t j) {
            return edges[i].from == edges[j].from || edges[i].from == edges[j].to || edges[i].to == edges[j].from ||
                   edges[i].to == edges[j].to;
        };
        for_each_connected_set(edges.size(), query.max_edges, touch, [&](std::set<std::size_t> const& set) {
            std::vector<LabelledEdge> some;
            for (std::size_t const i : set) some.push_back(edges[i]);
            images.add(some);
        });
        return images.frequent(query.support);
    }
    auto const touch = [&](std::size_t u, std::size_t v) {
        return std::ranges::binary_search(graph.neighbours(static_cast<VertexId>(u)), static_cast<VertexId>(v));
    };
    for_each_connected_set(graph.vertex_count(), query.max_vertices, touch, [&](std::set<std::size_t> const& set) {
        std::vector<LabelledEdge> some;
        std::size_t arcs = 0; // of the graph within the set
        for (LabelledEdge const& edge : edges) {
            if (set.contains(edge.from) && set.contains(edge.to)) some.push_back(edge);
        }
        for_each_arc_or_edge(graph,
                             [&](VertexId from, VertexId to) { arcs += set.contains(from) && set.contains(to); });
        if (set.size() > 1 && arcs == some.size()) images.add(some); // else an edge of it is in no pattern
    });
    return images.frequent(query.support);
}

} // namespace cerrado::frequent
