// A trivially copyable view of a graph in compressed sparse row form. A kernel receives it by value.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// The part of a list that counts: the vertices greater than the root, those less than it, or all.
enum class ListPart { above, below, whole };

// The neighbours of v are neighbours[offsets[v]] .. neighbours[offsets[v + 1] - 1], ascending. `offsets` has
// vertex_count + 1 entries.
struct GraphRef {
    EdgeOffset const* offsets = nullptr;
    VertexId const* neighbours = nullptr;
    VertexId vertex_count = 0;

    CERRADO_FN EdgeOffset begin(VertexId v) const { return offsets[v]; }
    CERRADO_FN EdgeOffset end(VertexId v) const { return offsets[v + 1]; }
    CERRADO_FN VertexId degree(VertexId v) const { return static_cast<VertexId>(end(v) - begin(v)); }

    // Returns: the first position in [from, to) whose neighbour is not less than `value`. O(log(to - from)).
    CERRADO_FN EdgeOffset lower_bound(EdgeOffset from, EdgeOffset to, VertexId value) const {
        VertexId const* const list = neighbours + from;
        VertexId low = 0; // 32 bits are enough for a list, and take half the instructions on a GPU
        VertexId high = to > from ? static_cast<VertexId>(to - from) : 0;
        while (low < high) {
            VertexId const middle = low + (high - low) / 2;
            if (list[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return from + low;
    }

    // Returns: the first position of v's list whose neighbour is greater than `value`, or end(v).
    CERRADO_FN EdgeOffset first_above(VertexId v, VertexId value) const {
        return lower_bound(begin(v), end(v), value + 1);
    }

    // Returns: the number of entries in a part of v's list.
    CERRADO_FN VertexId entries(VertexId v, ListPart part, VertexId root) const {
        EdgeOffset const first = part == ListPart::above ? first_above(v, root) : begin(v);
        EdgeOffset const last = part == ListPart::below ? first_above(v, root) : end(v);
        return static_cast<VertexId>(last - first);
    }

    // Is u in the list of v? O(log degree).
    CERRADO_FN bool adjacent(VertexId v, VertexId u) const {
        EdgeOffset const last = end(v);
        EdgeOffset const position = lower_bound(begin(v), last, u);
        return position < last && neighbours[position] == u;
    }

    // Returns: the position of u in v's list, or end(v) if they are not adjacent.
    CERRADO_FN EdgeOffset find(VertexId v, VertexId u) const {
        EdgeOffset const last = end(v);
        EdgeOffset const position = lower_bound(begin(v), last, u);
        return position < last && neighbours[position] == u ? position : last;
    }
};

} // namespace cerrado
