// The score of compression by cliques, for all sizes at once.
//
// Problem. One vertex with k edges replaces each clique of k vertices; the edges that the clique shares with other
// cliques of k vertices stay. The rank of a clique is the saving: k(k-1)/2 - (k+1) - shared edges. It compresses
// if its rank is 1 or more. The score of k is the sum of the ranks of the cliques that compress.
//
// Method. The edges that are in exactly one clique of k vertices are the clique's own. Such an edge is in no larger
// clique, so its clique is a leaf of pivoting, and the largest leaf through the edge. The first round marks each edge
// with the size of its largest leaf, and whether several leaves have that size. It counts the cliques as well. In the
// second round each leaf counts its own edges. Its rank is own edges - (k+1). LeafMarks explains how a leaf is compared
// with 32 edges at once.
//
// Needs. The run needs an undirected graph, which it orients, and a counter for each entry of its lists. It has no
// checkpoints. A stopped run has no score: unless all cliques are known, nothing is known about an edge.
//
// Cost. The run takes two rounds of pivoting, whose time hardly depends on the sizes. Each leaf reads the edges of its
// members. Memory: one counter for each edge, and bit planes of the neighbourhood for each worker.
//
// Sources. Appendix A of the DuMato thesis (Ferraz Aquino 2023); the two rounds are Cerrado's own. Pivoting: Pivoter
// (Jain and Seshadhri, WSDM 2020). CompressionPaper is the method of the thesis.
#pragma once

#include "clique/pivot/pivot.hpp"

#include <cerrado/output/by_key.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

#include <limits>

namespace cerrado {

// Pivoting whose leaves mark the edges of their cliques. The mark of an edge is the size of the largest leaf through
// it, and whether several leaves have that size.
//
// Bit planes hold the worker's marks of the edges in its neighbourhood: a row for each member, with a bit for each
// lower member, and a row for the root's edges. Plane b has bit b - 1 of the sizes. Plane 0 has the edges whose size
// several leaves have. So a leaf is compared with 32 edges at once. The lane that changes a word is always the same.
//
// In the first round the worker's marks are joined to the cells of the whole graph when it leaves the neighbourhood. In
// the second round it reads from these cells the sizes that only one leaf has, and plane 0 has the edges with such a
// size. A size is left out if the neighbourhood has fewer such edges than a clique of that size needs to compress.
// Traversals that reach none of the other sizes are passed over.

struct LeafPlanes : ArrayOf<std::uint32_t, Place::device> {};
struct LeafSizes : ArrayOf<std::uint32_t, Place::device> {
}; // for each size, the number of edges that only one leaf has

struct LeafMarksRef : PivotRef {
    Count* edges = nullptr; // for each entry of the oriented lists: twice the size, plus 1 if several leaves have that
                            // size
};

namespace phase {

// Returns: the words of a plane. It has a bit for each pair of a member and a lower member, or the root.
CERRADO_FN constexpr std::uint64_t words_of_plane(std::uint64_t members) {
    return (members / 32 + 1) * (16 * (members / 32) + members % 32);
}

// Returns: the number of planes: plane 0, and one for each bit of the largest possible size.
CERRADO_FN constexpr std::uint32_t planes_of(std::uint64_t members) {
    std::uint32_t planes = 1;
    for (std::uint64_t size = members + 1; size != 0; size /= 2) ++planes;
    return planes;
}

} // namespace phase

using LeafPivoting = PivotingWith<true, false>;
template <class W, class Te> class LeafMarksOperators;

struct LeafMarks : LeafPivoting {
    using Arrays = JoinArrays<PivotArrays, ArrayList<LeafPlanes, LeafSizes>>;
    using Ref = LeafMarksRef;

