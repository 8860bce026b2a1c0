// Clique counting: the number of complete subgraphs of k vertices, each counted once.
//
// Problem. A k-clique is a set of k vertices that are all adjacent to each other. One run counts one size k, or all
// sizes from min_k to max_k.
//
// Method. There are four forms that count all cliques, and one for the maximal ones.
// - CliquePaper takes the neighbours of the root above the last vertex and keeps those adjacent to all vertices.
// - Clique runs on the oriented graph, which keeps each edge at its lower end only. The extensions of a traversal are
//   the common successors of its vertices, as lists. The direction breaks all symmetry. The last two levels are counted
//   together: only the edges among the common successors matter.
// - CliqueBitmap does the same on bit rows. The successors of the root are numbered and make a bit matrix. The common
//   extensions of a traversal are the AND of rows, and the last three levels are counted by products of rows.
// - CliquePivot counts every size at once. It meets leaves instead of cliques: h held vertices and p pivots are C(p, s)
//   cliques of h + s vertices, for every s. pivot.hpp explains it.
// - MaximalCliques meets the cliques to which no vertex can be added. maximal.hpp explains it.
//
// Needs. CliquePaper and MaximalCliques run on the graph, all other forms on the oriented graph: by degree no list is
// longer than sqrt(2m), and in degeneracy order none is longer than the degeneracy. One size is 3 to 32. Pivoting takes
// any sizes from 1 on.
//
// Cost. The time of the first three forms grows with the number of cliques, less the levels that they count together.
// Pivoting takes a time that grows with the number of leaves and hardly depends on the sizes. A worker's memory depends
// on the longest list and the length of the traversal, not on the number of cliques.
//
// Sources. CliquePaper: Algorithm 9 of the DuMato thesis (Ferraz Aquino 2023). Degeneracy order: Matula and Beck
// (1983). The induced subgraph of each root: kClist (Danisch, Balalau and Sozio, WWW 2018). Bit rows: G2Miner (Chen and
// Arvind, OSDI 2022). Pivoting: Pivoter (Jain and Seshadhri, WSDM 2020) and EBBkC (Wang, Yu and Long, SIGMOD 2024).
#pragma once

#include "clique/maximal/maximal.hpp"
#include "clique/pivot/pivot.hpp"

#include <cerrado/engine/lists.hpp>
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <limits>

namespace cerrado {

// The left column of Algorithm 9 of the DuMato thesis, line by line.
struct CliquePaper {
    int k;
    static constexpr bool may_find_nothing = true;
    static constexpr int extension_lists = 1;
    int root_size() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, 1)) {
            te.filter([](auto const& t, VertexId v) { return above_last(t, v); });
            te.filter([](auto const& t, VertexId v) { return is_clique(t, v); });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

// The fast form on lists: every vertex of the oriented graph has few successors.
struct Clique {
    int k;
    HubRows rows{};                           // of triangles in a large graph
    static constexpr int resident_warps = 32; // many warps, since each waits for lists
    static constexpr bool may_find_nothing = true;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;
    static constexpr int counted_levels = 2;
    int root_size() const { return k > 3 ? 2 : 1; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 2) {
            te.extend_common();
        } else {
            finish(te, te.counter(), rows);
        }
    }
};

// Makes the rows of the hubs whose row is shorter than their list.
struct MarkHubs {
    HubRows rows;
    HubSizes hubs;
    using Engine = Neighbours;
    static constexpr bool oriented = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        VertexId const hub = te.root();
        if (!hubs.has(hub) || te.graph().degree(hub) <= hubs.words - hubs.word(hub)) return;
        if (te.warp().lane() == 0) rows.add_row<W>(hubs, hub);
        te.fold([&](VertexId u, EdgeOffset) { rows.add<W>(hubs, hub, u); });
    }
};

// The fast form on bit rows. It counts the last three levels together, or all remaining levels if there are few
// extensions.
struct CliqueBitmap {
    int k;
    using Engine = Rows;
    static constexpr bool may_find_nothing = true;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 3 && !te.has_few_extensions()) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

