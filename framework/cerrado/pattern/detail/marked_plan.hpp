// A matching plan for a graph with directions and labels. It has the conditions on each vertex besides adjacency.
#pragma once

#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/pattern/matching_plan.hpp>
#include <cerrado/warp/detail/warp.hpp>

namespace cerrado {

struct MarkedPlan : MatchingPlan {
    static constexpr bool has_marks = true;
    static constexpr int max_labels = 64;      // of all vertices together
    static constexpr int max_edge_labels = 64; // of all edges together

    // The conditions of a step. Each set has vertices before the step's vertex: those from which an arc leads to it,
    // those to which an arc leads from it, and those with no such arc.
    struct Marks {
        Positions from = 0, to = 0;
        Positions none_from = 0, none_to = 0;
        std::uint8_t first_label = 0;
        std::uint8_t labels = 0; // the vertex has one of this many labels; 0: any label, or none
        std::uint8_t first_edge_label = 0;
        std::uint8_t edge_labels = 0; // this many of its edges to earlier vertices must have a given label

        CERRADO_FN unsigned joined() const { return from | to; }
        // The vertices whose arcs must still be tested if the conditions `met` are known to hold.
        CERRADO_FN unsigned positions_beyond(Marks const& met) const {
            return (from & ~met.from) | (to & ~met.to) | (none_from & ~met.none_from) | (none_to & ~met.none_to);
        }
    };

    // The label of the edge to an earlier vertex. It is in that vertex's list, or in the new vertex's own list.
    struct EdgeLabel {
        std::uint8_t position = 0;
        bool in_its_list = false, in_own_list = false;
        std::uint32_t label = 0;
        friend bool operator==(EdgeLabel const&, EdgeLabel const&) = default;
    };

    Marks marks[max_vertices];
    std::uint32_t label[max_labels] = {};
    EdgeLabel edge_label[max_edge_labels] = {};
    // The graph's marks, see GraphMarks: arcs by entry of the lists, labels by vertex, and edge labels by entry.
    std::uint8_t const* arcs = nullptr;
    std::uint32_t const* labels = nullptr;
    std::uint32_t const* edge_labels = nullptr;

    // Lanes: any. Returns: true if u meets the conditions on the vertex that follows the traversal. The conditions of
    // the position `met` are known to hold for u. entry_of(i) is u's entry in the list of the i-th vertex, or that
    // list's end. Cost: O(log degree) for each vertex of the traversal for which an arc or the label of the edge is
    // tested.
    template <class T, class EntryOf>
    CERRADO_FN bool allows(T const& te, int position, VertexId u, int met, EntryOf const& entry_of) const {
        Marks const& asked = marks[position];
        if (asked.labels > 0 && !bears_one_of(asked, labels[u])) return false;
        for (unsigned left = asked.positions_beyond(marks[met]); left != 0; left &= left - 1) {
            int const i = lowest_bit(left);
            EdgeOffset const entry = entry_of(i);
            unsigned const code = entry < te.graph().end(te.level(i).vertex) ? arcs[entry] : 0;
            bool const comes = (code & GraphMarks::arc_to) != 0;
            bool const goes = (code & GraphMarks::arc_from) != 0;
            if (((asked.from >> i & 1) != 0 && !comes) || ((asked.none_from >> i & 1) != 0 && comes)) return false;
            if (((asked.to >> i & 1) != 0 && !goes) || ((asked.none_to >> i & 1) != 0 && goes)) return false;
        }
        for (int i = 0; i < asked.edge_labels; ++i) {
            EdgeLabel const& of_edge = edge_label[asked.first_edge_label + i];
            VertexId const v = te.level(of_edge.position).vertex;
            bool const is_borne =
                (of_edge.in_its_list && bears(te.graph(), v, entry_of(of_edge.position), of_edge.label)) ||
                (of_edge.in_own_list && bears(te.graph(), u, te.graph().find(u, v), of_edge.label));
            if (!is_borne) return false;
        }
        return true;
    }

private:
    CERRADO_FN bool bears(GraphRef const& graph, VertexId owner, EdgeOffset entry, std::uint32_t wanted) const {
        return entry < graph.end(owner) && edge_labels[entry] == wanted;
    }
    CERRADO_FN bool bears_one_of(Marks const& asked, std::uint32_t of_vertex) const {
        for (int i = 0; i < asked.labels; ++i) {
            if (label[asked.first_label + i] == of_vertex) return true;
        }
        return false;
    }
};

} // namespace cerrado
