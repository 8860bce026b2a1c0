#include <cerrado/output/local_counts.hpp>

#include <cerrado/contract/result.hpp>

#include <algorithm>

namespace cerrado {

namespace {

// Both have all vertices, or all edges, in the same order.
template <class Row> void add_rows(std::vector<Row>& total, std::vector<Row> const& part) {
    if (total.empty()) {
        total = part;
        return;
    }
    for (std::size_t i = 0; i < part.size(); ++i) total[i].count += part[i].count;
}

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

void add_to(LocalCounts& total, LocalCounts const& part) {
    add_rows(total.vertices, part.vertices);
    add_rows(total.edges, part.edges);
    add_counts(total.by_orbit, part.by_orbit);
}

void put(ByteWriter& to, LocalCounts const& counts) {
    to.put_all(std::span<VertexCount const>(counts.vertices));
    to.put_all(std::span<EdgeCount const>(counts.edges));
    to.put_all(std::span<WideCount const>(counts.by_orbit));
}

void get(ByteReader& from, LocalCounts& counts) {
    counts.vertices = from.get_all<VertexCount>();
    counts.edges = from.get_all<EdgeCount>();
    counts.by_orbit = from.get_all<WideCount>();
}

} // namespace cerrado
