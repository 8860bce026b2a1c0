#include "graphlets/copies.hpp"

#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/shares.hpp>

#include <fmt/format.h>

#include <bit>
#include <string_view>

namespace cerrado::cuts {

namespace {

// The graphlets by Przulj's numbers.
enum Graphlet {
    edge,
    path3,
    triangle,
    path4,
    star3,
    cycle4,
    paw,
    diamond,
    clique4,
    path5,
    fork,
    star4,
    bull,
    lollipop,
    cricket,
    cycle5,
    banner,
    dart,
    butterfly,
    kite,
    k23,
    house,
    book,
    k4_tail,
    gem,
    k4_spoke,
    k4_hat,
    wheel,
    clique5_less,
    clique5
};

// Returns: sum / times. Each copy was counted `times` times.
WideCount divided(WideCount sum, WideCount times, std::string_view what) {
    if (sum % times == 0) return sum / times;
    throw Error(fmt::format("internal error: the sum for {} is not a multiple of {}; report this with the command line",
                            what, static_cast<int>(times)));
}

WideCount choose(WideCount n, int k) {
    WideCount product = 1;
    for (int i = 0; i < k; ++i) {
        if (n < static_cast<WideCount>(i + 1)) return 0;
        product = product * (n - static_cast<WideCount>(i)) / static_cast<WideCount>(i + 1);
    }
    return product;
}

void add_of_three(Copies& n, Sums const& sums) {
    n[path3] = sums.of[wedges];
    n[triangle] = divided(sums.of[triangles], 3, "triangles");
}

void add_of_four(Copies& n, Sums const& sums) {
    n[path4] = sums.of[paths4] - 3 * n[triangle];
    n[star3] = sums.of[stars3];
    n[cycle4] = sums.of[cycles4];
    n[paw] = sums.of[paws];
    n[diamond] = sums.of[diamonds];
}

// The subtracted numbers count the cases in which pieces meet, see ESCAPE's Lemma 1.
void add_of_five(Copies& n, Sums const& sums) {
    WideCount const t = n[triangle], d = n[diamond], c4 = n[cycle4], k4 = n[clique4];
    n[path5] = divided(sums.of[paths5], 2, "5-paths") - 4 * c4 - 2 * n[paw] - 3 * t;
    n[fork] = sums.of[forks];
    n[star4] = sums.of[stars4];
    n[bull] = sums.of[bulls] - 2 * d;
    n[lollipop] = sums.of[lollipops] - 4 * d;
    n[cricket] = sums.of[crickets];
    n[banner] = divided(sums.of[banners], 2, "banners") - 2 * d;
    n[dart] = sums.of[darts];
    n[butterfly] = sums.of[butterflies] - 2 * d;
    n[kite] = divided(sums.of[kites], 2, "kites") - 12 * k4;
    n[k23] = sums.of[fans];
    n[house] = sums.of[houses] - 4 * d;
    n[book] = sums.of[books];
    n[k4_tail] = divided(sums.of[tailed_cliques], 3, "4-cliques with a tail") - 12 * k4;
    n[gem] = sums.of[gems] - 12 * k4;
    n[k4_spoke] = divided(sums.of[spokes], 2, "wheels without a spoke");
    n[k4_hat] = divided(sums.of[hats], 4, "4-cliques with a hat") - 12 * k4;
    n[wheel] = divided(sums.of[wheels], 2, "wheels");
    n[clique5_less] = divided(sums.of[pairs_of_tops], 3, "5-cliques without an edge");
}

// A graph without the vertices that have no edge.
struct WithoutLone {
    int size = 0;
    std::uint64_t adjacency = 0;
};
WithoutLone without_lone(int k, std::uint64_t adjacency) {
    std::vector<int> kept;
    for (int v = 0; v < k; ++v) {
        bool has_edge = false;
        for (int u = 0; u < k; ++u) has_edge |= adjacent(adjacency, u, v);
        if (has_edge) kept.push_back(v);
    }
    WithoutLone rest{static_cast<int>(kept.size()), 0};
    for (int j = 1; j < rest.size; ++j) {
        for (int i = 0; i < j; ++i) {
            if (adjacent(adjacency, kept[static_cast<std::size_t>(i)], kept[static_cast<std::size_t>(j)])) {
                rest.adjacency |= adjacency_bit(i, j);
            }
        }
    }
    return rest;
}

bool is_connected(int k, std::uint64_t adjacency) {
    return locate(k, adjacency).index < static_cast<int>(graphlets_of(k).size());
}

// Returns: the copies of a graph that has no vertex without an edge.
WideCount copies_of_rest(WithoutLone rest, Graph const& graph, Sums const& sums, Copies const& n) {
    if (rest.size == 0) return 1;
    if (is_connected(rest.size, rest.adjacency)) {
        return n[static_cast<std::size_t>(graphlets_up_to(rest.size - 1) + locate(rest.size, rest.adjacency).index)];
    }
    WideCount const m = graph.edge_count();
    int const edges = std::popcount(rest.adjacency);
    if (edges == 2) return choose(m, 2) - n[path3]; // two edges
    if (edges == 3) return n[path3] * m - sums.of[wedge_edges] + 2 * n[path3] + 3 * n[triangle];
    return n[triangle] * m - sums.of[triangle_edges] + 3 * n[triangle];
}

} // namespace

Copies copies_of(Graph const& graph, int patterns, Sums const& sums, WideCount cycles5, WideCount cliques) {
    Copies n{};
    n[edge] = graph.edge_count();
    add_of_three(n, sums);
    if (patterns >= 4) add_of_four(n, sums);
    if (patterns == 4) n[clique4] = cliques;
    if (patterns < 5) return n;
    n[clique4] = divided(sums.of[cuts::cliques], 12, "4-cliques");
    n[cycle5] = cycles5;
    n[clique5] = cliques;
    add_of_five(n, sums);
    return n;
}

std::vector<WideCount> copies_of_all(Graph const& graph, int k, Sums const& sums, Copies const& connected) {
    std::vector<WideCount> copies;
    for (std::uint64_t const adjacency : small_graphs(k)) {
        WithoutLone const rest = without_lone(k, adjacency);
        WideCount const n = graph.vertex_count();
        WideCount const others = n < static_cast<WideCount>(rest.size) ? 0 : n - static_cast<WideCount>(rest.size);
        copies.push_back(copies_of_rest(rest, graph, sums, connected) * choose(others, k - rest.size));
    }
    return copies;
}

// Source: Hocevar and Demsar 2014 for the orbits; the sums are the cuts of ESCAPE, rooted.

namespace {

constexpr std::size_t columns_of_vertex = 73, columns_of_small = 15;

// The numbers at a vertex v. w runs over its neighbours.
struct Local {
    WideCount d = 0;
    WideCount t = 0;
    WideCount s1 = 0, s2 = 0, s3 = 0; // C(d(w) - 1, i)
    WideCount chords = 0;             // C(t(vw), 2): diamonds with v at the chord
    WideCount paws = 0;               // t(vw) (d(w) - 2)
    WideCount beyond = 0;             // triangles at w without v
    WideCount paths = 0;              // ends of paths v - w - x - y
    WideCount wings = 0, cycles4 = 0, cliques4 = 0;
};

class Rows {
public:
    Rows(Graph const& graph, SumsOfRoles const& sums, Team& team, TakeRow const& take)
        : graph_(graph.ref()),
          sums_(sums),
          local_(graph.vertex_count()) {
        each(team, [&](VertexId v) { add_degrees(v); });
        each(team, [&](VertexId v) { add_neighbours(v); });
        each(team, [&](VertexId v) {
            std::array<WideCount, columns_of_vertex> row{};
            fill(v, local_[v], row.data());
            take(v, std::span(row).first(columns()));
        });
    }

private:
    bool is_small() const { return !sums_.cliques4.empty(); } // true for patterns of four vertices
    std::size_t columns() const { return is_small() ? columns_of_small : columns_of_vertex; }

