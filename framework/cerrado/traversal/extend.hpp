// extend (Algorithm 15) on lists: produces the extensions from the adjacency lists of the traversal's vertices.
#pragma once

#include <cerrado/warp/warp.hpp>

#include <cassert>

namespace cerrado {

using Mask = std::uint16_t;                 // bit i: adjacent to the i-th vertex of the traversal
inline constexpr int max_masked_length = 9; // traversal vertices that masks can speak of

// Bits that the masks of an engine have for each vertex of the traversal.
template <class Engine> consteval int mask_bits_of() {
    if constexpr (requires { Engine::mask_bits; }) return Engine::mask_bits;
    return 1;
}

// Lanes: any. Returns: what a mask says of the i-th vertex; 0 where it is not adjacent.
template <class Engine> CERRADO_FN unsigned of_vertex(Mask mask, int i) {
    constexpr int bits = mask_bits_of<Engine>();
    return mask >> (bits * i) & ((1u << bits) - 1);
}

namespace phase {

// Writes without gaps (the paper's `write`): the lanes that are `valid` append `vertex` at list[count..], and where
// there are `masks` also `mask` at masks[count..]. `count` grows alike on every lane.
// Lanes: all. Cost: a ballot.
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

// Writes the extensions from the lists of the vertices in [begin, size). Each is written once, by the first vertex of
// the range that is adjacent to it.
// Lanes: all. Returns: how many there are.
// Cost: the entries of the lists, each O(size log degree), over the width.
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

// Notes that the extensions of the traversal were produced. Lanes: all. Returns: true, for extend() to return.
template <class T> CERRADO_FN bool produced(T& te, std::uint32_t count) {
    te.warp().sync();
    te.top().generated = true;
    te.top().size = te.top().total = count;
    return true;
}

} // namespace phase

} // namespace cerrado
