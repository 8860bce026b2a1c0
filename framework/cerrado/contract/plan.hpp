// The input of an engine's plan: the application as values, the shape of the graph, the kind of worker.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/graph/shape.hpp>

namespace cerrado {

// What an application needs from a traversal, as values (see application/application.hpp).
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
    bool records = false; // subgraphs are handed over, not counted
};

enum class WorkerKind { lane, warp }; // a host thread with direct tables; a warp with hash tables

struct PlanRequest {
    TraversalNeeds const& needs;
    GraphShape const& shape;
    Graph const& given; // the whole graph before renumbering: perhaps only the device has the renumbered one
    WorkerKind kind;
    int warp_width; // the lanes of a multiprocessor share its shared memory: a narrower warp gets less
};

// How an engine wants initial traversals to be cut into jobs.
struct JobNeeds {
    int levels_below = 0;               // levels whose extensions are consumed or stored one by one
    std::uint32_t least_extensions = 0; // initial traversals with fewer are left out: they lead to nothing
    std::uint32_t most_parts = 1;       // into which an extension can be divided; see Job
    int pieces_a_slice = 1;             // pieces in a slice of a job; each slice makes anew what its pieces share
    ListPart lists = ListPart::above;   // the part of the lists that gives a job's weight and its number of extensions
};

// Returns: the needs of an engine that walks all levels but the counted ones. Subgraphs that are stored cost time
// whether they are walked to or not.
JobNeeds walked_jobs(TraversalNeeds const& needs);

// Throws InputError unless k is from 3 to max_vertices.
void check_subgraph_size(TraversalNeeds const& needs);

// How the work is distributed over neighbourhoods by size. A size is the table that a neighbourhood needs: a power of
// two slots, a third more than members.
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

// Returns: the work on neighbourhoods that consist of one list each and are met once along each of its edges.
WorkBySlots work_of_lists(GraphShape const& shape);

} // namespace cerrado
