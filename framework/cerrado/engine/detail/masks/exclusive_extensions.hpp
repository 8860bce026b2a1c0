// The extensions that only a single vertex of the traversal brings (ESU), and the place of each vertex's extensions.
#pragma once

#include <cerrado/contract/arrays.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/engine/detail/masks/neighbourhood.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

// ESU without bookkeeping: finds the open extensions and their masks.
//
// Let the run of u be r if the r-th vertex is its first neighbour in the traversal. Extensions are consumed from the
// back of the order (run, id). So u is still open if and only if (run(u), u) precedes (run(s_j), s_j) for every s_j
// chosen after run(u) came into being. For one run this is a single bound on the id. Masks and openness follow from the
// traversal alone, so donated work carries no lists. Source: Wernicke 2006 for ESU.

namespace phase {

// Lanes: any. Returns: the run of a mask with `bits` bits for each vertex.
template <int bits> CERRADO_FN int run_of(Mask mask) { return lowest_bit(mask) / bits; }

// Lanes: any. Returns: the bound of run r. An extension of the run is open if and only if its id is less than the
// bound; 0 closes the run.
template <int bits, class T> CERRADO_FN VertexId open_below(T const& te, int r) {
    VertexId bound = no_vertex;
    for (int j = r + 1; j < te.size(); ++j) {
        int const run = run_of<bits>(te.level(j).mask);
        if (run < r) return 0;
        if (run == r && te.level(j).vertex < bound) bound = te.level(j).vertex;
    }
    return bound;
}

// Takes the open extensions as the extensions of the level, with their masks. Afterwards the table has the mask of each
// extension, and `closed` for the other neighbours above the root. Lanes: all. Returns: the same as extend(). Cost:
// twice the lists of the traversal, divided by the width.
template <class T, class Code> CERRADO_FN bool extend_exclusive_by(T& te, Code const& code) {
    using W = typename T::WarpType;
    if (is_extended(te) || !has_room(te, Method::extend_exclusive)) return false;
    Mask const closed = mark_neighbourhood<true>(te, code);
    VertexId* const list = te.extensions(te.size());
    Mask* const masks = te.extension_masks(te.size());
    auto& table = te.table();
    std::uint32_t count = 0;
    for (int run = 0; run < te.size(); ++run) {
        VertexId const bound = open_below<Code::bits>(te, run);
        ListRange const range = list_of<true>(te, run);
        for (EdgeOffset first = range.begin; first < range.end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(te.warp().lane());
            bool open = false;
            VertexId u = 0;
            Mask mask = closed;
            if (p < range.end) {
                u = te.graph().neighbours[p];
                auto const slot = table.find(u);
                mask = table.value(slot);
                if (mask != closed && run_of<Code::bits>(mask) == run) {
                    open = u < bound;
                    if (!open) table.set_value(slot, closed);
                }
            }
            append(te.warp(), list, masks, count, open, u, mask);
        }
        te.warp().sync();
    }
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace phase

// The lists of a traversal's extensions, and a walk over all their entries.

// The part of an extension's list above the root, and the row of its counters. One 16-byte load reads both.
struct alignas(16) Extent {
    EdgeOffset begin;
    std::uint32_t length;
    std::uint32_t row;
};

// These are the lists of the extensions of the last level that is stored.
struct Extents : ArrayOf<Extent, Place::device> {};

namespace phase {

// Looks up each entry of the extents. Calls take(row, code, slot). `row` is the extent's row. `code` is the code of the
// entry, or 0 on a lane without an entry. `slot` is the place of the entry's vertex in the table, or -1 if it is not
// there. A group of 8 lanes takes a list, four entries per lane at a time, so that the loads and the probes overlap. It
// goes to its next list without waiting for the other groups. Lanes: all. Cost: the entries of the lists, divided by
// the width.
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
