// Makes a Cerrado graph from a user's own Boost graph.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <boost/graph/graph_traits.hpp>

#include <map>
#include <type_traits>

namespace cerrado {
namespace detail {

// Positions of the vertices in the order of vertices(graph): a table for integral descriptors (vecS), otherwise a tree.
template <class Descriptor, bool integral = std::is_integral_v<Descriptor>> class BoostNumbering {
public:
    void append(Descriptor v) {
        if (v >= numbers_.size()) numbers_.resize(static_cast<std::size_t>(v) + 1);
        numbers_[v] = next_++;
    }
    VertexId operator()(Descriptor v) const { return numbers_[v]; }
    VertexId size() const { return next_; }

private:
    std::vector<VertexId> numbers_;
    VertexId next_ = 0;
};

template <class Descriptor> class BoostNumbering<Descriptor, false> {
public:
    void append(Descriptor const& v) { numbers_.emplace(v, static_cast<VertexId>(numbers_.size())); }
    VertexId operator()(Descriptor const& v) const { return numbers_.at(v); }
    VertexId size() const { return static_cast<VertexId>(numbers_.size()); }

private:
    std::map<Descriptor, VertexId> numbers_;
};

} // namespace detail

// Makes a graph of any VertexListGraph that is an EdgeListGraph too. Vertices come in the order of vertices(graph).
// Arcs of a directed graph become edges. Self-loops and parallel edges are dropped and reported. original_id(v) is
// id_of(descriptor), a 64-bit id that the user chooses. O(n + m) for integral vertex descriptors (vecS), O((n + m) log
// n) for others (listS).
template <class BoostGraph, class IdOf> Graph from_boost(BoostGraph const& graph, IdOf id_of) {
    using Traits = boost::graph_traits<BoostGraph>;
    static_assert(std::is_convertible_v<typename Traits::traversal_category, boost::vertex_list_graph_tag> &&
                      std::is_convertible_v<typename Traits::traversal_category, boost::edge_list_graph_tag>,
                  "from_boost needs a model of VertexListGraph and EdgeListGraph");
    detail::BoostNumbering<typename Traits::vertex_descriptor> number;
    std::vector<OriginalId> original_ids;
    for (auto [v, last] = vertices(graph); v != last; ++v) {
        number.append(*v);
        original_ids.push_back(static_cast<OriginalId>(id_of(*v)));
    }
    std::vector<Edge> found;
    for (auto [e, last] = edges(graph); e != last; ++e) {
        found.push_back({number(source(*e, graph)), number(target(*e, graph))});
    }
    Graph result = graph_from_edges(number.size(), found, std::move(original_ids));
    result.source = "boost";
    return result;
}

// The same. The original id is the vertex descriptor if this is an integer (vecS), otherwise the position in
// vertices(graph).
template <class BoostGraph> Graph from_boost(BoostGraph const& graph) {
    using Descriptor = typename boost::graph_traits<BoostGraph>::vertex_descriptor;
    if constexpr (std::is_integral_v<Descriptor>) {
        return from_boost(graph, [](Descriptor v) { return v; });
    } else {
        return from_boost(graph, [position = OriginalId{0}](Descriptor const&) mutable { return position++; });
    }
}

} // namespace cerrado
