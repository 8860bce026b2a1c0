// What an engine plans with: the application as values, the shape of the graph, the kind of worker.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/graph/shape.hpp>

namespace cerrado {

// What an application needs of a traversal, as values (see application/application.hpp).
struct TraversalNeeds {
    int k = 0; // vertices of the subgraphs; 0: the engine has sizes of its own
    int root_size = 1;
    int rounds = 1;
    bool until_unchanged = false; // a round in which no job notes a change is the last
    int layers = 1;
    int counted_levels = 1;
    int extension_lists = max_traversal_length;
    int max_vertices = max_traversal_length;
    int mask_bits = 1; // of the engine's masks, for each vertex
    bool oriented = false;
    bool records = false; // subgraphs are handed over, not counted
};

enum class WorkerKind { lane, warp }; // a host thread with direct tables; a warp with hash tables

struct PlanRequest {
    TraversalNeeds const& needs;
    GraphShape const& shape;
    Graph const& given; // before it was numbered, and whole: the device may be the only one to have it numbered
    WorkerKind kind;
    int warp_width; // the shared memory of a multiprocessor is shared by its lanes: a warp of fewer gets less
};

// What an engine says of how initial traversals are cut into jobs.
struct JobNeeds {
    int levels_below = 0;               // levels whose extensions are consumed or stored one by one
    std::uint32_t least_extensions = 0; // initial traversals with fewer are left out: they lead to nothing
    std::uint32_t most_parts = 1;       // that an extension can be divided into; see Job
    int pieces_a_slice = 1;             // a slice of a job is so many pieces, where each makes anew what they share
    ListPart lists = ListPart::above;   // by which a job is weighed; its extensions are as many
};

// Returns: the needs of an engine that walks all levels but the counted ones. What is stored takes its time, walked to
// or not.
JobNeeds walked_jobs(TraversalNeeds const& needs);

// Throws InputError unless k is from 3 to max_vertices.
void check_subgraph_size(TraversalNeeds const& needs);

// How much work falls on neighbourhoods of which size. Sizes go by the table that a neighbourhood needs: a power of two
// slots, a third more than members.
class WorkBySlots {
public:
    void add(double size, double neighbourhoods);
    // Returns: the fewest slots in which so large a share of the work finds its neighbourhood.
    std::uint32_t slots(double share) const;

private:
    static constexpr int most_bits = 13;
    double work_[most_bits + 1] = {};
    double total_ = 0;
};

// Returns: the work on neighbourhoods that are one list each, met along each of its edges.
WorkBySlots work_of_lists(GraphShape const& shape);

} // namespace cerrado