    template <class Each> void each(Team& team, Each const& one) {
        team.run([&](Member member) { for_vertices_of(member, graph_, one); });
    }
    // Returns: the sum of f(w, its values, t(vw), entry) over the neighbours w of v.
    template <class Function> WideCount sum(VertexId v, Function const& f) const {
        WideCount total = 0;
        for (EdgeOffset p = graph_.begin(v); p < graph_.end(v); ++p) {
            total += f(local_[graph_.neighbours[p]], WideCount{sums_.triangles[p]}, sums_.edges[p]);
        }
        return total;
    }

    void add_degrees(VertexId v) {
        Local& at = local_[v];
        SumsOfVertex const& sums = sums_.vertices[v];
        at.d = graph_.degree(v);
        for (EdgeOffset p = graph_.begin(v); p < graph_.end(v); ++p) {
            WideCount const s = graph_.degree(graph_.neighbours[p]) - 1, t = sums_.triangles[p];
            at.s1 += s;
            at.s2 += choose2(s);
            at.s3 += choose3(s);
            at.t += t;
            at.chords += choose2(t);
            at.paws += t * (s - 1);
        }
        at.t /= 2;
        at.wings = sums.of(diamond_wings_twice) / 2;
        at.cycles4 = sums.of(cycles4_twice) / 2;
        at.cliques4 = is_small() ? sums_.cliques4[v] : sums.of(cliques4_thrice) / 3;
    }

