// Bits for hubs: the last vertices of a graph that is numbered by degree.
//
// The lists of a graph with heavy hubs consist of hubs. In scale 22 of Graph500's graphs 99.5 % of the entries that are
// looked up are among the last 2^15 vertices. A look-up of a bit is one read, and all lanes take the same way; one in a
// hash table goes on until the last lane has found its slot. If the hubs are dense, too, their lists among each other are
// rows of bits, and 32 entries at a time are common to two of them.
// Source: TRUST (Pandey et al., TPDS 2021) hashes the lists of hubs; these are bits in place of the hash.
#pragma once

#include <cerrado/engine/detail/masks/vertex_table.hpp>

#include <algorithm>
#include <bit>

namespace cerrado {

// The bits of a worker: those of the members of a list.
struct HubBits : ArrayOf<std::uint32_t, Place::fast> {};

struct HubSizes {
    VertexId first = no_vertex; // the first hub, a multiple of 32
    std::uint32_t words = 0;    // for a bit of each hub

    CERRADO_FN bool has(VertexId v) const { return v >= first; }
    CERRADO_FN std::uint32_t word(VertexId hub) const { return (hub - first) / 32; }
};

// The hubs of a graph with so many vertices. A graph ten times as large has more vertices that are met often.
inline HubSizes hubs_among(VertexId vertices) {
    constexpr VertexId least = 1 << 13, most = 1 << 15;
    VertexId const hubs = std::clamp(std::bit_floor(vertices / 64 + 1), least, most);
    HubSizes sizes;
    sizes.first = vertices > hubs ? (vertices - hubs + 31) / 32 * 32 : 0;
    sizes.words = (vertices - sizes.first + 31) / 32;
    return sizes;
}

// Plans the bits of a worker. A narrow warp has too little fast memory for them, and the host has a table of all
// vertices.
template <class List> HubSizes plan_hubs(ArrayPlan& arrays, PlanRequest const& request) {
    HubSizes sizes;
    if (request.kind == WorkerKind::warp && request.warp_width == full_warp_width)
        sizes = hubs_among(request.shape.vertex_count);
    arrays.reserve<List, HubBits>(sizes.words);
    return sizes;
}

// The successors of dense hubs as rows of bits, beside the graph. All workers read them.
struct HubRows {
    std::uint32_t* words = nullptr; // a bit for each hub that has a row, and then the rows of all hubs

    static std::uint64_t size(HubSizes const& hubs) { return hubs.words * (32ull * hubs.words + 1); }
    // Requires: v is a hub.
    CERRADO_FN bool has(HubSizes const& hubs, VertexId v) const {
        return words != nullptr && (words[hubs.word(v)] >> v % 32 & 1) != 0;
    }
    CERRADO_FN std::uint32_t* row(HubSizes const& hubs, VertexId v) const {
        return words + std::uint64_t{hubs.words} * (v - hubs.first + 1);
    }
    // Gives v a row. Lanes: any.
    template <class W> CERRADO_FN void add_row(HubSizes const& hubs, VertexId v) const {
        W::grid_or(words + hubs.word(v), 1u << v % 32);
    }
    template <class W> CERRADO_FN void add(HubSizes const& hubs, VertexId v, VertexId successor) const {
        W::grid_or(row(hubs, v) + hubs.word(successor), 1u << successor % 32);
    }
};

} // namespace cerrado
