// extend (Algorithm 15) on lists: produces the extensions from the adjacency lists of the traversal's vertices.
#pragma once

#include <cerrado/warp/detail/warp.hpp>

#include <cassert>

namespace cerrado {

using Mask = std::uint16_t;                 // bit i: adjacent to the i-th vertex of the traversal
inline constexpr int max_masked_length = 9; // longest traversal that masks can describe

// True if an extension is an edge, not a vertex. See engine/by_edges.hpp.
template <class Engine> inline constexpr bool grows_by_edges = requires { Engine::ends_of(Mask{}); };

// The bits that an engine's masks have for each vertex of the traversal.
template <class Engine> consteval int mask_bits_of() {
    if constexpr (requires { Engine::mask_bits; }) return Engine::mask_bits;
    return 1;
}

// Lanes: any. Returns: the mask's bits for the i-th vertex; 0 if it is not adjacent.
template <class Engine> CERRADO_FN unsigned of_vertex(Mask mask, int i) {
    constexpr int bits = mask_bits_of<Engine>();
    return mask >> (bits * i) & ((1u << bits) - 1);
}

namespace phase {

// Writes without gaps (the paper's `write`). The `valid` lanes append `vertex` at list[count..]. If `masks` is given,
// they also append `mask` at masks[count..]. `count` grows by the same number on every lane. Lanes: all. Cost: a
// ballot.
template <class W> CERRADO_FN void append(W const& warp, VertexId* list, Mask* masks, std::uint32_t& count, bool valid,
                                          VertexId vertex, Mask mask) {
    auto const writers = warp.ballot(valid);
    if (valid) {
        std::uint32_t const position = count + static_cast<std::uint32_t>(warp.rank_below(writers));
        list[position] = vertex;
        if (masks != nullptr) masks[position] = mask;
    }
    count += static_cast<std::uint32_t>(popcount(writers));
}

// Writes the extensions from the lists of the vertices in [begin, size). The first vertex of the range that is adjacent
// to an extension writes it, so each is written once.
// Lanes: all. Returns: the number of extensions.
// Cost: O(size log degree) for each entry of the lists, divided by the width.
template <class T> CERRADO_FN std::uint32_t extend_plain(T& te, int begin, int size) {
    using W = typename T::WarpType;
    auto const& warp = te.warp();
    VertexId* const list = te.extensions(te.size());
    std::uint32_t count = 0;
    for (int i = begin; i < size; ++i) {
        EdgeOffset const end = te.graph().end(te.level(i).vertex);
        for (EdgeOffset first = te.graph().begin(te.level(i).vertex); first < end; first += W::width) {
            EdgeOffset const p = first + static_cast<EdgeOffset>(warp.lane());
            bool valid = p < end;
            VertexId const u = valid ? te.graph().neighbours[p] : 0;
            valid = valid && !te.contains(u);
            for (int j = begin; valid && j < i; ++j) valid = !te.graph().adjacent(te.level(j).vertex, u);
            append(warp, list, nullptr, count, valid, u, Mask{0});
        }
    }
    return count;
}

// Notes that the extensions of the traversal were produced. Lanes: all. Returns: true, as the value that extend()
// returns.
template <class T> CERRADO_FN bool produced(T& te, std::uint32_t count) {
    te.warp().sync();
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace phase

} // namespace cerrado