    class Planner : public PivotPlanner {
    public:
        template <class App> explicit Planner(App const& app) : PivotPlanner(app), edges_(app.edges.data) {}
        Ref plan(ArrayPlan arrays, PlanRequest const& request) const {
            Ref ref;
            static_cast<PivotRef&>(ref) = PivotPlanner::plan(arrays, request);
            std::uint64_t const members = request.shape.max_degree();
            arrays.reserve<Arrays, LeafPlanes>(phase::planes_of(members) * phase::words_of_plane(members));
            arrays.reserve<Arrays, LeafSizes>(members + 2);
            ref.edges = edges_;
            return ref;
        }

    private:
        Count* edges_;
    };
    template <class W, class Te> using Operators = LeafMarksOperators<W, Te>;
};

namespace phase {

// Returns: the cell of an edge that two sets of leaves marked. Requires: no leaf is in both.
CERRADO_FN inline Count joined_cells(Count a, Count b) {
    if (a / 2 == b / 2) return a == 0 ? 0 : a | 1;
    return a < b ? b : a;
}

// Joins a worker's mark of an edge to the edge's cell. It takes the mark out of the cell and puts the joined mark back,
// so each leaf counts once even if other workers come between. Lanes: any.
template <class W> CERRADO_FN void join_cell(Count* cell, Count known) {
    while (known != 0) {
        known = joined_cells(known, W::grid_exchange(cell, 0));
        known = W::grid_exchange(cell, known);
    }
}

} // namespace phase

template <class W, class Te> class LeafMarksOperators : public LeafPivoting::Operators<W, Te> {
    using Base = LeafPivoting::Operators<W, Te>;

public:
    // Marks the edges of the leaf, unless it is too small to compress. Lanes: all.
    CERRADO_FN void mark_leaf() {
        std::uint32_t const size = leaf_size();
        if (size < smallest_compressing) return;
        for_each_word_of_leaf([&](std::uint32_t upper, std::uint32_t word, std::uint32_t edges) {
            std::uint32_t less = 0;      // edges whose size is less than the leaf's
            std::uint32_t equal = edges; // edges with the same size in the planes compared so far
            std::uint32_t* const of_edges = place(upper, word);
            for (std::uint32_t plane = planes_ - 1; plane > 0; --plane) {
                std::uint32_t const bits = of_edges[plane * stride_];
                if ((size >> (plane - 1) & 1) != 0) {
                    less |= equal & ~bits;
                    equal &= bits;
                } else {
                    equal &= ~bits;
                }
                if (is_lane && equal == 0) break;
            }
            if ((less | equal) == 0) return;
            *of_edges = (*of_edges | equal) & ~less;
            if (less == 0) return;
            for (std::uint32_t plane = planes_ - 1; plane > 0; --plane) {
                std::uint32_t& bits = of_edges[plane * stride_];
                bits = (size >> (plane - 1) & 1) != 0 ? bits | less : bits & ~less;
            }
        });
    }

    // Requires: not the first round. Lanes: all. Returns: the number of edges for which the leaf is the largest one,
    // and no other leaf is as large.
    CERRADO_FN std::uint32_t own_edges() const {
        std::uint32_t const size = leaf_size();
        std::uint32_t count = 0;
        for_each_word_of_leaf([&](std::uint32_t upper, std::uint32_t word, std::uint32_t own) {
            std::uint32_t const* const of_edges = place(upper, word);
            own &= *of_edges;
            if (own == 0) return; // the usual case
            for (std::uint32_t plane = planes_ - 1; plane > 0; --plane) {
                std::uint32_t const bits = of_edges[plane * stride_];
                own &= (size >> (plane - 1) & 1) != 0 ? bits : ~bits;
            }
            count += static_cast<std::uint32_t>(popcount(own));
        });
        return te().warp().reduce_add(count);
    }

    CERRADO_FN std::uint32_t leaf_size() const {
        return static_cast<std::uint32_t>(te().size()) + te().top().pivoting.pivots;
    }

    // Returns: the least size of leaves that may compress in this round: `shortest`, or a higher one.
    CERRADO_FN int least_size(int shortest) const {
        auto const least = static_cast<int>(least_size_);
        return te().round() == 0 || least < shortest ? shortest : least;
    }

    // Returns: whether no leaf of the traversal can compress, for lack of edges that only one leaf has. If so, the
    // traversal has no extensions. (A test by the edges in its reach gained nothing: there are nearly always some.)
    CERRADO_FN bool pass_over() {
        if (te().round() == 0 || leaf_size() <= most_size_) return false;
        te().top().generated = true;
        te().top().size = te().top().total = 0;
        return true;
    }

    CERRADO_FN void on_enter(Entry entry) {
        Base::on_enter(entry);
        planes_ = phase::planes_of(Base::member_count());
        std::uint64_t const words_of_plane = phase::words_of_plane(Base::member_count());
        std::uint64_t const words = planes_ * words_of_plane;
        stride_ = is_lane ? 1 : words_of_plane;
        std::uint32_t* const all = te().template array<LeafPlanes>();
        for (std::uint64_t i = static_cast<std::uint64_t>(te().warp().lane()); i < words; i += W::width) all[i] = 0;
        te().warp().sync();
        if (te().round() != 0) read_own_edges();
    }
    CERRADO_FN void on_leave() {
        if (te().round() != 0) return;
        te().warp().sync(); // every lane has marked
        for_each_edge([this](std::uint32_t upper, std::uint32_t lower, Count* edge) {
            Count known = 0;
            std::uint32_t const* const of_edges = place(upper, lower / 32);
            for (std::uint32_t plane = 0; plane < planes_; ++plane) {
                known |= Count{of_edges[plane * stride_] >> lower % 32 & 1} << plane;
            }
            phase::join_cell<W>(edge, known);
        });
        te().warp().sync(); // the next neighbourhood lies in the same place
    }
    CERRADO_FN void on_pause() { on_leave(); }

private:
    static constexpr bool is_lane = W::width == 1;
    static constexpr std::uint32_t smallest_compressing = 4;

    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }

