#include "discovery/verifier.hpp"

#include "motif/verifier.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace cerrado::discovery {

namespace {

// The texts of the vertices and of each pair of vertices.
struct Texts {
    std::vector<std::string> vertices;
    std::vector<std::vector<std::string>> pairs;

    explicit Texts(std::size_t k) : vertices(k), pairs(k, std::vector<std::string>(k)) {}
    std::string in_order(std::vector<std::size_t> const& order) const {
        std::string text;
        for (std::size_t const u : order) text += vertices[u] + "\n";
        for (std::size_t const u : order) {
            for (std::size_t const v : order) text += pairs[u][v] + "\n";
        }
        return text;
    }
    LabelledText least() const {
        std::vector<std::size_t> order(vertices.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        LabelledText least = in_order(order);
        while (std::next_permutation(order.begin(), order.end())) least = std::min(least, in_order(order));
        return least;
    }
};

std::string joined(std::string const& label) { return "joined " + label; }

std::string label_of(std::vector<std::uint32_t> const& labels, std::vector<std::string> const& names, std::uint64_t i) {
    return labels[i] == GraphMarks::no_label ? "" : names[labels[i]];
}

Texts texts_of(Graph const& graph, CountedLabels const& asked, std::span<VertexId const> vertices) {
    Texts texts(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (asked.of_vertices) texts.vertices[i] = label_of(graph.marks->labels, graph.marks->label_names, vertices[i]);
        for (std::size_t j = 0; j < vertices.size(); ++j) {
            auto const list = graph.neighbours(vertices[i]);
            auto const found = std::ranges::find(list, vertices[j]);
            if (found == list.end()) continue;
            std::uint64_t const entry = graph.offsets()[vertices[i]] + static_cast<std::uint64_t>(found - list.begin());
            if (asked.directed && (graph.marks->arcs[entry] & GraphMarks::arc_to) == 0) continue;
            texts.pairs[i][j] =
                joined(asked.of_edges ? label_of(graph.marks->edge_labels, graph.marks->edge_label_names, entry) : "");
        }
    }
    return texts;
}

} // namespace

std::map<LabelledText, WideCount> count_labelled_serially(Graph const& graph, int k, CountedLabels const& labels,
                                                          std::function<void()> const& look) {
    std::map<LabelledText, WideCount> counts;
    std::map<std::string, LabelledText> least; // from the text in the order of the walk to the least text
    std::vector<std::size_t> order(static_cast<std::size_t>(k));
    std::iota(order.begin(), order.end(), std::size_t{0});
    motif::for_each_connected_subgraph(graph, k, look, [&](std::span<VertexId const> vertices) {
        Texts const texts = texts_of(graph, labels, vertices);
        auto const [place, is_new] = least.try_emplace(texts.in_order(order));
        if (is_new) place->second = texts.least();
        ++counts[place->second];
    });
    return counts;
}

LabelledText least_text(int k, bool directed, std::vector<std::string> const& labels,
                        std::vector<std::pair<int, int>> const& edges, std::vector<std::string> const& edge_labels) {
    Texts texts(static_cast<std::size_t>(k));
    std::ranges::copy(labels, texts.vertices.begin());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        auto const from = static_cast<std::size_t>(edges[i].first), to = static_cast<std::size_t>(edges[i].second);
        texts.pairs[from][to] = joined(edge_labels.empty() ? "" : edge_labels[i]);
        if (!directed) texts.pairs[to][from] = texts.pairs[from][to];
    }
    return texts.least();
}

} // namespace cerrado::discovery
