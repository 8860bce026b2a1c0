#include <cerrado/runtime/local_counts.hpp>

#include <algorithm>

namespace cerrado {

namespace {

WideCount cell(std::vector<Count> const& cells, std::uint64_t i) {
    return (WideCount{cells[cells.size() / 2 + i]} << 64) + cells[i];
}

WideCount saturated_sum(WideCount a, WideCount b) { return a > ~b ? ~WideCount{0} : a + b; }

} // namespace

// C(134, 67) needs more than 128 bits, and so does what lies beyond it.
std::uint32_t binomial_columns(int size) { return static_cast<std::uint32_t>(std::min(size, 67)); }

BinomialTable make_binomials(std::uint32_t most, int size) {
    BinomialTable table;
    table.columns = binomial_columns(size);
    table.values.assign((std::size_t{most} + 1) * table.columns, 0);
    for (std::uint32_t n = 0; n <= most; ++n) {
        WideCount* const row = table.values.data() + std::size_t{n} * table.columns;
        row[0] = 1;
        for (std::uint32_t i = 1; i < table.columns && 2 * i <= n; ++i) {
            WideCount const* const before = row - table.columns;
            row[i] = saturated_sum(before[i - 1], before[std::min(i, n - 1 - i)]);
        }
    }
    return table;
}

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
