// Random graphs that keep some properties of a given graph. They are the null models of network motifs.
//
//   cerrado::RandomGraph const other = cerrado::random_graph(graph, {.model = cerrado::NullModel::mutual, .number = 7});
#pragma once

#include <cerrado/core/detail/words.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace cerrado {

// The properties that a random graph keeps.
//   degree: the degree of each vertex; in a directed graph its numbers of arcs in and of arcs out.
//   mutual: for each vertex of a directed graph three numbers: its arcs in, its arcs out, and its mutual edges (an arc
//           either way). Milo et al. 2002 and FANMOD ("local const") keep these.
//   global: the numbers of `degree`, and the number of all mutual edges.
//   jdm:    the numbers of `degree`, and the joint degree matrix: the number of edges between vertices of any two
//           degrees; in a directed graph the number of arcs between any two pairs of in-degree and out-degree.
//   triads: the numbers of `mutual`, and nearly the number of each pattern of three vertices: the sum over the patterns
//           of |f' - f| / (f' + f) is at most .005 if the steps succeed (Milo et al. 2002).
//   er:     only the numbers of vertices and of edges (Erdos and Renyi).
enum class NullModel { degree, mutual, global, jdm, triads, er };

inline constexpr WordFor<NullModel> null_model_words[] = {
    {"degree", NullModel::degree}, {"mutual", NullModel::mutual}, {"global", NullModel::global},
    {"jdm", NullModel::jdm},       {"triads", NullModel::triads}, {"er", NullModel::er},
};
std::string_view name_of(NullModel model);

// Returns: the usual number of attempts for each edge: 10, or 100 for `jdm`, where few attempts succeed. A small graph
// gets at least 500 attempts in all.
double usual_switches(NullModel model, Graph const& graph);

struct RandomGraphQuery {
    NullModel model = NullModel::degree;
    std::optional<double> switches{}; // attempts for each edge; empty: usual_switches(). er makes no attempts
    std::uint64_t seed = 1;
    std::uint32_t number = 0; // number of the random graph; each number gives another graph
    // Two edges exchange their ends only if their sources have the same label, their targets too, and the edges too. So
    // each vertex keeps its number of edges of each label to vertices of each label.
    bool labels = false;      // keeps the labels of vertices in this way
    bool edge_labels = false; // keeps the labels of edges in this way; the random graph has them
    // Edges exchange their ends without regard to labels. Vertices keep their labels. The labels of edges are dealt to
    // all edges at random.
    bool free_labels = false;
};

struct RandomGraph {
    Graph graph; // has the ids, names and vertex labels of the given graph, and is directed if the given graph is
    std::uint64_t steps = 0; // number of attempts
    std::uint64_t taken = 0; // number of attempts that changed the graph
    bool is_near = true;     // false: `triads` did not get near; rare patterns are hard to hit
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
