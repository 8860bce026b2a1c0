// The score of compression by cliques for a plain C++ program, on the GPU if there is one.
//
//   for (auto const& row : cerrado::score_compression(graph, {.k = 5}).rows) ...
//
// One vertex with k edges replaces each clique of k vertices; the edges that it shares with other cliques of k vertices
// stay. The rank of a clique is the saving, k(k-1)/2 - (k+1) - shared edges. It compresses if its rank is 1 or more.
// The score of k is the sum of the ranks of the cliques that compress.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <limits>
#include <vector>

namespace cerrado {

// Sizes are numbers of vertices, 3 or more. RunOptions::k stays 0.
struct CompressionQuery {
    int k = 0; // one size; 0: every size from min_k to max_k
    int min_k = 3;
    int max_k = all_sizes; // sizes above that of the largest clique cost nothing
    // pivot: all sizes at once. fast: up to 8 sizes one after the other, and more sizes by pivot. For a single size a
    // run counts the cliques, and then the host searches for those with edges of their own. paper: lists the cliques of
    // one size, 3 to 32, twice.
    Algorithm algorithm = Algorithm::fast;

    static constexpr int all_sizes = std::numeric_limits<int>::max();
};

struct CompressionRow {
    int k = 0;
    std::string cliques; // decimal, since 128 bits may not hold it
    std::uint64_t compressing = 0;
    WideCount score = 0;
};

// The result has no rows if the run was stopped, since the score of an edge needs all cliques.
struct CompressionResult : RunResult {
    std::vector<CompressionRow> rows; // one for each size asked for, ascending; of several sizes, those up to the
                                      // largest clique
};

// Throws InputError for a query or options that do not fit each other or the graph, which must be undirected. Throws
// Error if the machine cannot do the run.
CompressionResult score_compression(GraphOrResident const& graph, CompressionQuery const& query,
                                    RunOptions const& options = {});

// Returns: the needs of the run in a few lines for a person. Throws as score_compression() does.
std::string estimate_score(Graph const& graph, CompressionQuery const& query, RunOptions const& options = {});

} // namespace cerrado
