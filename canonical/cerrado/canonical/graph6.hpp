// graph6, the text form of a graph that nauty, SageMath and networkx read and write.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <string>
#include <string_view>

namespace cerrado {

// Returns: the graph6 string of a graph with its own numbering. A canonical form gives a canonical string.
std::string format_graph6(int k, std::uint64_t adjacency);
std::string format_graph6(Pattern const& pattern); // of its edges

// Returns: the graph of a graph6 string (with or without ">>graph6<<" in front). Sets `k` to its number of vertices.
// Throws InputError if the string is not graph6, has no vertex, or has more than max_adjacency_vertices.
std::uint64_t parse_graph6(std::string_view text, int& k);
Pattern parse_graph6(std::string_view text); // at most Pattern::max_vertices

} // namespace cerrado
