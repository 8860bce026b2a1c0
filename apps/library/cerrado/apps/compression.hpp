// The score of compression by cliques for a plain C++ program, on the GPU where one is there.
//
//   for (auto const& row : cerrado::score_compression(graph, {.k = 5}).rows) ...
//
// Each clique of k vertices gives way to a vertex with k edges, and keeps the edges that it shares with others of k
// vertices. Its rank is what that saves, k(k-1)/2 - (k+1) - shared edges; it compresses where that is 1 or more. The score
// of k is the sum of the ranks of those that compress.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <vector>

namespace cerrado {

struct CompressionQuery {
    int k = 0; // 3 or more; 0: every size from 3 on, in one run
    // fast: of one size by counts per edge, else pivot; pivot: all sizes at once; paper: lists cliques of one size, 3 to 32.
    Algorithm algorithm = Algorithm::fast;
};

struct CompressionRow {
    int k = 0;
    std::string cliques; // decimal, since there can be more than 128 bits hold
    std::uint64_t compressing = 0;
    WideCount score = 0;
};

// A run that was stopped has no rows: without all cliques nothing is known of an edge.
struct CompressionResult : RunResult {
    std::vector<CompressionRow> rows; // of each size asked for, ascending, up to that of the largest clique
};

// Throws InputError for a query or options that do not fit each other or the graph, Error for what the machine lacks.
CompressionResult score_compression(Graph const& graph, CompressionQuery const& query, RunOptions const& options = {});

} // namespace cerrado
