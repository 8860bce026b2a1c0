// The numbers of roles of an edge v - w. Each line was found by cutting, and checked against brute force.
#include "graphlets/roles/edge_copies.hpp"

#include <cerrado/core/team.hpp>

namespace cerrado::cuts {

namespace {

constexpr std::size_t columns = 68;

// What is known at a vertex.
struct AtEnd {
    WideCount d = 0, t = 0;
    WideCount s1 = 0, s2 = 0; // over the neighbours w, C(d(w) - 1, i)
    WideCount paths = 0;      // ends of paths v - w - x - y
    WideCount paws = 0;       // over the neighbours, t(vw) (d(w) - 2)
    WideCount beyond = 0;     // over the neighbours, triangles at w without v
    WideCount chords = 0, wings = 0, cycles4 = 0, cliques4 = 0;
};

// What is known of an edge v - w: at v, at w, and from the sums of both directions.
struct OfEdge {
    AtEnd const& v;
    AtEnd const& w;
    SumsOfEdge const& to; // v is the end, w the middle
    SumsOfEdge const& back;
    WideCount t, k5;

    WideCount both(AtDirection sum) const { return WideCount{to.of[sum]} + back.of[sum]; }
    WideCount one(AtDirection sum) const { return to.of[sum]; } // if the directions have the same
    WideCount cycles4() const { return one(cycles); }
    WideCount cliques4() const { return one(clique_tops_at) / 2; }
    WideCount wings_at_v() const { return back.of[wings]; } // a direction has those at its middle
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
        team.run([&](Member member) {
            member.for_part_of(graph_.vertex_count, [&](std::size_t v) { one(static_cast<VertexId>(v)); });
        });
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

std::vector<WideCount> copies_at_edges(Graph const& graph, SumsOfEdges const& sums,
                                       std::vector<WideCount> const& cliques5, int threads) {
    Team team(team_size(columns * graph.edge_count(), threads));
    AtEnds const ends(graph, sums, team);
    Edges const edges = list_edges(graph);
    std::vector<WideCount> rows(columns * edges.size());
    team.run([&](Member member) {
        member.for_part_of(edges.size(), [&](std::size_t i) {
            auto const [v, w] = edges[i];
            EdgeOffset const to = graph.ref().find(v, w), back = graph.ref().find(w, v);
            OfEdge const edge{ends[v], ends[w], sums.edges[to], sums.edges[back], sums.triangles[to], cliques5[i]};
            for (auto const fill :
                 {fill_small, fill_trees, fill_of_triangle, fill_of_cycle, fill_of_diamond, fill_dense}) {
                fill(edge, &rows[columns * i]);
            }
        });
    });
    return rows;
}

} // namespace cerrado::cuts
