// Graphlets: the patterns of 3 to 5 vertices, counted by cutting.
//
// Problem. Count the copies of each pattern of 3 to 5 vertices, and the number of times that each vertex and each edge
// has each role in them. There are far more copies than can be visited one by one.
//
// Method. A pattern falls apart if a few of its vertices, the cut, are removed. Its number of copies is then a sum over
// all places of the cut: at each place the numbers of its pieces are multiplied, and the cases in which pieces meet are
// subtracted. So passes over edges, triangles, 4-cycles and wedges count all patterns but two. The 5-cycle has a pass
// of its own (sums/five_cycles.hpp), and pivoting counts the cliques of the largest size. sums/sums.hpp lists the sums,
// and copies.cpp turns them into numbers of copies. The passes, each over all vertices, are
//   SmallCuts          triangles of each edge; all sums for patterns of up to 4 vertices
//   Cuts, round 0      triangles of the edge's other direction, and the place of that direction
//         round 1      sums of degrees and triangles; 4-cycles
//   Matrices           adjacency among the neighbours of each vertex
//   Sweep              wedges u - a - x with W(u, x) and q(a; u, x), see sums/sweep.hpp
// roles.hpp and edge_roles.hpp take such sums at each vertex and edge.
//
// Needs. The graph must be undirected. It is best numbered by rising degree.
//
// Cost. Triangles and 4-cycles take O(sum over edges of the smaller degree). The sweep reads two matrix rows for each
// wedge. Memory: 12 bytes for each direction of an edge, and d^2 / 8 bytes for each vertex with d neighbours in
// triangles.
//
// Sources. Pinar, Seshadhri and Vishal: ESCAPE, WWW 2017. Suganami, Amagasa, Shiokawa and Kitagawa brought it to GPUs.
// They store and sort all wedges; Cerrado tallies them.
#pragma once

#include "graphlets/sums/sums.hpp"

#include <cerrado/engine/detail/wedges/triangles.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado::cuts {

// The matrix of a vertex. Bit j of row i is set if its neighbours i and j are adjacent. Neighbours that are in no
// triangle with the vertex have no number.
struct Matrix {
    std::uint64_t begin = 0; // first word; all matrices lie one after the other
    std::uint32_t words = 0; // in a row
};

// The arrays that the passes share. Arrays by entry have an element for each direction of an edge.
struct Known {
    ArrayRef<std::uint32_t> triangles; // by entry
    ArrayRef<std::uint32_t> reverse;   // by entry: place of the other direction in the neighbour's list
    ArrayRef<std::uint32_t> number;    // by entry: the neighbour's number in the matrix of the vertex
    ArrayRef<std::uint32_t> numbered;  // by number, in blocks as long as the lists: place of the neighbour in the list
    ArrayRef<std::uint32_t> low;       // by vertex: number of leading list entries whose neighbours are not ends
    ArrayRef<Matrix> matrix;           // by vertex
    ArrayRef<std::uint64_t> words;     // one element: the words of all matrices
    SharedSums sums;
};

// Numbers of the surroundings of a vertex.
struct Around {
    Count beyond = 0; // the sum over the neighbours of d - 1
    Count triangles = 0;
    Count leaves = 0; // neighbours of degree 1
};

// A triangle forms a diamond with each triangle that was counted at one of its edges before, and a 4-cycle is two wedges
// with the same end. So one round makes all sums for patterns of up to four vertices. The kernel needs few registers,
// since it has few sums, and more warps wait for memory side by side.
struct SmallCuts {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 0; // takes every vertex
    static constexpr std::uint32_t most_tallied = 24000;
    using Accumulator = SmallLaneSums;
    static CERRADO_FN void merge(SmallLaneSums& into, SmallLaneSums const& from) { SmallLaneSums::merge(into, from); }

    bool has_cycles;                      // sums the 4-cycles, too
    ArrayRef<std::uint32_t> triangles_at; // by entry: triangles of the edge, at the entry in its greater end's list
    SharedSums sums;                      // paws are summed twice

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        add_degrees(te);
        if (te.lower_count() < 2) return;
        add_triangles(te);
        if (has_cycles) te.for_each_own_range([&] { add_cycles(te); });
    }

