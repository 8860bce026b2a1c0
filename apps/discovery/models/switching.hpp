// Switching: makes the random graphs of a null model. Each worker makes one at a time.
//
// Problem. A random graph takes ten steps for each edge, one after the other, and a search for motifs needs a thousand
// graphs. A step mostly waits for memory.
//
// Method. A job is a random graph, with its own targets of slots (see SwitchedGraph). Each lane examines one of the
// next steps, as if no other step came before it. If an earlier step of the lanes changes the data of a later one, the
// later one must be examined again: the lanes take the steps before it, and go on from there. The result is that of one
// lane that takes all steps in turn. A step reads and changes pairs of its three or four vertices. So two steps
// that share fewer than two vertices are independent.
//
// Needs. The run needs the slots of the graph, and for each random graph its number and its memory. A round takes some
// steps of each graph, so a run can be ended between rounds.
//
// Cost. A step between edges reads and writes four slots and four buckets of the index at random places, and reads four
// sources. In a large graph each is a sector of 32 bytes from memory, and as much goes back: some 550 bytes a step. A
// warp waits about four times for memory to take 32 steps. Few steps search the lists of vertices; all lanes do this
// together.
//
// Source. Cerrado's own. The steps are those of SwitchedGraph.
#pragma once

#include "discovery/models/changing_slots.hpp"

namespace cerrado::discovery {

struct Switching {
    SlotsRef shared;
    ArrayRef<std::uint32_t> numbers;      // numbers of the random graphs
    ArrayRef<ArrayRef<VertexId>> targets; // one for each `graphs_of_array` graphs; see ChangingSlots::end()
    ArrayRef<std::uint32_t> indices;      // by graph
    ArrayRef<Count> taken;
    std::uint32_t graphs_of_array;
    std::uint64_t seed, steps, steps_of_round;

    int rounds() const { return steps == 0 ? 1 : static_cast<int>((steps + steps_of_round - 1) / steps_of_round); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const i = te.number();
        ChangingSlots<typename Traversal::WarpType> const graph(
            te.warp(), shared, targets[i / graphs_of_array].data + i % graphs_of_array * shared.slots,
            indices.data + i * shared.index.size());
        std::uint64_t const first = static_cast<std::uint64_t>(te.round()) * steps_of_round;
        std::uint64_t const end = first + steps_of_round < steps ? first + steps_of_round : steps;
        if (te.round() == 0) graph.begin();
        Count const of_round = graph.take_steps(first, end, seed, numbers[i]);
        if (te.warp().lane() == 0) taken[i] += of_round;
        if (end == steps) graph.end();
    }
};

} // namespace cerrado::discovery
