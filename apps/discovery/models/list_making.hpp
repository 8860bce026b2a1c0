// List making: turns the slots of random graphs into lists, on the device that has the slots.
//
// Problem. A census reads ascending lists with arc codes. The steps of a null model leave slots, which are ordered by
// source alone, and a single arc has a slot only at its source. On the host, making the lists takes longer than
// counting.
//
// Method. Vertices keep their numbers of neighbours, so lists keep their places. Each slot writes a key for each of its
// ends: the neighbour and the arc code. An arc takes the next free place in its target's list. Then each key moves to
// its place, which is the number of smaller keys in its list.
//
// Needs. The model must keep the number of neighbours of each vertex: `mutual`, or any model but `er` of a graph
// without directions. The run has three rounds.
//
// Cost. A list of d keys is read d times, by the lanes of all workers. A hub with 200,000 neighbours takes 4e10 reads,
// which are some hundredths of a second.
//
// Source. Cerrado's own.
#pragma once

#include "discovery/models/changing_slots.hpp"

#include <cerrado/graph/marks.hpp>

namespace cerrado::discovery {

// The slots of many graphs, as Switching leaves them.
struct MadeSlots {
    ArrayRef<VertexId> sources;             // by slot
    ArrayRef<Slot> first_arcs, first_edges; // see SlotsRef
    ArrayRef<ArrayRef<VertexId>> targets;   // one for each `graphs_of_array` graphs
    Slot arcs = 0, slots = 0;
    std::uint32_t graphs_of_array = 1;

    CERRADO_FN VertexId const* targets_of(std::uint64_t graph) const {
        return targets[graph / graphs_of_array].data + graph % graphs_of_array * slots;
    }
};

struct ListMaking {
    MadeSlots made;
    std::uint64_t first; // number of the first graph that is taken
    // The arrays below belong to one graph with new vertex numbers, except those by vertex or entry of all graphs.
    ArrayRef<VertexId> number;                    // by vertex
    ArrayRef<EdgeOffset> begins;                  // by number, with one more entry: begins of lists
    ArrayRef<VertexId> owners;                    // by entry: the vertex of the list
    ArrayRef<std::uint32_t> keys;                 // by entry of all graphs: 4 times the neighbour, and the arc code
    ArrayRef<std::uint32_t> came;                 // by vertex of all graphs: number of arcs that came in
    ArrayRef<VertexId> lists;                     // by entry of all graphs
    ArrayRef<std::uint8_t> arc_codes;             // by entry of all graphs; empty without directions
    static constexpr std::uint64_t of_job = 1024; // number of vertices, slots or entries

    int rounds() const { return 3; }
    std::uint64_t jobs_of_graph() const {
        std::uint64_t const most = begins.size() > made.slots + 1 ? begins.size() : made.slots + 1;
        return (most > owners.size() ? most : owners.size()) / of_job + 1;
    }
    std::uint64_t jobs_a_graph = 1; // value of jobs_of_graph()

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        using W = typename Traversal::WarpType;
        std::uint64_t const graph = te.number() / jobs_a_graph, begin = te.number() % jobs_a_graph * of_job;
        for (std::uint64_t i = begin + static_cast<std::uint64_t>(te.warp().lane()); i < begin + of_job;
             i += W::width) {
            if (te.round() == 0 && i < vertices()) came[graph * vertices() + i] = 0;
            if (te.round() == 1 && i < made.slots) take_slot<W>(graph, static_cast<Slot>(i));
            if (te.round() == 2 && i < owners.size()) place(graph, i);
        }
    }

private:
    CERRADO_FN VertexId vertices() const { return static_cast<VertexId>(begins.size() - 1); }
    CERRADO_FN Slot arcs_from(VertexId v) const { return made.first_arcs[v + 1] - made.first_arcs[v]; }
    CERRADO_FN Slot edges_at(VertexId v) const { return made.first_edges[v + 1] - made.first_edges[v]; }
    CERRADO_FN void set_key(std::uint64_t graph, EdgeOffset entry, VertexId neighbour, std::uint32_t code) const {
        keys[graph * owners.size() + entry] = neighbour << 2 | code;
    }

    // Writes the keys of a slot: at its source, and also at its target if that has no slot for the edge. Each list has
    // the arcs out first, then the edges, then the arcs in.
    template <class W> CERRADO_FN void take_slot(std::uint64_t graph, Slot slot) const {
        VertexId const x = made.sources[slot], y = made.targets_of(first + graph)[slot];
        VertexId const x_number = number[x], y_number = number[y];
        EdgeOffset const at_x = begins[x_number];
        if (slot >= made.arcs) {
            set_key(graph, at_x + arcs_from(x) + (slot - made.first_edges[x]), y_number,
                    GraphMarks::arc_to | GraphMarks::arc_from);
            return;
        }
        set_key(graph, at_x + (slot - made.first_arcs[x]), y_number, GraphMarks::arc_to);
        std::uint32_t const before = W::grid_add(came.data + graph * vertices() + y_number, 1u);
        set_key(graph, begins[y_number] + arcs_from(y) + edges_at(y) + before, x_number, GraphMarks::arc_from);
    }
    // Moves a key to its place in the list.
    CERRADO_FN void place(std::uint64_t graph, EdgeOffset entry) const {
        VertexId const owner = owners[entry];
        std::uint32_t const* const of_graph = keys.data + graph * owners.size();
        std::uint32_t const key = of_graph[entry];
        EdgeOffset to = begins[owner];
        for (EdgeOffset i = begins[owner]; i < begins[owner + 1]; ++i) to += of_graph[i] < key ? 1 : 0;
        to += graph * owners.size();
        lists[to] = static_cast<VertexId>(graph) * vertices() + (key >> 2);
        if (arc_codes.size() > 0) arc_codes[to] = static_cast<std::uint8_t>(key & 3);
    }
};

} // namespace cerrado::discovery
