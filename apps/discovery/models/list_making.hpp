// List making: the lists of random graphs side by side, where a device has their slots.
//
// Problem. A census reads ascending lists with their arcs. The steps of a null model leave slots by source, in any order,
// and a single arc only at its source. On the host the making of lists takes longer than the counting.
//
// Method. Vertices keep their numbers of neighbours, so lists lie where they lay. Each slot says what its two ends have, as
// a key: the neighbour and the arc code. An arc takes the next place at its target. Then each key goes to its place: as
// many as are less in its list.
//
// Needs. Slots of a model that keeps the number of neighbours of each vertex: `mutual`, and any of a graph without
// directions but `er`. Three rounds.
//
// Cost. A list of d keys is read d times, by the lanes of all workers. A hub of 200,000 is 4e10 reads, some hundredths of
// a second.
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
    ArrayRef<ArrayRef<VertexId>> targets;   // of `graphs_of_array` graphs each
    Slot arcs = 0, slots = 0;
    std::uint32_t graphs_of_array = 1;

    CERRADO_FN VertexId const* targets_of(std::uint64_t graph) const {
        return targets[graph / graphs_of_array].data + graph % graphs_of_array * slots;
    }
};

struct ListMaking {
    MadeSlots made;
    std::uint64_t first; // of the graphs that are taken
    // What follows is of one graph, whose vertices are numbered anew, unless it says all.
    ArrayRef<VertexId> number;                    // by vertex
    ArrayRef<EdgeOffset> begins;                  // of lists, by number, and one more
    ArrayRef<VertexId> owners;                    // whose list it is, by entry
    ArrayRef<std::uint32_t> keys;                 // by entry of all graphs: 4 times the neighbour, and the arc code
    ArrayRef<std::uint32_t> came;                 // by vertex of all graphs: arcs that came in
    ArrayRef<VertexId> lists;                     // by entry of all graphs
    ArrayRef<std::uint8_t> arc_codes;             // likewise; none without directions
    static constexpr std::uint64_t of_job = 1024; // vertices, slots or entries

    int rounds() const { return 3; }
    std::uint64_t jobs_of_graph() const {
        std::uint64_t const most = begins.size() > made.slots + 1 ? begins.size() : made.slots + 1;
        return (most > owners.size() ? most : owners.size()) / of_job + 1;
    }
    std::uint64_t jobs_a_graph = 1; // what jobs_of_graph() gives

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

    // At its source, and at its target if that has no slot of it. Arcs out of a vertex come first, then edges, then arcs in.
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
    // Where a key belongs in its list.
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
