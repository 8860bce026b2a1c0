// The memory plan: what a worker needs, from the degrees alone, before anything is launched.
#pragma once

#include <cerrado/graph/graph.hpp>
#include <cerrado/runtime/options.hpp>
#include <cerrado/runtime/result.hpp>
#include <cerrado/traversal/application.hpp>
#include <cerrado/traversal/context.hpp>

namespace cerrado {

// What an application needs of a traversal, as values (see traversal/application.hpp).
struct TraversalNeeds {
    int k = 0;
    int root_size = 1;
    int counted_levels = 1;
    int extension_lists = max_traversal_length;
    bool edges = false;
    bool oriented = false;
    bool dense = false;
    bool pivots = false;
    int shortest = 1; // pivoting: cliques of so many vertices
    int longest = 0;
    bool factors = false; // pivoting: leaves can be counted by their complement
    bool local = false;
    bool local_edges = false;
    bool stores = false;
    bool patterns = false;
    int max_vertices = max_traversal_length;
};

// What a memory plan knows of the graph.
struct GraphShape {
    VertexId vertex_count = 0;
    std::uint64_t entries = 0;   // of all lists
    std::vector<VertexId> lists; // by length, up to the longest: how many lists are so long

    VertexId max_degree() const { return lists.empty() ? 0 : static_cast<VertexId>(lists.size() - 1); }
    std::uint64_t bytes() const { return (vertex_count + 1ull) * sizeof(EdgeOffset) + entries * sizeof(VertexId); }
};
GraphShape shape_of(Graph const& graph);

// Vertices that a traversal of an application that pivots holds at most: each but the root takes two candidates away, and one less
// than the largest size asked for is enough. No more than max_vertices.
int levels_for_pivoting(TraversalNeeds const& needs, GraphShape const& graph);
inline constexpr int pivoting_levels = 3; // levels with which a root's work is taken to grow; see make_jobs()

// Successors that a root must have to lead to anything: in dense mode all other vertices are among them.
std::uint32_t least_successors(TraversalNeeds const& needs);

// Totals that a run keeps: one, or one per canonical class, or one per kind of leaf.
std::uint32_t total_classes(TraversalNeeds const& needs, GraphShape const& graph, TransitionTableRef const& patterns);

enum class WorkerKind { lane, warp }; // a host thread with direct tables; a warp with hash tables

// Throws InputError when k or the graph is out of range for the needs.
void check_needs(TraversalNeeds const& needs, GraphShape const& graph, TransitionTableRef const& patterns);

// Throws InputError where such a worker cannot number what it stores together.
void check_stored(TraversalNeeds const& needs, GraphShape const& graph, WorkerKind kind);

// The warp width of a run on `device` (resolved): `wanted`, or for CUDA a full warp where that is 0. `compiled`: those the application is
// compiled for. Throws InputError for a width that is not among them, and for any width where the device is not CUDA.
int choose_warp_width(int wanted, DeviceKind device, std::span<int const> compiled);

// The shared memory of a multiprocessor is shared by its lanes: a warp of fewer lanes gets a smaller table, and fewer counters, there.
// `graph` is read where the needs have edges alone; `shape` is its shape.
WorkerLayout plan_worker(TraversalNeeds const& needs, GraphShape const& shape, Graph const& graph, WorkerKind kind,
                         int warp_width = full_warp_width);

// As many of `wanted` workers as `budget_bytes` hold; throws Error with the numbers when not even one fits.
int fit_workers(WorkerLayout const& layout, int wanted, std::uint64_t budget_bytes);

// What a run would need, known before anything is launched.
struct RunPlan {
    DeviceUse device;
    MemoryUse memory;                        // peak_bytes: everything the run will hold on the device
    std::uint64_t bytes_per_worker = 0;      // in device memory
    std::uint64_t fast_bytes_per_worker = 0; // in shared memory
    std::uint64_t roots = 0;                 // initial traversals that will be handed out
    std::string describe() const;            // a few aligned lines for a person
};

} // namespace cerrado
