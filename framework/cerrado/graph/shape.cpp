#include <cerrado/graph/shape.hpp>

#include <utility>

namespace cerrado {

GraphShape shape_of(Graph const& graph) {
    std::vector<VertexId> lists(graph.max_degree() + std::size_t{1});
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ++lists[graph.degree(v)];
    return {graph.vertex_count(), graph.neighbour_array().size(),
            std::make_shared<std::vector<VertexId> const>(std::move(lists))};
}

double list_cubes(GraphShape const& shape) {
    double sum = 0;
    for (std::size_t length = 0; length < shape.lists->size(); ++length) {
        double const size = static_cast<double>(length);
        sum += static_cast<double>((*shape.lists)[length]) * size * size * size;
    }
    return sum;
}

} // namespace cerrado