    void add_neighbours(VertexId v) {
        Local& at = local_[v];
        at.beyond = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return w.t - t; });
        at.paths = sum(v, [&](Local const& w, WideCount, AtEdge const&) { return w.s1 - (at.d - 1); }) - 2 * at.t;
    }

    void fill(VertexId v, Local const& at, WideCount* n) const {
        n[0] = at.d;
        fill_small(at, n);
        if (is_small()) return;
        fill_trees(v, at, n);
        fill_of_triangle(v, at, n);
        fill_of_cycle(v, at, n);
        fill_of_diamond(v, at, n);
        fill_dense(v, at, n);
    }

    void fill_small(Local const& at, WideCount* n) const {
        n[1] = at.s1;
        n[2] = choose2(at.d);
        n[3] = at.t;
        n[4] = at.paths;
        n[5] = (at.d - 1) * at.s1 - 2 * at.t;
        n[6] = at.s2;
        n[7] = choose3(at.d);
        n[8] = at.cycles4;
        n[9] = at.beyond;
        n[10] = at.paws;
        n[11] = at.t * (at.d - 2);
        n[12] = at.wings;
        n[13] = at.chords;
        n[14] = at.cliques4;
    }

    // 5-paths, forks, stars.
    void fill_trees(VertexId v, Local const& at, WideCount* n) const {
        WideCount const squares =
            sum(v, [](Local const& w, WideCount, AtEdge const&) { return (w.d - 1) * (w.d - 1); });
        n[15] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.paths; }) - at.d * at.s1 + at.s1 +
                2 * at.t - 2 * at.t * (at.d - 2) - 2 * at.cycles4;
        n[16] = (at.d - 1) * at.paths - at.paws - 2 * at.cycles4;
        n[17] = (at.s1 * at.s1 - squares) / 2 - (degrees_of_triangles(v) - 3 * at.t) - at.cycles4;
        n[18] = sum(
            v, [&](Local const& w, WideCount t, AtEdge const&) { return w.s2 - choose2(at.d - 1) - t * (w.d - 2); });
        n[19] = sum(v, [&](Local const& w, WideCount t, AtEdge const&) {
            return (w.d - 2) * (w.s1 - (at.d - 1) - t) - 2 * w.t + 2 * t;
        });
        n[20] = sum(v, [&](Local const& w, WideCount t, AtEdge const&) {
            return choose2(w.d - 1) * (at.d - 1) - t * (w.d - 2);
        });
        n[21] = at.d == 0 ? 0 : choose2(at.d - 1) * at.s1 - 2 * at.t * (at.d - 2);
        n[22] = at.s3;
        n[23] = choose4(at.d);
    }

    // Returns: the sum, over the triangles of v, of the degrees of the two other corners.
    WideCount degrees_of_triangles(VertexId v) const {
        return sum(v, [](Local const& w, WideCount t, AtEdge const&) { return t * w.d; });
    }

    // Bulls, lollipops, crickets, butterflies.
    void fill_of_triangle(VertexId v, Local const& at, WideCount* n) const {
        n[24] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.paws; }) - 2 * at.t * (at.d - 2) -
                (degrees_of_triangles(v) - 4 * at.t + 2 * at.wings);
        n[25] = sums_.vertices[v].of(bull_chins) - at.wings;
        n[26] = sum(v, [&](Local const& w, WideCount t, AtEdge const&) {
            return t == 0 ? 0 : t * ((at.d - 2) * (w.d - 2) - (t - 1));
        });
        n[27] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.beyond; }) - (at.d - 2) * at.t -
                2 * at.chords;
        n[28] = (at.d - 1) * at.beyond - 2 * at.wings;
        n[29] = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return t * (w.s1 - (w.d - 1)) - t * t + t; }) -
                2 * (at.d - 1) * at.t - 2 * at.wings;
        n[30] = at.t * at.s1 - sum(v, [](Local const& w, WideCount t, AtEdge const&) { return t * (w.d - 1); }) -
                2 * at.chords;
        n[31] = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return (w.t - t) * (w.d - 3); });
        n[32] = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return t == 0 ? 0 : t * choose2(w.d - 2); });
        n[33] = at.t == 0 ? 0 : at.t * choose2(at.d - 2);
        n[43] = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return t * w.t - t * t; }) - 2 * at.wings;
        n[44] = choose2(at.t) - at.chords;
    }

    // 5-cycles, banners, K2,3, houses.
    void fill_of_cycle(VertexId v, Local const& at, WideCount* n) const {
        SumsOfVertex const& sums = sums_.vertices[v];
        n[34] = at.d < 2 ? 0 : sums.of(cycles5) - at.beyond - sum(v, [](Local const& w, WideCount t, AtEdge const&) {
                                   return t * (w.d - 1);
                               }) + at.t;
        n[35] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.cycles4; }) - 2 * at.cycles4 - at.chords;
        n[36] = sums.of(banners_across_twice) / 2 - at.chords;
        n[37] = sum(v, [](Local const& w, WideCount, AtEdge const& e) { return e.cycles4 * (w.d - 2); }) - 2 * at.wings;
        n[38] = at.cycles4 * (at.d - 2) - at.chords;
        n[49] = sums.of(k23_of_three);
        n[50] = sums.of(k23_of_two_thrice) / 3;
        n[51] = sums.of(house_floors) - 2 * at.chords - 2 * at.wings;
        n[52] = sums.of(house_roofs) - 2 * at.chords;
        n[53] = sum(v, [](Local const&, WideCount t, AtEdge const& e) { return t * e.cycles4; }) - 2 * at.chords -
                2 * at.wings;
    }

    // Darts, kites, books, gems.
    void fill_of_diamond(VertexId v, Local const& at, WideCount* n) const {
        SumsOfVertex const& sums = sums_.vertices[v];
        n[39] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.chords; }) - at.chords - 2 * at.wings;
        n[40] = sums.of(dart_wings);
        n[41] = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return choose2(t) * (w.d - 3); });
        n[42] = at.chords * (at.d - 3);
        n[45] =
            sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.wings; }) - 3 * at.cliques4 - 2 * at.chords;
        n[46] = sums.of(kite_wings) - at.t * (at.d - 2) - 3 * at.cliques4;
        n[47] = at.wings * (at.d - 2) - 3 * at.cliques4;
        n[48] = sum(v, [](Local const&, WideCount t, AtEdge const& e) { return t == 0 ? 0 : (t - 1) * e.tails; }) -
                6 * at.cliques4;
        n[54] = sums.of(book_pages_twice) / 2;
        n[55] = sum(v, [](Local const&, WideCount t, AtEdge const&) { return choose3(t); });
        n[59] = sums.of(gem_ends) - 2 * at.chords - 6 * at.cliques4;
        n[60] = sums.of(gem_inner) - 6 * at.cliques4;
        n[61] = sums.of(gem_hubs) - 3 * at.cliques4;
    }

    // Wheels, and 4-cliques with what is besides.
    void fill_dense(VertexId v, Local const& at, WideCount* n) const {
        SumsOfVertex const& sums = sums_.vertices[v];
        n[56] = sum(v, [](Local const& w, WideCount, AtEdge const&) { return w.cliques4; }) - 3 * at.cliques4;
        n[57] = sum(v, [](Local const& w, WideCount, AtEdge const& e) { return e.cliques_twice / 2 * (w.d - 3); });
        n[58] = at.cliques4 * (at.d - 3);
        n[62] = sums.of(spoke_tips);
        n[63] = sums.of(spoke_wings_twice) / 2;
        n[64] = sums.of(spoke_chords);
        n[65] = sums.of(hats_of_two_twice) / 2 - 3 * at.cliques4;
        n[66] = sums.of(hats_of_three_twice) / 2;
        n[67] = sum(v, [](Local const&, WideCount t, AtEdge const& e) { return e.cliques_twice / 2 * (t - 2); });
        n[68] = sums.of(wheel_rims);
        n[69] = sums.of(wheel_hubs_twice) / 2;
        n[70] = sums.of(clique_tops);
        n[71] = sums.of(clique_pairs);
        n[72] = sums_.cliques5[v];
    }

    GraphRef const graph_;
    SumsOfRoles const& sums_;
    std::vector<Local> local_;
};

} // namespace

