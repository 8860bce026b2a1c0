#include <cerrado/graph/shape.hpp>

#include <utility>

namespace cerrado {

GraphShape shape_of(Graph const& graph) {
    std::vector<VertexId> lists(graph.max_degree() + std::size_t{1});
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ++lists[graph.degree(v)];
    return {graph.vertex_count(), graph.neighbour_array().size(),
            std::make_shared<std::vector<VertexId> const>(std::move(lists))};
}

} // namespace cerrado
