#include "discovery/classes/subgraph_codes.hpp"

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::discovery {

namespace {

// In a directed graph an entry without an arc to its neighbour has no label, and no edge.
bool has_edge_without_label(Graph const& graph) {
    for (std::size_t entry = 0; entry < graph.marks->edge_labels.size(); ++entry) {
        bool const is_arc = !is_directed(graph) || (graph.marks->arcs[entry] & GraphMarks::arc_to) != 0;
        if (is_arc && graph.marks->edge_labels[entry] == GraphMarks::no_label) return true;
    }
    return false;
}

} // namespace

PatternLabels PatternLabels::of(Graph const& graph, bool vertices, bool edges) {
    if (vertices && !has_labels(graph)) {
        throw InputError("the vertices of this graph have no labels: give them, or search without labels");
    }
    if (edges && !has_edge_labels(graph)) {
        throw InputError("the edges of this graph have no labels: read it with them, or search without edge_labels");
    }
    PatternLabels labels;
    if (edges) {
        labels.edge_names = graph.marks->edge_label_names;
        if (has_edge_without_label(graph)) labels.edge_names.emplace_back();
    }
    if (!vertices) return labels;
    labels.vertex_names = graph.marks->label_names;
    bool const one_lacks = std::ranges::find(graph.marks->labels, GraphMarks::no_label) != graph.marks->labels.end();
    if (one_lacks) labels.vertex_names.emplace_back();
    for (std::uint32_t const label : graph.marks->labels) {
        labels.of_vertex.push_back(
            std::min(label, static_cast<std::uint32_t>(labels.vertex_names.size() - 1))); // no label is the last
    }
    return labels;
}

std::uint32_t PatternLabels::edge_number(Graph const& graph, std::uint64_t entry) const {
    if (edge_names.empty()) return 1;
    return 1 + std::min(graph.marks->edge_labels[entry], static_cast<std::uint32_t>(edge_names.size() - 1));
}

SubgraphCodes::SubgraphCodes(int k, bool is_directed, PatternLabels const& labels)
    : k_(k),
      is_directed_(is_directed),
      arc_numbers_(static_cast<std::uint32_t>(std::max<std::size_t>(1, labels.edge_names.size()) + 1)),
      kinds_(is_directed ? std::uint64_t{arc_numbers_} * arc_numbers_ : arc_numbers_),
      labels_(std::max<std::size_t>(1, labels.vertex_names.size())) {
    constexpr WideCount most = WideCount{1} << 62;
    WideCount count = 1;
    for (int digit = 0; digit < adjacency_bits(k) + k; ++digit) {
        weights_.push_back(static_cast<std::uint64_t>(count));
        count *= digit < adjacency_bits(k) ? kinds_ : labels_;
        if (count <= most) continue;
        throw InputError(
            fmt::format("patterns of {} vertices, with {} and {}, need codes of more than 62 bits: take a smaller k, "
                        "or fewer labels",
                        k, counted(labels_, "label"), counted(labels.edge_names.size(), "label") + " of edges"));
    }
    count_ = static_cast<std::uint64_t>(count);
}

std::uint64_t SubgraphCodes::code(LabelledGraph const& graph) const {
    std::uint64_t code = 0;
    std::size_t digit = 0;
    auto const k = static_cast<std::size_t>(k_);
    for (std::size_t j = 1; j < k; ++j)
        for (std::size_t i = 0; i < j; ++i) code += weights_[digit++] * kind(graph.arcs[i][j], graph.arcs[j][i]);
    for (std::size_t v = 0; v < k; ++v) code += weights_[digit++] * graph.labels[v];
    return code;
}

LabelledGraph SubgraphCodes::graph(std::uint64_t code) const {
    LabelledGraph graph{.k = k_};
    auto const k = static_cast<std::size_t>(k_);
    for (std::size_t j = 1; j < k; ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            auto const kind = static_cast<std::uint32_t>(code % kinds_);
            code /= kinds_;
            graph.arcs[i][j] = kind % arc_numbers_;
            graph.arcs[j][i] = is_directed_ ? kind / arc_numbers_ : kind;
        }
    }
    for (std::size_t v = 0; v < k; ++v) {
        graph.labels[v] = static_cast<std::uint32_t>(code % labels_);
        code /= labels_;
    }
    return graph;
}

namespace {

std::uint32_t place_of(std::vector<std::string> const& names, std::string const& name, char const* what) {
    auto const place = std::ranges::find(names, name);
    if (place == names.end() || name.empty()) {
        throw InputError(name.empty() ? fmt::format("a pattern for labelled graphs has a label for each {}", what)
                                      : fmt::format("no {} of the graph has the label {}", what, name));
    }
    return static_cast<std::uint32_t>(place - names.begin());
}

std::uint32_t vertex_label(Pattern const& pattern, int v, PatternLabels const& labels) {
    std::vector<std::string> const& given = pattern.labels(v);
    if (labels.of_vertex.empty() && given.empty()) return 0;
    if (labels.of_vertex.empty() || given.size() > 1) {
        throw InputError("a pattern's vertices have one label each if the graph's labels are asked for, else none");
    }
    return place_of(labels.vertex_names, given.empty() ? "" : given.front(), "vertex");
}

std::uint32_t edge_number(std::string const& label, PatternLabels const& labels) {
    if (!labels.edge_names.empty()) return 1 + place_of(labels.edge_names, label, "edge");
    if (!label.empty()) throw InputError("a pattern's edges have labels only if the graph's edges have");
    return 1;
}

} // namespace

LabelledGraph labelled_graph(Pattern const& pattern, bool is_directed, PatternLabels const& labels) {
    LabelledGraph graph{.k = pattern.size()};
    for (int v = 0; v < pattern.size(); ++v) {
        bool const says_less = is_directed ? pattern.edges(v) != 0 : pattern.arcs_from(v) != 0;
        if (says_less || pattern.strangers(v) != 0 || pattern.no_arcs_from(v) != 0) {
            throw InputError(is_directed ? "network motifs of a directed graph are given by their arcs, as 0>1,1>2"
                                         : "network motifs are given by their edges, as 0-1,1-2");
        }
        graph.labels[static_cast<std::size_t>(v)] = vertex_label(pattern, v, labels);
        for (int u = 0; u < pattern.size(); ++u) {
            Pattern::Vertices const joined = is_directed ? pattern.arcs_from(v) : pattern.edges(v);
            if ((joined & Pattern::bit(u)) == 0) continue;
            graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] =
                edge_number(is_directed ? pattern.arc_label(v, u) : pattern.edge_label(v, u), labels);
        }
    }
    return graph;
}

PatternWord without_labels(LabelledGraph const& graph, bool is_directed) {
    PatternWord word = 0;
    for (int v = 0; v < graph.k; ++v) {
        for (int u = 0; u < graph.k; ++u) {
            bool const is_there = graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] != 0;
            if (is_there) word |= is_directed ? arc_bit(v, u) : PatternWord{adjacency_bit(v, u)};
        }
    }
    return word;
}

} // namespace cerrado::discovery