void copies_at_vertices(Graph const& graph, SumsOfRoles const& sums, int threads, TakeRow const& take) {
    Team team(team_size(columns_of_vertex * graph.vertex_count() + graph.neighbour_array().size(), threads));
    Rows(graph, sums, team, take);
}

// The numbers of roles of an edge v - w. Each line was found by cutting, and checked against brute force.

namespace {

constexpr std::size_t columns_of_edge = 68;

// The numbers at an end v of an edge.
struct AtEnd {
    WideCount d = 0, t = 0;
    WideCount s1 = 0, s2 = 0; // the sum over the neighbours w of C(d(w) - 1, i)
    WideCount paths = 0;      // ends of paths v - w - x - y
    WideCount paws = 0;       // the sum over the neighbours w of t(vw) (d(w) - 2)
    WideCount beyond = 0;     // the sum over the neighbours w of triangles at w without v
    WideCount chords = 0, wings = 0, cycles4 = 0, cliques4 = 0;
};

// The numbers of an edge v - w: those at v and at w, and the sums of both directions.
struct OfEdge {
    AtEnd const& v;
    AtEnd const& w;
    SumsOfEdge const& to; // v is the end, w the middle
    SumsOfEdge const& back;
    WideCount t, k5;

    WideCount both(AtDirection sum) const { return WideCount{to.of[sum]} + back.of[sum]; }
    WideCount one(AtDirection sum) const { return to.of[sum]; } // Requires: both directions have the same sum
    WideCount cycles4() const { return one(cycles); }
    WideCount cliques4() const { return one(clique_tops_at) / 2; }
    WideCount wings_at_v() const { return back.of[wings]; } // a direction has the wings at its middle vertex
    WideCount wings_at_w() const { return to.of[wings]; }
    WideCount all_wings() const { return both(wings); }
    WideCount from_v() const { return w.s1 - (v.d - 1) - t; } // paths v - w - x - y
    WideCount from_w() const { return v.s1 - (w.d - 1) - t; }
    WideCount degrees() const { return v.d + w.d; }
    WideCount beyond() const { return v.t + w.t - 2 * t; }
};

void fill_small(OfEdge const& e, WideCount* n) {
    n[0] = e.degrees() - 2;
    n[1] = e.t;
    n[2] = e.from_v() + e.from_w();
    n[3] = (e.v.d - 1) * (e.w.d - 1) - e.t;
    n[4] = choose2(e.v.d - 1) + choose2(e.w.d - 1);
    n[5] = e.cycles4();
    n[6] = e.beyond();
    n[7] = e.one(tails);
    n[8] = e.t * (e.degrees() - 4);
    n[9] = e.all_wings();
    n[10] = choose2(e.t);
    n[11] = e.cliques4();
}

// 5-paths, forks, stars.
void fill_trees(OfEdge const& e, WideCount* n) {
    WideCount const outer = e.t * (e.degrees() - 4), tail = e.one(tails);
    n[12] = e.v.paths + e.w.paths - e.v.s1 - e.w.s1 + (e.degrees() - 2) + 2 * e.t - outer - 2 * e.cycles4();
    n[13] = (e.v.d - 1) * e.from_v() + (e.w.d - 1) * e.from_w() - 2 * tail - 2 * e.cycles4();
    n[14] = e.v.s2 + e.w.s2 - choose2(e.v.d - 1) - choose2(e.w.d - 1) - 2 * tail;
    n[15] = (e.w.d - 2) * e.from_v() + (e.v.d - 2) * e.from_w() - 2 * e.beyond();
    n[16] = choose2(e.w.d - 1) * (e.v.d - 1) + choose2(e.v.d - 1) * (e.w.d - 1) - outer;
    n[17] = choose3(e.v.d - 1) + choose3(e.w.d - 1);
}

// Bulls, lollipops, crickets.
void fill_of_triangle(OfEdge const& e, WideCount* n) {
    WideCount const outer = e.t * (e.degrees() - 4), tail = e.one(tails), wing = e.all_wings();
    n[18] = e.v.paws + e.w.paws - outer - 2 * tail - wing;
    n[19] = (e.degrees() - 4) * tail - wing;
    n[20] = e.t == 0 ? 0 : e.t * ((e.v.d - 2) * (e.w.d - 2) - (e.t - 1));
    n[21] = e.v.beyond + e.w.beyond - e.beyond() - wing;
    n[22] = (e.w.t - e.t) * (e.v.d - 1) + (e.v.t - e.t) * (e.w.d - 1) - wing;
    n[23] = e.one(paths_beyond) - e.t * (e.degrees() - 2) - wing;
    n[24] = e.t * (e.v.s1 + e.w.s1) - e.t * (e.degrees() - 2) - 2 * tail - 2 * e.t * e.t - wing;
    n[25] = (e.w.t - e.t) * (e.w.d - 3) + (e.v.t - e.t) * (e.v.d - 3);
    n[26] = e.one(pairs_of_tails);
    n[27] = e.t == 0 ? 0 : e.t * (choose2(e.v.d - 2) + choose2(e.w.d - 2));
}

// 5-cycles, banners, K2,3, houses.
void fill_of_cycle(OfEdge const& e, WideCount* n) {
    WideCount const wing = e.all_wings(), pairs = e.t == 0 ? 0 : e.t * (e.t - 1);
    n[28] = e.both(cycles5_at) + e.one(leaves_beyond) - 2 * (e.v.t + e.w.t) + 3 * e.t - e.one(tails);
    n[29] = e.v.cycles4 + e.w.cycles4 - 2 * e.cycles4() - pairs;
    n[30] = e.both(far_degrees) - wing;
    n[31] = e.cycles4() * (e.degrees() - 4) - wing;
    n[42] = e.both(fans_at);
    n[43] = (e.both(roofs) - e.both(far_triangles)) / 2 - wing;
    n[44] = e.both(far_triangles) - 2 * wing;
    n[45] = e.both(far_cycles) / 2 - 2 * pairs - wing;
    n[46] = e.t * e.cycles4() - wing;
}

// Darts, butterflies, kites, books, gems.
void fill_of_diamond(OfEdge const& e, WideCount* n) {
    WideCount const wing = e.all_wings(), k4 = e.cliques4(), pairs = e.t == 0 ? 0 : e.t * (e.t - 1);
    n[32] = e.v.chords + e.w.chords - pairs - wing;
    n[33] = e.both(tailed_wings);
    n[34] = (e.v.d - 3) * e.wings_at_v() + (e.w.d - 3) * e.wings_at_w();
    n[35] = choose2(e.t) * (e.degrees() - 6);
    n[36] = e.one(triangles_at) - wing - e.t;
    n[37] = e.t * e.beyond() - wing;
    n[38] = e.v.wings + e.w.wings - wing - 2 * k4;
    n[39] = e.both(far_tails) - e.t * (e.degrees() - 4) - 4 * k4;
    n[40] = (e.w.d - 2) * e.wings_at_v() + (e.v.d - 2) * e.wings_at_w() - 4 * k4;
    n[41] = e.t == 0 ? 0 : (e.t - 1) * e.one(tails) - 2 * k4;
    n[47] = e.both(pairs_of_wings);
    n[48] = choose3(e.t);
    n[52] = e.both(wings_from_x) - wing - 4 * k4;
    n[53] = e.both(wings_to_x) - 2 * pairs - 4 * k4;
    n[54] = e.both(both_wings) - 2 * k4;
    n[55] = e.t == 0 ? 0 : (e.t - 1) * wing - 4 * k4;
}

// Wheels, and 4-cliques with what is besides.
void fill_dense(OfEdge const& e, WideCount* n) {
    WideCount const k4 = e.cliques4();
    n[49] = e.v.cliques4 + e.w.cliques4 - 2 * k4;
    n[50] = e.one(tailed_tops);
    n[51] = k4 * (e.degrees() - 6);
    n[56] = e.both(tips);
    n[57] = e.both(spokes_at);
    n[58] = e.both(chords);
    n[59] = e.both(far_cliques) / 2 - 4 * k4;
    n[60] = e.both(clique_chords);
    n[61] = e.both(winged_tops);
    n[62] = k4 * (e.t - 2);
    n[63] = e.both(rims) / 2;
    n[64] = e.both(wheels_at);
    n[65] = e.both(clique_sides);
    n[66] = e.one(pairs_of_tops_at);
    n[67] = e.k5;
}

class AtEnds {
public:
    AtEnds(Graph const& graph, SumsOfEdges const& sums, Team& team)
        : graph_(graph.ref()),
          sums_(sums),
          ends_(graph.vertex_count()) {
        each(team, [&](VertexId v) { add(v); });
        each(team, [&](VertexId v) { add_beyond(v); });
    }
    AtEnd const& operator[](VertexId v) const { return ends_[v]; }

private:
    template <class Each> void each(Team& team, Each const& one) {
        team.run([&](Member member) { for_vertices_of(member, graph_, one); });
    }
    void add(VertexId v) {
        AtEnd& at = ends_[v];
        at.d = graph_.degree(v);
        for (EdgeOffset p = graph_.begin(v); p < graph_.end(v); ++p) {
            WideCount const s = graph_.degree(graph_.neighbours[p]) - 1, t = sums_.triangles[p];
            SumsOfEdge const& edge = sums_.edges[p];
            at.t += t;
            at.s1 += s;
            at.s2 += choose2(s);
            at.paws += t * (s - 1);
            at.chords += choose2(t);
            at.wings += edge.of[wings];
            at.cycles4 += edge.of[cycles];
            at.cliques4 += edge.of[clique_tops_at] / 2;
        }
        at.t /= 2;
        at.wings /= 2;
        at.cycles4 /= 2;
        at.cliques4 /= 3;
    }
    void add_beyond(VertexId v) {
        AtEnd& at = ends_[v];
        for (EdgeOffset p = graph_.begin(v); p < graph_.end(v); ++p) {
            AtEnd const& w = ends_[graph_.neighbours[p]];
            at.beyond += w.t - sums_.triangles[p];
            at.paths += w.s1 - (at.d - 1);
        }
        at.paths -= 2 * at.t;
    }

