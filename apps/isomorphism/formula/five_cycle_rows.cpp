#include "isomorphism/formula/five_cycle_rows.hpp"

#include <cerrado/run/session/resident_state.hpp>

#include <algorithm>

namespace cerrado {

VertexId rows_of_five_cycles(Resident const& graph) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
    // Fewer wedges fit a tally in fast memory, or are far fewer than the entries of a row, all of which are read.
    constexpr std::uint64_t least_wedges = 1536, entries_of_a_wedge = 16;
    constexpr std::uint64_t least_share = 50; // one vertex in so many, or a round for them does not pay
    Graph const& given = graph.graph();
    if (graph.state().order() != GraphOrder::degree || given.vertex_count() == 0) return 0;
    std::uint64_t const least = std::max<std::uint64_t>(least_wedges, given.vertex_count() / entries_of_a_wedge);
    VertexId heavy = 0;
    for (VertexId v = 0; v < given.vertex_count(); ++v) {
        std::uint64_t const degree = given.degree(v);
        if (degree * degree > least) ++heavy;
    }
    std::uint64_t const room = most_bytes / (sizeof(std::uint32_t) * std::uint64_t{given.vertex_count()});
    std::uint64_t const rows = std::min<std::uint64_t>(heavy, room);
    return rows * least_share < given.vertex_count() ? 0 : static_cast<VertexId>(rows);
}

} // namespace cerrado
