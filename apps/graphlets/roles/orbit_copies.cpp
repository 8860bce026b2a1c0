// Source: Hocevar and Demsar 2014 for the orbits; the sums are the cuts of ESCAPE, rooted.
#include "graphlets/roles/orbit_copies.hpp"

#include <cerrado/core/team.hpp>

namespace cerrado::cuts {

namespace {

constexpr std::size_t columns = 73;

// What is known at a vertex v; w runs over its neighbours.
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
    Rows(Graph const& graph, SumsOfRoles const& sums, Team& team)
        : graph_(graph.ref()),
          sums_(sums),
          local_(graph.vertex_count()),
          rows_(columns * graph.vertex_count()) {
        each(team, [&](VertexId v) { add_degrees(v); });
        each(team, [&](VertexId v) { add_neighbours(v); });
        each(team, [&](VertexId v) { fill(v, local_[v], &rows_[columns * v]); });
    }
    std::vector<WideCount> take() { return std::move(rows_); }

private:
    template <class Each> void each(Team& team, Each const& one) {
        team.run([&](Member member) {
            member.for_part_of(graph_.vertex_count, [&](std::size_t v) { one(static_cast<VertexId>(v)); });
        });
    }
    // The sum of f(w, its values, t(vw), entry) over the neighbours of v.
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
        at.cliques4 = sums.of(cliques4_thrice) / 3;
    }

    void add_neighbours(VertexId v) {
        Local& at = local_[v];
        at.beyond = sum(v, [](Local const& w, WideCount t, AtEdge const&) { return w.t - t; });
        at.paths = sum(v, [&](Local const& w, WideCount, AtEdge const&) { return w.s1 - (at.d - 1); }) - 2 * at.t;
    }

    void fill(VertexId v, Local const& at, WideCount* n) const {
        n[0] = at.d;
        fill_small(v, at, n);
        fill_trees(v, at, n);
        fill_of_triangle(v, at, n);
        fill_of_cycle(v, at, n);
        fill_of_diamond(v, at, n);
        fill_dense(v, at, n);
    }

    void fill_small(VertexId v, Local const& at, WideCount* n) const {
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
        (void)v;
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

    // Over the triangles of v, the degrees of both others.
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
    std::vector<WideCount> rows_;
};

} // namespace

std::vector<WideCount> copies_at_vertices(Graph const& graph, SumsOfRoles const& sums, int threads) {
    Team team(team_size(columns * graph.vertex_count() + graph.neighbour_array().size(), threads));
    return Rows(graph, sums, team).take();
}

} // namespace cerrado::cuts
