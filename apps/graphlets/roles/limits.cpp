#include "graphlets/roles/limits.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

namespace cerrado::cuts {

void require_room_for_roles(std::uint64_t words) {
    constexpr std::uint64_t most_words = std::uint64_t{1} << 30;
    if (words <= most_words) return;
    throw InputError(fmt::format(
        "roles need {:.1f} GiB for which neighbours of each vertex are adjacent, and 8 are the most: take a "
        "smaller graph",
        static_cast<double>(words) / (1 << 27)));
}

// At most d^3 / 2 for the largest degree.
void require_small_degrees(Graph const& graph) {
    constexpr VertexId most = VertexId{1} << 21;
    if (graph.max_degree() <= most) return;
    throw InputError(
        fmt::format("the roles of edges are counted up to a degree of {}, and this graph has a vertex of {}", most,
                    graph.max_degree()));
}

} // namespace cerrado::cuts
