// Where an edge lies: the position of its entry in the lists of the graph, by which arrays with an entry for each edge
// go.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/fault.hpp>

namespace cerrado {

// The position of an edge that is not there. It is beyond the end of any array.
inline constexpr EdgeOffset no_edge = ~EdgeOffset{0};

namespace phase {

// Returns: the position of u in the list of v, or of an oriented graph, which has each edge once, that of the greater
// one in the list of the less; no_edge where they are not adjacent. Lanes: any. Cost: O(log degree).
template <class T> CERRADO_FN EdgeOffset position_of_edge(T const& te, VertexId v, VertexId u) {
    GraphRef const& graph = te.graph();
    bool const swap = is_oriented<typename T::Application>() && u < v;
    VertexId const source = swap ? u : v;
    EdgeOffset const position = graph.find(source, swap ? v : u);
    return position == graph.end(source) ? no_edge : position;
}

} // namespace phase

// The part of a traversal that tells it.
template <class Te> class EdgePositions {
public:
    // Returns: the position of the edge between the i-th and the j-th vertices: in a graph that is not oriented, of the
    // j-th in the list of the i-th. no_edge where they are not adjacent.
    // Lanes: any. Cost: O(log degree).
    CERRADO_FN EdgeOffset edge_position(int i, int j) const {
        Te const& te = static_cast<Te const&>(*this);
        i = phase::checked_position(te, i, Method::edge_position);
        j = phase::checked_position(te, j, Method::edge_position);
        return phase::position_of_edge(te, te.level(i).vertex, te.level(j).vertex);
    }
    EdgeOffset edge_position(int i, VertexId u) const = delete; // of an extension u: ask the view of the predicate
};

} // namespace cerrado
