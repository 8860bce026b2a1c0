// Cliques for a plain C++ program. It counts, locates and lists them, on the GPU if there is one. The caller needs
// neither templates nor nvcc.
//
//   auto const result = cerrado::count_cliques(cerrado::open_graph("graph.txt"), {.k = 5});
//
// A k-clique is a set of k vertices that are all adjacent to each other. Each is counted, or listed, once. All
// functions throw InputError for a query or options that do not fit each other or the graph, and Error if the machine
// cannot do the run. RunResult::status tells whether a result covers all roots.
#pragma once

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace cerrado {

// Sizes are numbers of vertices.
struct CliqueQuery {
    int k = 0; // one size, 1 or more; 0: every size from min_k to max_k, in one run
    int min_k = 1;
    int max_k = all_sizes;                 // sizes above that of the largest clique cost nothing
    Algorithm algorithm = Algorithm::fast; // paper, oriented and bitmap count one size, from 3 to 32
    std::vector<OriginalId> through{};     // only cliques that have all of these vertices

    static constexpr int all_sizes = std::numeric_limits<int>::max();
};
std::string semantics_of(CliqueQuery const& query); // the things that are counted, exactly

// RunResult::count is the number of cliques. For several sizes it is their sum, and of<BySize>() of the result has
// each.
RunResult count_cliques(GraphOrResident const& graph, CliqueQuery const& query, RunOptions const& options = {});
BoundApplication bind_cliques(CliqueQuery const& query);
bool can_count_cliques(CliqueQuery const& query); // true if the algorithm counts these sizes

// Returns: an estimate of the number of k-cliques, for k from 3 to 32. It draws an edge and k - 2 of the successors that its
// ends have in common, in a degeneracy order. Throws InputError for another k, `through`, roots, a checkpoint and several
// devices.
Approximation approximate_cliques(GraphOrResident const& graph, CliqueQuery const& query, Precision const& asked = {},
                                  RunOptions const& options = {});

struct LocalCliqueQuery {
    int k = 0;             // 1 or more
    bool per_edge = false; // counts per edge as well
    Algorithm algorithm = Algorithm::fast;
    std::vector<OriginalId> through{}; // as above; without per_edge
};

// of<PerVertexAndEdge>() of the result has the number of k-cliques at each vertex and at each edge. The result also has
// the count. The algorithm is fast or pivot, since only pivoting counts locally.
RunResult count_local_cliques(GraphOrResident const& graph, LocalCliqueQuery const& query,
                              RunOptions const& options = {});
BoundApplication bind_local_cliques(LocalCliqueQuery const& query);
bool can_count_local_cliques(Algorithm algorithm);

struct CliqueListQuery {
    int k = 0; // 1 to 32
    Algorithm algorithm = Algorithm::fast;
    std::vector<OriginalId> through{}; // as above
};

// Calls sink(ids) once for each k-clique, with its k original ids in no order, from the calling thread. An exception of
// the sink ends the call. RunResult::count is the number of cliques delivered. StoreInput::limit bounds it. The
// algorithm is fast or bitmap.
RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options = {});

// Does the same for one of the sinks of StoreInput. Those that take many cliques a call are far quicker. The host finds
// the cliques of one and two vertices, so device_sink is for larger ones.
RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query, RunOptions const& options);
BoundApplication bind_clique_list(CliqueListQuery const& query);
bool can_list_cliques(Algorithm algorithm);

// Maximal cliques: no vertex is adjacent to all of one. A vertex without neighbours is one.
struct MaximalCliqueQuery {
    int min_k = 1; // sizes
    int max_k = CliqueQuery::all_sizes;
    bool per_vertex = false;           // also counts at each vertex; for the functions that count
    bool per_edge = false;             // and at each edge; without `through`, on one device
    std::vector<OriginalId> through{}; // as above
};
std::string semantics_of(MaximalCliqueQuery const& query);

// RunResult::count is their number, of<BySize>() of the result has that of each size, and of<PerVertexAndEdge>() that at
// each vertex or edge if the query asks for it. Vertices are numbered by degree, so RunOptions::order is automatic or degree, or
// given if that gives no longer lists. Throws InputError if more than 16,383 vertices have at least that many neighbours.
RunResult count_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query = {},
                                RunOptions const& options = {});
BoundApplication bind_maximal_cliques(MaximalCliqueQuery const& query);

// Calls sink(ids) once for each, from the calling thread, with its original ids, the first of which has the fewest
// neighbours. An exception of the sink ends the call. RunResult::count is the number of cliques delivered.
// StoreInput::limit bounds it. They are counted first, since the largest decides the length of a record.
RunResult list_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query,
                               std::function<void(std::span<OriginalId const>)> sink, RunOptions options = {});

// Does the same for one of the sinks of StoreInput but device_sink. Since the cliques differ in length, batch_sink and
// narrow_sink get the number of vertices before the ids of each.
RunResult list_maximal_cliques(GraphOrResident const& graph, MaximalCliqueQuery const& query,
                               RunOptions const& options);
BoundApplication bind_maximal_list(MaximalCliqueQuery const& query);

// The cliques of the largest size that occurs. RunResult::count is their number, of<BySize>() has it with the size.
RunResult count_largest_cliques(GraphOrResident const& graph, RunOptions const& options = {});
BoundApplication bind_largest_cliques();
RunResult list_largest_cliques(GraphOrResident const& graph, std::function<void(std::span<OriginalId const>)> sink,
                               RunOptions options = {});
BoundApplication bind_largest_list(); // its sinks get what those of bind_maximal_list() get

} // namespace cerrado