    GraphRef const graph_;
    SumsOfEdges const& sums_;
    std::vector<AtEnd> ends_;
};

} // namespace

Edges list_edges(Graph const& graph) {
    Edges edges;
    edges.reserve(graph.edge_count());
    GraphRef const ref = graph.ref();
    for (VertexId v = 0; v < ref.vertex_count; ++v) {
        for (EdgeOffset p = ref.first_above(v, v); p < ref.end(v); ++p) edges.emplace_back(v, ref.neighbours[p]);
    }
    return edges;
}

void copies_at_edges(Graph const& graph, SumsOfEdges const& sums, std::vector<WideCount> const& cliques5, int threads,
                     TakeRow const& take) {
    Team team(team_size(columns_of_edge * graph.edge_count(), threads));
    AtEnds const ends(graph, sums, team);
    Edges const edges = list_edges(graph);
    team.run([&](Member member) {
        member.for_part_of(edges.size(), [&](std::size_t i) {
            auto const [v, w] = edges[i];
            EdgeOffset const to = graph.ref().find(v, w), back = graph.ref().find(w, v);
            OfEdge const edge{ends[v], ends[w], sums.edges[to], sums.edges[back], sums.triangles[to], cliques5[i]};
            std::array<WideCount, columns_of_edge> row{};
            for (auto const fill :
                 {fill_small, fill_trees, fill_of_triangle, fill_of_cycle, fill_of_diamond, fill_dense}) {
                fill(edge, row.data());
            }
            take(i, row);
        });
    });
}

} // namespace cerrado::cuts
