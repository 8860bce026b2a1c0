// A slow, obvious count of patterns with labels, which shares no code with the search. `cerrado discover --verify` asks it.
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
// text. So it is the same for a pattern and for its subgraphs, and for no other ones. Cost: all orders.
using LabelledText = std::string;

// Counts by the labels that are asked for. Calls look() all the while, and ends with what that throws.
std::map<LabelledText, WideCount> count_labelled_serially(Graph const& graph, int k, CountedLabels const& labels,
                                                          std::function<void()> const& look);
// The text of a pattern. Labels are empty where none are asked for.
LabelledText least_text(int k, bool directed, std::vector<std::string> const& labels,
                        std::vector<std::pair<int, int>> const& edges, std::vector<std::string> const& edge_labels);

} // namespace cerrado::discovery
