// The lists of a traversal's extensions, and a walk over all their entries.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/core/types.hpp>

namespace cerrado {

// The part of an extension's list above the root, and the row of its counters. One 16-byte load fetches both.
struct alignas(16) Extent {
    EdgeOffset begin;
    std::uint32_t length;
    std::uint32_t row;
};

// They belong to the extensions of the last level that is stored.
struct Extents : ArrayOf<Extent, Place::device> {};

namespace phase {

// Looks up each entry of the extents. Calls take(row, code, slot): the extent's row, what `code` says of the entry (0
// where a lane has none), and where the table has its vertex, or -1. A group of 8 lanes takes a list, four entries per lane at a time, so that the
// loads and the probes overlap. It goes to its next list without waiting for the other groups.
// Lanes: all. Cost: the entries of the lists, divided by the width.
template <class T, class View, class Code, class Take>
CERRADO_FN void for_each_listed(T const& te, View const table, Code const& code, Take const& take) {
    using W = typename T::WarpType;
    constexpr std::uint32_t group = W::width < 8 ? W::width : 8;
    constexpr std::uint32_t groups = W::width / group;
    constexpr int batch = 4;
    std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
    Extent const* const extents = te.template array<Extents>();
    VertexId const* const neighbours = te.graph().neighbours;
    std::uint32_t const size = te.extension_count();
    std::uint32_t next = lane / group;
    Extent ahead = next < size ? extents[next] : Extent{0, 0, 0};
    Extent current{0, 0, 0};
    for (std::uint32_t i = 0;; i += batch * group) {
        while (i >= current.length) {
            if (next >= size) return;
            current = ahead;
            next += groups;
            if (next < size) ahead = extents[next];
            i = lane % group;
        }
        EdgeOffset const from = current.begin + i;
        VertexId u[batch];
        VertexId key[batch];
        std::uint32_t said[batch];
        for (int j = 0; j < batch; ++j) {
            bool const is_there = i + j * group < current.length;
            u[j] = is_there ? neighbours[from + j * group] : no_vertex;
            said[j] = is_there ? code(from + j * group) : 0;
        }
        for (int j = 0; j < batch; ++j) key[j] = table.keys[table.home(u[j])];
        for (int j = 0; j < batch; ++j) {
            take(current.row, said[j], table.find_from(table.home(u[j]), key[j], u[j]));
        }
    }
}

} // namespace phase

} // namespace cerrado