    // Returns: word `word` of plane 0 of the row of `upper`, which is above 32 * word. The root's number is the number
    // of members. If one lane works alone, the planes of a word lie beside each other. If lanes work together, the
    // words of a plane lie beside each other.
    CERRADO_FN std::uint32_t* place(std::uint32_t upper, std::uint32_t word) const {
        std::uint64_t const members = Base::member_count();
        std::uint32_t* const all = te().template array<LeafPlanes>();
        if constexpr (is_lane) {
            std::uint64_t const row = phase::words_of_plane(upper - 1);
            return all + (row + word) * planes_;
        } else {
            std::uint64_t const column = word * members - (word == 0 ? 0 : 16 * std::uint64_t{word} * (word - 1));
            return all + column + (upper - 32 * word - 1);
        }
    }

    CERRADO_FN std::uint32_t leaf_word(std::uint32_t word) const {
        return Base::hold_row(te().size())[word] | Base::pivot_row(te().size())[word];
    }

    // Fills the planes with the sizes of edges that only one leaf has.
    CERRADO_FN void read_own_edges() {
        count_sizes();
        if (most_size_ == 0) return;
        for_each_own_edge([&](std::uint32_t upper, std::uint32_t lower, std::uint32_t size) {
            if (size < least_size_ || size > most_size_) return;
            std::uint32_t* const of_edges = place(upper, lower / 32);
            W::lane_add(of_edges, 1u << lower % 32);
            for (std::uint32_t plane = 1; plane < planes_; ++plane) {
                if ((size >> (plane - 1) & 1) != 0) W::lane_add(of_edges + plane * stride_, 1u << lower % 32);
            }
        });
        te().warp().sync();
    }

