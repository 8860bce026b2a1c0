// Graphs with known counts, and counts over all k-subsets: what the verifiers are checked against.
#pragma once

#include "places.hpp"

#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/open.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace cerrado::test {

inline Graph complete_graph(VertexId n) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v < n; ++v)
        for (VertexId u = 0; u < v; ++u) edges.push_back({u, v});
    return graph_from_edges(n, edges);
}

inline Graph star_graph(VertexId leaves) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v <= leaves; ++v) edges.push_back({0, v});
    return graph_from_edges(leaves + 1, edges);
}

inline Graph cycle_graph(VertexId n) {
    std::vector<Edge> edges;
    for (VertexId v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
    return graph_from_edges(n, edges);
}

inline Graph random_graph(VertexId n, unsigned percent, std::mt19937& random) {
    std::vector<Edge> edges;
    for (VertexId v = 1; v < n; ++v)
        for (VertexId u = 0; u < v; ++u)
            if (random() % 100 < percent) edges.push_back({u, v});
    return graph_from_edges(n, edges);
}

// The neighbours of every vertex of `graph` as one word; at most 32 vertices.
inline std::vector<std::uint32_t> adjacency_words(Graph const& graph) {
    std::vector<std::uint32_t> words(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (VertexId u : graph.neighbours(v)) words[v] |= 1u << u;
    return words;
}

// Calls visit(subset) with the ascending vertices of every k-subset of 0 .. n-1.
template <class Visitor> void for_each_subset(VertexId n, int k, Visitor&& visit) {
    for (std::uint32_t set = 0; set < 1u << n; ++set) {
        std::vector<VertexId> subset;
        for (VertexId v = 0; v < n; ++v)
            if (set >> v & 1) subset.push_back(v);
        if (static_cast<int>(subset.size()) == k) visit(subset);
    }
}

inline std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
    return value;
}

// The counts of EXPECTED.csv for a graph, task and k, by graph6 (empty for cliques).
inline std::map<std::string, WideCount> expected_counts(std::string const& graph, std::string const& task, int k) {
    std::map<std::string, WideCount> counts;
    std::ifstream in(data_folder() / "EXPECTED.csv");
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::string field[6];
        for (std::string& text : field) std::getline(fields, text, ',');
        if (field[0] == graph && field[1] == task && field[2] == std::to_string(k))
            counts[field[3]] = std::stoull(field[5]);
    }
    return counts;
}

inline std::map<std::string, WideCount> without_zeros(std::map<std::string, WideCount> counts) {
    std::erase_if(counts, [](auto const& entry) { return entry.second == 0; });
    return counts;
}

} // namespace cerrado::test
