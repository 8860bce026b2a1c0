// The input of an engine's plan: the application as values, the shape of the graph, the kind of worker.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/graph/detail/shape.hpp>

namespace cerrado {

// The needs of an application from a traversal, as values (see application/detail/application.hpp).
struct TraversalNeeds {
    int k = 0; // vertices of the subgraphs; 0: the engine has its own sizes
    int root_size = 1;
    int rounds = 1;
    bool until_unchanged = false; // the first round in which no job notes a change is the last
    int layers = 1;
    int counted_levels = 1;
    int extension_lists = max_traversal_length;
    int max_vertices = max_traversal_length;
    int mask_bits = 1; // bits of the engine's masks for each vertex
    bool oriented = false;
    bool records = false;     // subgraphs or rows are handed over, not counted
    int record_words = 0;     // words of 32 bits in one of them; 0: k, the subgraph's vertices
    bool by_frontier = false; // a round has the jobs that the one before gave
    bool ends_run = false;    // a visit may end the run

    int words_of_record() const { return record_words > 0 ? record_words : k; }
};

enum class WorkerKind { lane, warp }; // a host thread with direct tables; a warp with hash tables

struct PlanRequest {
    TraversalNeeds const& needs;
    GraphShape const& shape;
    Graph const& given; // the whole graph before renumbering; the renumbered one may exist only on the device
    WorkerKind kind;
    int warp_width; // the lanes of a multiprocessor share its shared memory, so a narrower warp gets less of it
};

// How an engine wants initial traversals to be cut into jobs.
struct JobNeeds {
    int levels_below = 0; // levels whose extensions are consumed or stored one by one
    // initial traversals with fewer extensions are left out, because they lead to nothing
    std::uint32_t least_extensions = 0;
    std::uint32_t most_parts = 1; // parts into which an extension can be divided; see Job
    // Pieces in one slice of a job, where a piece is a small part of a worker's share of the work. Each slice computes
    // again what its pieces share.
    int pieces_a_slice = 1;
    // the adjacency lists from which a job's weight and its number of extensions follow
    ListPart lists = ListPart::above;
};

// Returns: the needs of an engine that walks all levels but the counted ones. If subgraphs are stored, these levels
// take time too.
JobNeeds walked_jobs(TraversalNeeds const& needs);

// Throws InputError unless k is from 3 to max_vertices.
void check_subgraph_size(TraversalNeeds const& needs);

// The distribution of the work over neighbourhoods by size. The size of a neighbourhood is the number of slots of the
// table that it needs. This is a power of two, and at least a third more than its members.
class WorkBySlots {
public:
    void add(double size, double neighbourhoods);
    // Returns: the fewest slots that suffice for neighbourhoods with this share of the work.
    std::uint32_t slots(double share) const;

private:
    static constexpr int most_bits = 13;
    double work_[most_bits + 1] = {};
    double total_ = 0;
};

// Returns: the work on neighbourhoods that consist of one list each. Such a neighbourhood is met once along each of its
// edges.
WorkBySlots work_of_lists(GraphShape const& shape);

} // namespace cerrado