    // Finds the sizes with enough such edges: a clique of s vertices compresses with s + 2.
    CERRADO_FN void count_sizes() {
        std::uint32_t* const counts = te().template array<LeafSizes>();
        auto const lane = static_cast<std::uint32_t>(te().warp().lane());
        std::uint32_t const end = Base::member_count() + 2;
        for (std::uint32_t size = lane; size < end; size += W::width) counts[size] = 0;
        te().warp().sync();
        for_each_own_edge([&](std::uint32_t, std::uint32_t, std::uint32_t size) { W::lane_add(counts + size, 1u); });
        te().warp().sync();
        std::uint32_t least = ~0u, most = 0;
        for (std::uint32_t size = lane; size < end; size += W::width) {
            if (counts[size] < size + 2) continue;
            least = size < least ? size : least;
            most = size;
        }
        least_size_ = te().warp().reduce_min(least);
        most_size_ = te().warp().reduce_max(most);
    }

    // Calls visit(upper, lower, size) for each edge of the neighbourhood whose largest leaf is the only one of its
    // size, unless the neighbourhood has no leaf as large.
    template <class Visit> CERRADO_FN void for_each_own_edge(Visit visit) const {
        Count const most = Base::member_count() + 1;
        for_each_edge([&](std::uint32_t upper, std::uint32_t lower, Count* edge) {
            Count const known = W::grid_load(edge);
            if (known == 0 || known % 2 != 0 || known / 2 > most) return;
            visit(upper, lower, static_cast<std::uint32_t>(known / 2));
        });
    }

    // Calls visit(upper, lower, cell) for each edge of the neighbourhood.
    template <class Visit> CERRADO_FN void for_each_edge(Visit visit) const {
        Count* const edges = te().context().engine.edges;
        EdgeOffset const begin = te().graph().begin(te().root());
        for (std::uint32_t i = static_cast<std::uint32_t>(te().warp().lane()); i < Base::member_count();
             i += W::width) {
            visit(Base::member_count(), i, edges + begin + i);
        }
        Base::for_each_member_edge(
            [&](std::uint32_t i, std::uint32_t j, EdgeOffset position) { visit(j, i, edges + position); });
    }

    // Calls visit(upper, word, edges) for each word of a row that has edges of the leaf.
    template <class Visit> CERRADO_FN void for_each_word_of_leaf(Visit visit) const {
        auto const lane = static_cast<std::uint32_t>(te().warp().lane());
        std::uint32_t const words = Base::row_words();
        for (std::uint32_t word = lane; word < words; word += W::width) {
            if (std::uint32_t const edges = leaf_word(word); edges != 0) visit(Base::member_count(), word, edges);
        }
        for (std::uint32_t word = 0; word < words; ++word) {
            for_each_bit(te().warp(), leaf_word(word), [&](std::uint32_t bit) {
                for (std::uint32_t low = 0; low <= word; ++low) {
                    std::uint32_t const edges = leaf_word(low) & (low == word ? (1u << bit) - 1 : ~0u);
                    if (edges != 0) visit(32 * word + bit, low, edges);
                }
            });
        }
    }

    std::uint32_t planes_ = 0;
    std::uint64_t stride_ = 1;                     // words from one plane to the next
    std::uint32_t least_size_ = 0, most_size_ = 0; // sizes of leaves that may compress; most_size_ 0: no leaf may
};

// of<BySize>() of the result has the cliques. Key k has the number of cliques of k vertices that compress. Key
// most_vertices + k has the sum of their ranks.
struct CompressionScore {
    int min_k = 3;
    std::uint32_t most_vertices = 0; // more vertices than any clique has
    ArrayRef<Count> edges;           // by entry of the oriented lists, all 0
    int max_k = std::numeric_limits<int>::max();
    static constexpr bool lean_kernel = true;
    using Engine = LeafMarks;
    using Output = OutputList<BySize, ByKey<>>;
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
        if (own < size + 2) return; // one vertex and an edge to each member replace the own edges
        std::uint32_t const rank = own - size - 1;
        te.by_key().reserve(rank);
        if (te.warp().lane() != 0) return;
        te.by_key().add(size, 1);
        te.by_key().add(most_vertices + size, rank);
    }
};

// The left column of Algorithm 19 of the DuMato thesis, line by line. It hands the cliques of k vertices to the run's
// sink.
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
