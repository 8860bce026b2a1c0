// Motifs for a plain C++ program: connected subgraphs by pattern, on the GPU if there is one. The caller needs neither
// templates nor nvcc.
//
//   for (auto const& [pattern, count] : cerrado::count_motifs(graph, {.k = 4}).motifs) ...
#pragma once

#include <cerrado/apps/approximate.hpp>
#include <cerrado/apps/bound_application.hpp>

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>

#include <functional>
#include <span>
#include <vector>

namespace cerrado {

struct MotifQuery {
    int k = 0; // vertices of the subgraphs, 3 to 9
    // automatic: formula for k up to 5, and for 6 and 7 where it is predicted to be quicker, unless the options speak of
    // roots or of work that is handed out (a checkpoint, a balance, a warp width), or the graph has directions; else
    // fast. fast and paper meet every subgraph. formula, for k up to 7, sums triangles, cycles and wedges, and for 6 and
    // 7 the parts of all patterns; its partial runs have no counts.
    Algorithm algorithm = Algorithm::automatic;
    bool edge_induced = false; // every subgraph, not only the induced ones
    // By directed pattern, in a directed graph. Then k is 3 to 6, and the algorithm fast. There are 13, 199, 9364 and
    // 1530843 patterns. The tables of k = 6 take ten seconds of one core once, and 85 MB of the cache.
    bool directed = false;
    // Only subgraphs that have all of these vertices. They are visited from the first one, once for each set of the
    // others, so the time doubles with each.
    std::vector<OriginalId> through{};
    // Tables for k, which must live during the call. Without them the call loads its own; for k = 9 it builds them the
    // first time, which takes seconds. ByPatternInput::tables is not read.
    TransitionTable const* tables = nullptr;
};
std::string semantics_of(MotifQuery const& query); // the things that are counted, exactly

struct MotifCount {
    PatternInfo pattern; // graph6 or digraph6, common name, and edges or arcs
    WideCount count = 0;
};

// RunResult::count is the sum over the patterns.
struct MotifResult : RunResult {
    // One entry for each connected pattern of k vertices, even if it does not occur, by canonical class.
    std::vector<MotifCount> motifs;
};

// Counts the connected vertex-induced subgraphs of k vertices, each once. The counts of edge-induced subgraphs follow
// from these. A directed subgraph is connected if it is so without its directions. Throws InputError for a k or options
// that do not fit each other or the graph, and Error if the machine cannot do the run. MotifResult::status tells
// whether the counts cover all roots.
MotifResult count_motifs(GraphOrResident const& graph, MotifQuery query, RunOptions options = {});

// Calls sink(ids) once for each connected set of k vertices, from the calling thread, with its k original ids in no order.
// The algorithm is automatic or fast, and there is no `through`, for which list_matches() lists the sets of one pattern.
// RunResult::count is the number of sets delivered. StoreInput::limit bounds it.
RunResult list_motifs(GraphOrResident const& graph, MotifQuery const& query,
                      std::function<void(std::span<OriginalId const>)> sink, RunOptions options = {});
// Does the same for one of the sinks of StoreInput.
RunResult list_motifs(GraphOrResident const& graph, MotifQuery const& query, RunOptions const& options);
BoundApplication bind_motif_list(MotifQuery const& query);

// Returns: estimates of the vertex-induced counts, one for each connected pattern of k vertices, by canonical class, for k
// up to 8, or 6 with directions. It draws mappings of trees of k vertices. A pattern that was not met has no estimate.
// Throws InputError as count_motifs(), and for edge_induced, `through`, roots, a checkpoint and several devices.
Approximation approximate_motifs(GraphOrResident const& graph, MotifQuery query, Precision const& asked = {},
                                 RunOptions const& options = {});

// Returns: an application that counts motifs. The query's tables, if there are any, must outlive it. A run needs
// ByPatternInput::tables. of<ByPattern>() of its result has the counts.
BoundApplication bind_motifs(MotifQuery const& query);

} // namespace cerrado
