// Random graphs that keep something of a given one: the null models by which network motifs are judged.
//
//   cerrado::RandomGraph const other = cerrado::random_graph(graph, {.model = cerrado::NullModel::mutual, .number = 7});
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace cerrado {

// What a random graph keeps.
//   degree: the degree of each vertex; in a directed graph how many arcs come in and how many go out.
//   mutual: in a directed graph, for each vertex, its arcs in, its arcs out, and its mutual edges (an arc either way),
//           each of these numbers. Milo et al. 2002 and FANMOD ("local const") keep this.
//   global: what `degree` keeps, and the number of mutual edges in all.
//   jdm:    what `degree` keeps, and how many edges join vertices of each two degrees; in a directed graph how many arcs
//           lead from vertices of each in- and out-degree to those of each other. The joint degree matrix.
//   triads: what `mutual` keeps, and nearly how often each pattern of three vertices is there: the sum over the patterns
//           of |f' - f| / (f' + f) is .005 or less where the steps get there (Milo et al. 2002).
//   er:     the number of vertices and of edges alone (Erdos and Renyi).
enum class NullModel { degree, mutual, global, jdm, triads, er };

std::string_view name_of(NullModel model);

// Attempts for each edge unless a query says how many: 10, and 100 of `jdm`, which takes few of them; a small graph has
// 500 in all.
double usual_switches(NullModel model, Graph const& graph);

struct RandomGraphQuery {
    NullModel model = NullModel::degree;
    std::optional<double> switches{}; // attempts for each edge; otherwise usual_switches(). er takes none
    std::uint64_t seed = 1;
    std::uint32_t number = 0; // of the graph: each number gives another one
    // Edges exchange their ends only if the ends bear the same labels, the sources and the targets; and if the edges do.
    // Then each vertex keeps how many edges of each label lead to vertices of each label.
    bool labels = false;      // of vertices
    bool edge_labels = false; // also the random graph has them
    // Edges exchange their ends whatever labels they and their ends bear. Vertices keep their labels; those of edges are
    // dealt at random to all edges.
    bool free_labels = false;
};

struct RandomGraph {
    Graph graph; // with the original ids, names and labels of vertices of the given graph, and directed if that is
    std::uint64_t steps = 0; // attempts,
    std::uint64_t taken = 0; // and those that changed the graph
    bool is_near = true;     // false if `triads` did not get there: rare patterns are hard to hit
};

// Makes a random graph. Beginning with the given graph it takes steps, each of which draws two edges and exchanges their
// ends, if what the model keeps stays as it is and no loop or parallel edge results; else the step leaves the graph as
// it is. One step in ten turns the middle arc of a path of three arcs, or a directed 3-cycle, instead. After many
// steps all graphs that the steps can reach are equally likely. Those are all that keep the same, but for `mutual` and
// `global`: no steps of few arcs reach all of these. If the graph has 64 vertices or fewer and its labels are free or not
// asked for, as many steps follow in these two models that are detours: they leave what the model keeps, and come back
// to it. Where no step can change the graph (a star, a complete
// graph) `taken` is 0. `er` deals labels of edges at random. The same query gives the same graph on every machine.
// Throws InputError for an oriented graph, for `mutual`, `global` and `triads` unless the graph has directions, for
// numbers of switches that are negative or make more than 2^62 steps, for 2^31 edges or more, for labels that the graph
// has not, and for `triads` with labels that are not free.
// Cost: a step takes a few random reads, and seldom looks through the lists of two or four vertices. A step of `triads`
// looks at all triads of four pairs.
// Source: Rao, Jana, Bandyopadhyay 1996 (3-cycles); Milo, Shen-Orr, Itzkovitz, Kashtan, Chklovskii, Alon 2002; Erdos,
// Miklos, Toroczkai 2010; Berger, Mueller-Hannemann 2010. The detours are our own.
RandomGraph random_graph(Graph const& graph, RandomGraphQuery const& query);

} // namespace cerrado
