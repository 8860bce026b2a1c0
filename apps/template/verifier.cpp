#include "verifier.hpp"

#include <cstddef>

cerrado::WideCount count_wedges_serially(cerrado::Graph const& graph, std::span<cerrado::VertexId const> roots,
                                         std::function<void()> const& look) {
    cerrado::WideCount wedges = 0;
    for (cerrado::VertexId const centre : roots) {
        auto const ends = graph.neighbours(centre);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            for (std::size_t j = i + 1; j < ends.size(); ++j) {
                look();
                if (!graph.ref().adjacent(ends[i], ends[j])) ++wedges;
            }
        }
    }
    return wedges;
}
