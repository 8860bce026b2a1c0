#include "graphlets/sums/ends_of_sweep.hpp"

#include <cerrado/core/wording.hpp>
#include <cerrado/run/session/resident_state.hpp>

#include <fmt/format.h>

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

SweepSize size_of_sweep(Graph const& graph, VertexId least) {
    SweepSize size;
    for (VertexId a = 0; a < graph.vertex_count(); ++a) {
        WideCount ends = 0;
        std::uint64_t others = 0; // neighbours that may be in a triangle with a
        for (VertexId const x : graph.neighbours(a)) {
            if (graph.degree(x) >= least) ++ends;
            if (graph.degree(x) >= 2) ++others;
        }
        if (ends > 1) size.wedges += ends * (ends - 1) / 2;
        if (others > 1) size.matrix_bytes += others * ((others + 63) / 64) * 8;
    }
    return size;
}

std::string describe(SweepSize const& size, std::uint64_t most_bytes) {
    auto const mebibytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    std::string const in_parts =
        size.matrix_bytes > most_bytes ? fmt::format(", {:.0f} MiB at a time", mebibytes(most_bytes)) : "";
    return fmt::format(
        "wedges              {} to sweep\n"
        "their matrices      at most {:.1f} MiB{}\n",
        grouped(size.wedges), mebibytes(size.matrix_bytes), in_parts);
}

} // namespace cerrado::cuts
