// The score of compression by cliques, for all sizes at once.
//
// Problem. Each clique of k vertices gives way to one vertex with k edges, and keeps the edges that it shares with
// other cliques of k vertices. The rank of a clique is what that saves: k(k-1)/2 - (k+1) - shared edges. It compresses
// if its rank is 1 or more. The score of k is the sum of the ranks of the cliques that compress.
//
// Method. The edges that are in exactly one clique of k vertices are the clique's own. Such an edge is in no larger
// clique, so its clique is a leaf of pivoting, and the largest leaf through the edge. The first round marks each edge
// with the size of its largest leaf, and whether several leaves have that size. It counts the cliques as well. In the
// second round each leaf counts the edges that are its own: its rank is own edges - (k+1). leaf_marks.hpp says how a
// leaf is compared with 32 edges at once.
//
// Needs. An undirected graph, oriented for the run, and a counter for each entry of its lists. The run has no
// checkpoints. A stopped run has no score: unless all cliques are known, nothing is known about an edge.
//
// Cost. Two rounds of pivoting, whose time hardly depends on the sizes, and in each leaf a look at the edges of its
// members. Memory: one counter an edge, and bit planes of the neighbourhood for each worker.
//
// Sources. Appendix A of the DuMato thesis (Ferraz Aquino 2023); the two rounds are ours. Pivoting: Pivoter (Jain and
// Seshadhri, WSDM 2020). CompressionPaper is the thesis' own way.
#pragma once

#include "compression/leaf_marks.hpp"

#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <limits>

namespace cerrado {

// RunResult::sizes has the cliques. Key k has the number of cliques of k vertices that compress, key most_vertices + k
// the sum of their ranks.
struct CompressionScore {
    int min_k = 3;
    std::uint32_t most_vertices = 0; // more than any clique has
    ArrayRef<Count> edges;           // by entry of the oriented lists, all 0
    int max_k = std::numeric_limits<int>::max();
    using Engine = LeafMarks;
    using Output = OutputList<BySize, ByKey>;
    static constexpr bool oriented = true;

    int rounds() const { return 2; }
    std::uint32_t keys() const { return 2 * most_vertices; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.pass_over() || !te.extend_pivot(te.least_size(min_k), max_k)) return;
        if (te.round() == 0) finish(te, te.by_size());
        if (!te.aggregates_here()) return;
        if (te.round() == 0) return te.mark_leaf();
        std::uint32_t const size = te.leaf_size();
        std::uint32_t const own = te.own_edges();
        if (own < size + 2) return; // a vertex and an edge to each member replace the own edges
        std::uint32_t const rank = own - size - 1;
        te.by_key().reserve(rank);
        if (te.warp().lane() != 0) return;
        te.by_key().add(size, 1);
        te.by_key().add(most_vertices + size, rank);
    }
};

// The left column of Algorithm 19 of the DuMato thesis, line by line. It stores the cliques of k vertices. The run needs
// a sink.
struct CompressionPaper {
    int k;
    using Output = Store;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
            te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        }
        if (te.size() == k - 1) te.aggregate_store();
    }
};

} // namespace cerrado
