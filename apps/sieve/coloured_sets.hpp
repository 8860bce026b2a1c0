// The connected sets of vertices that can be given the colours of a motif. Each set is listed once.
#pragma once

#include <cerrado/engine/lists.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// Returns: true if `count` vertices can be given different entries of the motif. Bit l of shade(i) is set if entry l
// accepts vertex i.
template <class Shade> CERRADO_FN bool can_be_coloured(int count, Shade const& shade) {
    int vertex_of[32]; // the vertex of each entry that is taken
    std::uint32_t taken = 0;
    for (int first = 0; first < count; ++first) {
        // A breadth-first search. It finds the other entries that the vertices of taken entries could have.
        std::uint32_t seen = 0;
        int from[32]; // the entry from whose vertex this entry was reached; -1 if from the new vertex
        int queue[32];
        int begin = 0;
        int end = 0;
        int found = -1;
        auto const look = [&](int vertex, int entry) {
            for (std::uint32_t rest = shade(vertex) & ~seen; rest != 0; rest &= rest - 1) {
                int const next = lowest_bit(rest);
                seen |= std::uint32_t{1} << next;
                from[next] = entry;
                if ((taken >> next & 1) == 0) {
                    found = next;
                    return;
                }
                queue[end++] = next;
            }
        };
        look(first, -1);
        while (found < 0 && begin < end) {
            int const entry = queue[begin++];
            look(vertex_of[entry], entry);
        }
        if (found < 0) return false;
        taken |= std::uint32_t{1} << found;
        while (from[found] >= 0) {
            vertex_of[found] = vertex_of[from[found]];
            found = from[found];
        }
        vertex_of[found] = first;
    }
    return true;
}

struct ColouredSets {
    static constexpr bool only_reads_arrays = true; // the shades are only read, so several devices can share the walk
    int k;
    ArrayRef<std::uint32_t> shades;
    using Engine = Lists;
    using Output = Store;
    static constexpr bool may_find_nothing = true;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) {
            te.filter([this](auto const& view, VertexId v) {
                if (!is_canonical(view, v)) return false;
                return can_be_coloured(view.size() + 1,
                                       [&](int i) { return shades[i < view.size() ? view.vertex(i) : v]; });
            });
        }
        if (te.size() == k - 1) te.aggregate_store();
    }
};

} // namespace cerrado
