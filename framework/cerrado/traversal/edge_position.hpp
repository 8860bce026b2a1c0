// The position of an edge is the position of its entry in the lists of the graph. It is the index into arrays that have
// an entry for each edge.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

// The position of a missing edge. It is beyond the end of any array.
inline constexpr EdgeOffset no_edge = ~EdgeOffset{0};

namespace phase {

// Returns: the position of u in the list of v. An oriented graph has each edge only once, as the greater vertex in the
// list of the lesser one. Returns no_edge if they are not adjacent. Lanes: any. Cost: O(log degree).
template <class T> CERRADO_FN EdgeOffset position_of_edge(T const& te, VertexId v, VertexId u) {
    GraphRef const& graph = te.graph();
    bool const swap = is_oriented<typename T::Application>() && u < v;
    VertexId const source = swap ? u : v;
    EdgeOffset const position = graph.find(source, swap ? v : u);
    return position == graph.end(source) ? no_edge : position;
}

} // namespace phase

// The part of a traversal that gives edge positions.
template <class Te> class EdgePositions {
public:
    // Returns: the position of the edge between the i-th and the j-th vertices, which is its index in arrays with an
    // entry for each edge; no_edge if they are not adjacent. If the graph is not oriented, this is the position of the
    // j-th in the list of the i-th.
    // Lanes: any. Cost: O(log degree).
    CERRADO_FN EdgeOffset edge_position(int i, int j) const {
        Te const& te = static_cast<Te const&>(*this);
        i = phase::checked_position(te, i, Method::edge_position);
        j = phase::checked_position(te, j, Method::edge_position);
        return phase::position_of_edge(te, te.level(i).vertex, te.level(j).vertex);
    }
    // an extension u asks the predicate's view for its edges
    EdgeOffset edge_position(int i, VertexId u) const = delete;
};

} // namespace cerrado