// Counts the cliques of min_k to max_k vertices by pivoting. The output is BySize.
struct CliquePivot {
    int min_k = 1;
    int max_k = all_sizes;
    static constexpr int all_sizes = std::numeric_limits<int>::max();
    static constexpr int resident_warps = 24; // the compiler would leave room for 20
    static constexpr bool lean_kernel = true;
    using Engine = Pivoting;
    using Output = BySize;
    static constexpr bool oriented = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_pivot(min_k, max_k)) finish(te, te.by_size());
    }
};

// Clique listing: hands every complete subgraph of k vertices to a sink. Each clique comes once, its vertices in no
// order. The run needs a sink.
struct CliqueList {
    int k;
    using Output = Store;
    static constexpr bool may_find_nothing = true;
    static constexpr bool oriented = true;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend_common();
        if (te.size() == k - 1) te.aggregate_store();
    }
};

// Clique listing on bit rows. The last three levels are stored together.
struct CliqueListBitmap {
    int k;
    using Engine = Rows;
    using Output = Store;
    static constexpr bool may_find_nothing = true;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = 3;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - 3) {
            te.extend_common();
        } else {
            finish(te, te.store());
        }
    }
};

// Local clique counting: the number of cliques of k vertices at each vertex and at each edge. The output is
// PerVertexAndEdge. It pivots, so the time hardly depends on k.
struct CliqueLocal {
    int k;
    bool per_edge = false; // counts edges as well as vertices
    using Engine = LocalPivoting;
    using Output = OutputList<BySize, PerVertexAndEdge>;
    static constexpr bool oriented = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend_pivot(k, k)) {
            finish(te, te.by_size());
            finish(te, te.per_vertex_and_edge());
        }
    }
};

// Counts the maximal cliques of min_k to max_k vertices by their size. maximal.hpp explains it.
struct MaximalCliques {
    int min_k = 1;
    int max_k = std::numeric_limits<int>::max();
    using Engine = MaximalCliquesWith<false>;
    using Output = ByKey<>;

    SizeRange sizes() const { return {min_k, max_k}; }
    static std::uint32_t keys() { return most_maximal_members + 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (is_maximal(te)) count(te);
    }

protected:
    template <class Traversal> CERRADO_FN bool is_maximal(Traversal& te) const {
        return te.extend_maximal(static_cast<std::uint32_t>(min_k), static_cast<std::uint32_t>(max_k)) &&
               te.aggregates_here();
    }
    template <class Traversal> static CERRADO_FN void count(Traversal& te) {
        te.by_key().reserve(1);
        if (te.warp().lane() == 0) te.by_key().add(te.held(), 1);
    }
};

// The same, and the number at each vertex.
struct LocalMaximalCliques : MaximalCliques {
    using Output = OutputList<ByKey<>, PerOrbit>;

    static PositionOrbits orbits() { return {.count = 1}; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!is_maximal(te)) return;
        count(te);
        te.for_each_held([&](VertexId v) { te.count_for(v, 0, 1); });
    }
};

// The same, and the number at each edge: at its entry in the list of its lower end.
struct EdgesOfMaximalCliques : LocalMaximalCliques {
    ArrayRef<Count> edges;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!is_maximal(te)) return;
        count(te);
        te.for_each_held([&](VertexId v) { te.count_for(v, 0, 1); });
        te.for_each_held_pair(
            [&](VertexId u, VertexId v) { Traversal::WarpType::grid_add(&edges[te.graph().find(u, v)], Count{1}); });
    }
};

// Hands the maximal cliques of min_k to k vertices to a sink. A record has k vertices: those of the clique, and then the
// first of them again.
struct MaximalCliqueList {
    int min_k;
    int k;
    using Engine = MaximalCliquesWith<true>;
    using Output = Store;
    static constexpr bool may_find_nothing = true;
    static_assert(Store::held_back_by_warp >= longest_listed_clique);

    SizeRange sizes() const { return {min_k, k}; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_one = te.extend_maximal(static_cast<std::uint32_t>(min_k), static_cast<std::uint32_t>(k));
        if (!is_one || !te.aggregates_here()) return;
        auto& store = te.store();
        store.store_one([&](VertexId* place) {
            te.write_held(place, store.record_width(), [&](VertexId v) { return store.name_of(v); });
        });
    }
};

} // namespace cerrado
