#include "graphlets/sums/first_end.hpp"

#include <cerrado/run/session/resident_state.hpp>

namespace cerrado::cuts {

VertexId first_end(Resident const& graph, VertexId least) {
    Graph const& given = graph.graph();
    bool const is_by_degree = graph.state().order() == GraphOrder::degree;
    VertexId low = 0;
    for (VertexId v = 0; v < given.vertex_count(); ++v) {
        if (given.degree(v) < least) {
            ++low;
        } else if (!is_by_degree) {
            break;
        }
    }
    return low;
}

} // namespace cerrado::cuts
