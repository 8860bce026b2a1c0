// The serial verifiers of frequent subgraphs. They are slow and obvious, and share no code with the search.
#pragma once

#include "library/verifier.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cerrado::frequent {

// Returns: for each vertex of the pattern, the number of vertices of the graph that are its image in some mapping. Cost:
// all mappings. It calls `look` all the while.
std::vector<std::uint64_t> domain_sizes_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                                 Look const& look);

// A pattern as the least of all its renumberings: the labels of its vertices, and its edges, or arcs, with their labels.
using SerialForm = std::pair<std::vector<std::string>, std::vector<std::tuple<int, int, std::string>>>;
struct SerialPattern {
    SerialForm form;
    std::vector<int> positions; // of the given vertices in the form
};
SerialPattern form_serially(Pattern const& pattern);

// The patterns to look for: those of 1 to max_edges edges, or, if induced, of 2 to max_vertices vertices.
struct SerialMining {
    std::uint64_t support = 1;
    int max_edges = 3, max_vertices = 4;
    bool induced = false;
};
// Returns: for each frequent pattern the sizes of its domains, by vertex of the form. Looks at every connected set of
// edges, or of vertices, without growing patterns. Vertices and edges without a label are in none if others have one.
std::map<SerialForm, std::vector<std::uint64_t>> frequent_serially(Graph const& graph, SerialMining const& query);

} // namespace cerrado::frequent
