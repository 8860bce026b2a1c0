// What a run of the sieve draws, and where it lies.
#pragma once

#include "sieve/draws.hpp"
#include "sieve/slices.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

struct SieveFactors {
    int k;
    ArrayRef<VertexId> indices;     // of each vertex, by ascending original id, in the graph as it was given
    ArrayRef<std::uint32_t> shades; // of each vertex: bit l, entry l of the motif accepts it
    ArrayRef<Byte> of_vertices;     // k of each, rounded up; 0 where the entry does not accept it
    ArrayRef<Byte> of_edges;        // by edge and direction, k - 1 of each, rounded up

    static constexpr CERRADO_FN std::uint32_t rounded_up(int factors) { return (factors + 7u) / 8 * 8; }
    CERRADO_FN std::uint32_t vertex_stride() const { return rounded_up(k); }
    CERRADO_FN std::uint32_t edge_stride() const { return rounded_up(k - 1); }
};

// Draws them: a lane for each block of eight. Says of each slice whose it is.
struct DrawFactors {
    using Engine = Neighbours;
    SieveFactors factors;
    HubSlices hubs;
    Draws draws;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        VertexId const root = te.root();
        VertexId const i = factors.indices[root];
        Byte eight[8];
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t block = lane; 8 * block < factors.vertex_stride(); block += Traversal::WarpType::width) {
            draws.eight(i, no_vertex, block, eight);
            std::uint32_t const accepted = factors.shades[root] >> 8 * block;
            for (int f = 0; f < 8; ++f) {
                factors.of_vertices[std::uint64_t{root} * factors.vertex_stride() + 8 * block + f] =
                    (accepted >> f & 1) != 0 ? eight[f] : Byte{0};
            }
        }
        te.fold([&](VertexId u, EdgeOffset edge) {
            for (std::uint32_t block = 0; 8 * block < factors.edge_stride(); ++block) {
                draws.eight(i, factors.indices[u], block, eight);
                for (int f = 0; f < 8; ++f) factors.of_edges[edge * factors.edge_stride() + 8 * block + f] = eight[f];
            }
        });
        if (!hubs.is_hub(te.graph().degree(root))) return;
        std::uint32_t const slices = hubs.slices_of(te.graph().degree(root));
        for (std::uint32_t s = lane; s < slices; s += Traversal::WarpType::width) {
            hubs.vertices[hubs.first[root] + s] = root;
        }
    }
};

} // namespace cerrado