private:
    template <class Traversal> CERRADO_FN void add_degrees(Traversal& te) const {
        using W = typename Traversal::WarpType;
        SmallLaneSums& lane = te.accumulator();
        Count const d = te.graph().degree(te.root());
        Count paths = 0;
        te.for_each_lower([&](VertexId a, EdgeOffset) { paths += (d - 1) * (Count{te.graph().degree(a)} - 1); });
        sums.add<W>(lane, paths4, paths);
        if (te.warp().lane() != 0 || te.job().slice != 0) return;
        sums.add<W>(lane, wedges, choose2(d));
        sums.add<W>(lane, stars3, choose3(d));
    }

    // The root is the greatest vertex of these triangles. At its edges to q and p a triangle adds twice the degrees of all
    // three to the paws, less 12.
    template <class Traversal> CERRADO_FN void add_triangles(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        SmallLaneSums& lane = te.accumulator();
        Count const d = graph.degree(te.root());
        count_at_edges(te, [&](EdgeOffset entry, std::uint32_t count) {
            std::uint32_t const before = W::grid_add(&triangles_at[entry], count);
            lane.of[triangles] += count;
            lane.of[diamonds] += Count{before} * count + pairs_of(count);
            if (entry >= graph.begin(te.root())) { // else it is an edge between q and p
                lane.of[paws] += count * (2 * Count{graph.degree(graph.neighbours[entry])} + d - 6);
            }
            if (SharedSums::are_large(lane.of[diamonds] | lane.of[paws])) sums.relieve<W>(lane);
        });
    }

    // A wedge forms a cycle with each other wedge to its end.
    template <class Traversal> CERRADO_FN void add_cycles(Traversal& te) const {
        using W = typename Traversal::WarpType;
        SmallLaneSums& lane = te.accumulator();
        te.clear_tally(te.room_for_own_ends());
        te.tally_own_wedges([&](std::uint32_t before) { lane.of[cycles4] += before; });
        sums.relieve<W>(lane);
    }
};

// Requires: SmallCuts counted the triangles of each edge.
struct Cuts {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 0; // takes every vertex
    static constexpr std::uint32_t most_tallied = 24000;
    using Accumulator = AllLaneSums;
    static CERRADO_FN void merge(AllLaneSums& into, AllLaneSums const& from) { AllLaneSums::merge(into, from); }

    bool has_cycles;    // sums the 4-cycles, too
    bool sweeps;        // true: a sweep follows
    VertexId first_end; // lowest vertex number of the sweep's ends, see first_end()
    Known known;
    ArrayRef<Around> around{}; // by vertex; empty if not needed

    int rounds() const { return 2; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.round() == 0) return turn(te);
        if (te.job().slice == 0) {
            add_vertex(te);
            if (sweeps) number_neighbours(te);
        }
        if (has_cycles && te.lower_count() > 1) te.for_each_own_range([&] { add_cycles(te); });
    }

