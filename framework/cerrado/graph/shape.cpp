#include <cerrado/graph/shape.hpp>

namespace cerrado {

GraphShape shape_of(Graph const& graph) {
    GraphShape shape{graph.vertex_count(), graph.neighbour_array().size(),
                     std::vector<VertexId>(graph.max_degree() + std::size_t{1})};
    for (VertexId v = 0; v < shape.vertex_count; ++v) ++shape.lists[graph.degree(v)];
    return shape;
}

} // namespace cerrado
