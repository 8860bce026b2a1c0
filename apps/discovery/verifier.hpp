// A slow, obvious count of patterns with labels, which shares no code with the search. `cerrado discover --verify`
// compares with it.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::discovery {

struct CountedLabels {
    bool directed, of_vertices, of_edges;
};

// The labels of the vertices and of the arcs or edges between them, in the order of the vertices that makes the least
// text. A pattern and its subgraphs have the same text, and others have different texts. Cost: all orders of the
// vertices.
using LabelledText = std::string;

// Counts by the labels that are asked for. Calls look() often. If look() throws, the count ends with that exception.
std::map<LabelledText, WideCount> count_labelled_serially(Graph const& graph, int k, CountedLabels const& labels,
                                                          std::function<void()> const& look);
// The text of a pattern. A label is empty if it is not asked for.
LabelledText least_text(int k, bool directed, std::vector<std::string> const& labels,
                        std::vector<std::pair<int, int>> const& edges, std::vector<std::string> const& edge_labels);

} // namespace cerrado::discovery