private:
    struct OfEdges { // sums of a lane over edges at one vertex
        WideCount bull = 0, book = 0, dart = 0;

        // Adds an edge in t triangles whose ends have degrees d and e.
        CERRADO_FN void add(Count t, Count d, Count e) {
            if (t == 0) return;
            bull += product_of(t * (d - 2), e - 2);
            if (t == 1) return;
            book += choose3(t);
            dart += product_of(pairs_of(t), d + e - 6);
        }
        template <class W> CERRADO_FN void add_to(AllLaneSums& lane, SharedSums const& shared) const {
            if (bull == 0) return;
            shared.add<W>(lane, bulls, bull);
            shared.add<W>(lane, books, book);
            shared.add<W>(lane, darts, dart);
        }
    };

    template <class Traversal> CERRADO_FN void turn(Traversal& te) const {
        GraphRef const& graph = te.graph();
        te.for_each_lower([&](VertexId a, EdgeOffset entry) {
            EdgeOffset const back = graph.first_above(a, te.root()) - 1;
            known.triangles[back] = known.triangles[entry];
            known.reverse[entry] = static_cast<std::uint32_t>(back - graph.begin(a));
            known.reverse[back] = static_cast<std::uint32_t>(entry - graph.begin(te.root()));
        });
    }

    template <class Traversal> CERRADO_FN void add_vertex(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        AllLaneSums& lane = te.accumulator();
        Count const d = graph.degree(te.root());
        // Sums over the neighbours of t, d - 1, (d - 1)^2 and t (d - 1). Lists have fewer than 2^33 entries, so 64 bits
        // hold these sums.
        Count twice = 0, beyond = 0, squares = 0, mixed = 0, leaves = 0;
        OfEdges edges;
        EdgeOffset p = graph.begin(te.root()) + static_cast<EdgeOffset>(te.warp().lane());
        for (; p < graph.end(te.root()); p += Traversal::WarpType::width) {
            VertexId const w = graph.neighbours[p];
            Count const t = known.triangles[p];
            Count const s = graph.degree(w) - 1;
            twice += t;
            beyond += s;
            squares += s * s;
            mixed += t * s;
            leaves += s == 0 ? 1 : 0;
            if (w < te.root()) edges.add(t, d, s + 1);
        }
        edges.template add_to<W>(lane, known.sums);
        for (Count* sum : {&mixed, &twice, &beyond, &squares, &leaves}) *sum = te.warp().reduce_add(*sum);
        if (te.warp().lane() != 0) return;
        if (around.size() > 0) around[te.root()] = {beyond, twice / 2, leaves};
        add_sums<W>(lane, d, twice / 2, beyond, squares, mixed);
    }

    // Adds the sums of a vertex of degree d in t triangles. The other arguments are sums over its neighbours, see
    // add_vertex().
    template <class W>
    CERRADO_FN void add_sums(AllLaneSums& lane, Count d, WideCount t, Count beyond, Count squares, Count mixed) const {
        auto const add = [&](Sum sum, WideCount value) { known.sums.add<W>(lane, sum, value); };
        add(stars4, choose4(d));
        add(paths5, WideCount{beyond} * beyond - squares);
        add(lollipops, t * beyond - mixed);
        add(triangle_edges, t * d);
        if (d == 0) return;
        add(forks, choose2(d - 1) * beyond - 2 * t * (d - 2));
        add(wedge_edges, choose2(d) * d + WideCount{d - 1} * (beyond + d));
        if (d == 1) return;
        add(crickets, t * choose2(d - 2));
        add(butterflies, choose2(t));
    }

    // Adds the 4-cycles. A wedge v - a - x forms a cycle with each other wedge from v to x. The two wedges of a cycle
    // meet a once each, and v and x twice.
    template <class Traversal> CERRADO_FN void add_cycles(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        Count const of_root = graph.degree(te.root());
        te.clear_tally(te.room_for_own_ends());
        AllLaneSums& lane = te.accumulator();
        te.tally_own_wedges([&](std::uint32_t before) { lane.of[cycles4] += before; });
        known.sums.template relieve<W>(lane);
        te.for_each_own_wedge([&](std::uint32_t wedges, EdgeOffset first, EdgeOffset second) {
            if (wedges < 2) return;
            Count const degrees =
                2 * Count{graph.degree(graph.neighbours[first])} + of_root + graph.degree(graph.neighbours[second]);
            lane.of[banners] += (wedges - 1) * (degrees - 8);
            lane.of[houses] += (wedges - 1) * (Count{known.triangles[first]} + known.triangles[second]);
            if (SharedSums::are_large(lane.of[banners] | lane.of[houses])) known.sums.template relieve<W>(lane);
        });
    }

    // Numbers the neighbours that are in triangles with the vertex, and gives its matrix a place.
    template <class Traversal> CERRADO_FN void number_neighbours(Traversal& te) const {
        using W = typename Traversal::WarpType;
        GraphRef const& graph = te.graph();
        VertexId const v = te.root();
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        std::uint32_t const degree = graph.degree(v);
        std::uint32_t numbered = 0, low = degree;
        for (std::uint32_t first = 0; first < degree; first += W::width) {
            std::uint32_t const i = first + lane;
            bool const has_number = i < degree && known.triangles[graph.begin(v) + i] > 0;
            LaneMask const those = te.warp().ballot(has_number);
            if (has_number) {
                std::uint32_t const own = numbered + static_cast<std::uint32_t>(te.warp().rank_below(those));
                known.number[graph.begin(v) + i] = own;
                known.numbered[graph.begin(v) + own] = i;
            }
            numbered += static_cast<std::uint32_t>(popcount(those));
            if (i < low && graph.neighbours[graph.begin(v) + i] >= first_end) low = i;
        }
        low = te.warp().reduce_min(low);
        if (lane != 0) return;
        known.low[v] = low;
        std::uint32_t const words = (numbered + 63) / 64;
        known.matrix[v] = {numbered == 0 ? 0 : W::grid_add(&known.words[0], Count{numbered} * words), words};
    }
};

