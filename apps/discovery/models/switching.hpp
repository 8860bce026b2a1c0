// Switching: the random graphs of a null model, a worker each.
//
// Problem. A random graph takes ten steps for each edge, one after the other, and a search for motifs wants a thousand
// graphs. Most of a step is waiting for memory.
//
// Method. A job is a random graph, and has its own targets of slots (see SwitchedGraph). The lanes look at the next
// steps together, each at one, as if it were next. A step that was changed by an earlier one of them must be looked at
// again: so they take those before the first such step, which is what one lane would do step by step. What a step reads
// and changes are pairs of its three or four vertices. So it was not changed by a step with which it shares less than
// two of them.
//
// Needs. The slots of the graph, and for each random graph its number and memory. A round takes some steps of each graph,
// so that a run can be ended.
//
// Cost. A step reads a dozen words at random, and a taken one writes as many. Few look through the lists of vertices, all
// lanes together.
//
// Source. Cerrado's own; the steps are those of SwitchedGraph.
#pragma once

#include "discovery/models/changing_slots.hpp"

namespace cerrado::discovery {

struct Switching {
    SlotsRef shared;
    ArrayRef<std::uint32_t> numbers;      // of the random graphs
    ArrayRef<ArrayRef<VertexId>> targets; // of `graphs_of_array` graphs each
    ArrayRef<Slot> other_ends;            // by graph
    ArrayRef<std::uint32_t> indices;
    ArrayRef<Count> taken;
    std::uint32_t graphs_of_array;
    std::uint64_t seed, steps, steps_of_round;

    int rounds() const { return steps == 0 ? 1 : static_cast<int>((steps + steps_of_round - 1) / steps_of_round); }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        std::uint64_t const i = te.number();
        ChangingSlots<typename Traversal::WarpType> const graph(
            te.warp(), shared, targets[i / graphs_of_array].data + i % graphs_of_array * shared.slots,
            other_ends.data + i * (shared.slots - shared.arcs), indices.data + i * shared.index.size());
        std::uint64_t const first = static_cast<std::uint64_t>(te.round()) * steps_of_round;
        std::uint64_t const end = first + steps_of_round < steps ? first + steps_of_round : steps;
        if (te.round() == 0) graph.begin();
        Count const of_round = graph.take_steps(first, end, seed, numbers[i]);
        if (te.warp().lane() == 0) taken[i] += of_round;
    }
};

} // namespace cerrado::discovery
