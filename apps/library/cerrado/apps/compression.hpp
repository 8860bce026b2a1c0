// The score of compression by cliques for a plain C++ program, on the GPU if there is one.
//
//   for (auto const& row : cerrado::score_compression(graph, {.k = 5}).rows) ...
//
// Each clique of k vertices gives way to one vertex with k edges, and keeps the edges that it shares with others of k
// vertices. Its rank is what that saves, k (k - 1) / 2 - (k + 1) - shared edges. It compresses if its rank is 1 or
// more. The score of k is the sum of the ranks of the cliques that compress.
// Source: the DuMato thesis, Algorithm 19; the last sum for ca-astroph in its Table A.1 is misprinted as 15384, since
// the scores of k = 4 to 9 are 412, 1838, 2844, 3454, 3728 and 3558, together 15834.
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
    // pivot: all sizes at once, without a list of cliques: an edge in exactly one k-clique is in no larger one, so that
    // clique is a leaf of pivoting. fast: up to 8 sizes each by itself, otherwise pivot. A size by itself takes the
    // time to count its cliques, and then the host's time to search for those with edges of their own. paper: lists the
    // cliques of one size, 3 to 32, twice.
    Algorithm algorithm = Algorithm::fast;

    static constexpr int all_sizes = std::numeric_limits<int>::max();
};
std::string semantics_of(CompressionQuery const& query); // the things that are counted, exactly

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

// Scores each size that was asked for. There are no checkpoints. Throws InputError for a query or options that do not
// fit each other or the graph, which must be undirected; Error for what the machine lacks.
CompressionResult score_compression(GraphOrResident const& graph, CompressionQuery const& query,
                                    RunOptions const& options = {});

// Returns: the needs of the run in a few lines for a person. Throws as score_compression() does.
std::string estimate_score(Graph const& graph, CompressionQuery const& query, RunOptions const& options = {});

} // namespace cerrado
