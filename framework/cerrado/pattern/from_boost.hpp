// Conversion of patterns from and to graphs of Boost.Graph.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/graph/from_boost.hpp>
#include <cerrado/pattern/pattern.hpp>

namespace cerrado {

// Makes a pattern of any VertexListGraph of at most 32 vertices that is an EdgeListGraph too. Vertices are numbered by
// their positions in vertices(graph). Its edges are required, or its arcs if it is directed. Parallel edges count once.
// Throws InputError for a loop, or more vertices.
template <class BoostGraph> Pattern pattern_from_boost(BoostGraph const& graph) {
    detail::BoostNumbering<typename boost::graph_traits<BoostGraph>::vertex_descriptor> number;
    for (auto [v, last] = vertices(graph); v != last; ++v) number.append(*v);
    Pattern pattern(static_cast<int>(number.size()));
    for (auto [e, last] = edges(graph); e != last; ++e) {
        auto const from = static_cast<int>(number(source(*e, graph)));
        auto const to = static_cast<int>(number(target(*e, graph)));
        if constexpr (boost::is_directed_graph<BoostGraph>::value) {
            pattern.require_arc(from, to);
        } else {
            pattern.require_edge(from, to);
        }
    }
    return pattern;
}

// Makes a MutableGraph whose vertices are numbered (vecS). An undirected type gets the pattern's edges, a directed one
// its arcs. Throws InputError if such a graph cannot express the pattern.
template <class BoostGraph> BoostGraph pattern_to_boost(Pattern const& pattern) {
    constexpr bool is_directed = boost::is_directed_graph<BoostGraph>::value;
    auto const refuse = [](char const* what, char const* remedy) {
        throw InputError(std::string("the pattern has ") + what +
                         ", which this type of Boost graph cannot have: " + remedy);
    };
    if (pattern.has_labels() || pattern.has_edge_labels()) refuse("labels", "leave them out");
    BoostGraph graph(static_cast<std::size_t>(pattern.size()));
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.strangers(v) != 0 || pattern.no_arcs_from(v) != 0) {
            refuse("edges or arcs that must be absent", "leave them out");
        }
        if (is_directed && pattern.edges(v) != 0) refuse("edges without a direction", "take an undirected graph");
        if (!is_directed && pattern.arcs_from(v) != 0) refuse("arcs", "take a directed graph");
        for (int u = 0; u < pattern.size(); ++u) {
            bool const leads_there = is_directed ? (pattern.arcs_from(v) & Pattern::bit(u)) != 0
                                                 : u > v && (pattern.edges(v) & Pattern::bit(u)) != 0;
            if (leads_there) add_edge(static_cast<std::size_t>(v), static_cast<std::size_t>(u), graph);
        }
    }
    return graph;
}

} // namespace cerrado
