#include <cerrado/graph/io/arrays/matrix_entries.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {
namespace {

std::uint64_t key_of(Edge const& edge) { return std::uint64_t{edge.source} << 32 | edge.target; }
Edge reversed(Edge const& edge) { return {edge.target, edge.source}; }

} // namespace

Graph graph_of_entries(std::uint64_t vertices, std::vector<Edge> entries, std::string const& path,
                       ReadOptions const& options) {
    Assembly assembly(path, options);
    assembly.count_vertices(vertices, 0);
    std::ranges::sort(entries, {}, key_of);
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    std::vector<Edge> both_ways(entries.size());
    std::ranges::transform(entries, both_ways.begin(), reversed);
    std::ranges::sort(both_ways, {}, key_of);
    bool const is_symmetric = entries == both_ways;
    for (Edge const& entry : entries) {
        if (!is_symmetric) {
            assembly.arc(entry.source, entry.target);
        } else if (entry.source <= entry.target) {
            assembly.edge(entry.source, entry.target);
        }
    }
    return assembly.finish();
}

void check_matrix(std::uint64_t rows, std::uint64_t columns, std::uint64_t bytes, std::string const& path) {
    constexpr std::uint64_t always_allowed = 1 << 20, vertices_per_byte = 64;
    if (rows != columns) {
        throw InputError(
            fmt::format("{}: a matrix of {} rows and {} columns; expected a square adjacency matrix. The "
                        "bipartite graph of both: scipy.sparse.bmat([[None, m], [m.T, None]])",
                        path, rows, columns));
    }
    if (rows > std::max(always_allowed, vertices_per_byte * bytes)) {
        throw InputError(
            fmt::format("{}: {} vertices in {} bytes, nearly all without an edge; expected at most {} per "
                        "byte, give an edge list instead",
                        path, rows, bytes, vertices_per_byte));
    }
}

} // namespace cerrado::detail
