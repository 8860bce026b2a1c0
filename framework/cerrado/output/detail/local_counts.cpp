#include <cerrado/output/detail/local_counts.hpp>

#include <algorithm>

namespace cerrado {

namespace {

WideCount cell(std::vector<Count> const& cells, std::uint64_t i) {
    return (WideCount{cells[cells.size() / 2 + i]} << 64) + cells[i];
}

} // namespace

LocalCounts local_counts(Graph const& oriented, LocalCells const& cells) {
    LocalCounts counts;
    GraphRef const graph = oriented.ref();
    counts.vertices.reserve(graph.vertex_count);
    counts.edges.reserve(cells.edges.size() / 2);
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        OriginalId const id = oriented.original_id(v);
        counts.vertices.push_back({id, cell(cells.vertices, v)});
        if (cells.edges.empty()) continue;
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            auto const [source, target] = std::minmax({id, oriented.original_id(graph.neighbours[p])}); // copies
            counts.edges.push_back({source, target, cell(cells.edges, p)});
        }
    }
    std::ranges::sort(counts.vertices, {}, &VertexCount::vertex);
    std::ranges::sort(counts.edges, {}, [](EdgeCount const& edge) { return std::pair(edge.source, edge.target); });
    return counts;
}

} // namespace cerrado