// Writes the matrices that begin in one part of the words of all matrices.
struct Matrices {
    using Engine = Wedges;
    static constexpr std::uint32_t least_lower = 2;
    static constexpr std::uint32_t most_tallied = 1; // plus the number of a vertex's neighbours

    Known known;
    ArrayRef<Count> bits; // all 0
    std::uint64_t first;  // first word of the part
    std::uint64_t count;  // number of words of the part

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.lower_count() < 2) return;
        GraphRef const& graph = te.graph();
        VertexId const r = te.root();
        for_each_triangle(te, [&](EdgeOffset to_q, EdgeOffset q_to_p, EdgeOffset to_p) {
            VertexId const q = graph.neighbours[to_q], p = graph.neighbours[to_p];
            add<Traversal>(r, to_q, to_p);
            add<Traversal>(q, graph.begin(q) + known.reverse[to_q], q_to_p);
            add<Traversal>(p, graph.begin(p) + known.reverse[to_p], graph.begin(p) + known.reverse[q_to_p]);
        });
    }

    CERRADO_FN bool has(Matrix const& matrix) const { return matrix.begin - first < count; }

    // Returns: the number of neighbours of a that are adjacent to both u and x, or 0 if the matrix of a is not in this
    // part. `to_a` is the entry of a in u's list, and `to_x` that of x in a's list.
    // Requires: both edges are in triangles. Lanes: any. Cost: two rows of the matrix.
    CERRADO_FN Count common(GraphRef const& graph, VertexId a, EdgeOffset to_a, EdgeOffset to_x) const {
        Count sum = 0;
        for_each_common_word(graph, a, to_a, to_x, [&](std::uint32_t, Count both) {
            sum += static_cast<Count>(popcount(static_cast<std::uint32_t>(both)) +
                                      popcount(static_cast<std::uint32_t>(both >> 32)));
        });
        return sum;
    }
    // Calls f(number) for each of these neighbours.
    template <class Function> CERRADO_FN void for_each_common(GraphRef const& graph, VertexId a, EdgeOffset to_a,
                                                              EdgeOffset to_x, Function const& f) const {
        for_each_common_word(graph, a, to_a, to_x, [&](std::uint32_t word, Count both) {
            for (int half = 0; half < 2; ++half) {
                auto bits = static_cast<std::uint32_t>(both >> (32 * half));
                for (; bits != 0; bits &= bits - 1) {
                    f(64 * word + 32 * static_cast<std::uint32_t>(half) + static_cast<std::uint32_t>(lowest_bit(bits)));
                }
            }
        });
    }

private:
    template <class Function> CERRADO_FN void for_each_common_word(GraphRef const& graph, VertexId a, EdgeOffset to_a,
                                                                   EdgeOffset to_x, Function const& f) const {
        Matrix const matrix = known.matrix[a];
        if (!has(matrix)) return;
        Count const* const rows = &bits[matrix.begin - first];
        std::uint32_t const u = known.number[graph.begin(a) + known.reverse[to_a]], x = known.number[to_x];
        Count const* const one = rows + std::uint64_t{u} * matrix.words;
        Count const* const other = rows + std::uint64_t{x} * matrix.words;
        for (std::uint32_t i = 0; i < matrix.words; ++i) f(i, one[i] & other[i]);
    }
    // Sets the bits for two adjacent neighbours of v, given by their list entries. Each bit is added once.
    template <class Traversal> CERRADO_FN void add(VertexId v, EdgeOffset one, EdgeOffset other) const {
        Matrix const matrix = known.matrix[v];
        if (!has(matrix)) return;
        std::uint32_t const i = known.number[one], j = known.number[other];
        add_bit<Traversal>(matrix, i, j);
        add_bit<Traversal>(matrix, j, i);
    }
    template <class Traversal> CERRADO_FN void add_bit(Matrix const& matrix, std::uint32_t i, std::uint32_t j) const {
        Count* const row = &bits[matrix.begin - first + std::uint64_t{i} * matrix.words];
        Traversal::WarpType::grid_add(row + j / 64, Count{1} << (j % 64));
    }
};

} // namespace cerrado::cuts
