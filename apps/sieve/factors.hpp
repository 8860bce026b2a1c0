// The factors that a run of the sieve draws, and the arrays that hold them.
#pragma once

#include "sieve/draws.hpp"
#include "sieve/lines.hpp"
#include "sieve/shape.hpp"

#include <cerrado/engine/neighbours.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

struct SieveFactors {
    int k;
    ArrayRef<VertexId> indices;     // for each vertex, by ascending original id, in the graph as it was given
    ArrayRef<std::uint32_t> shades; // for each vertex: bit l is set if entry l of the motif accepts it
    ArrayRef<Byte> of_vertices;     // k for each vertex, rounded up; 0 if the entry does not accept the vertex
    ArrayRef<Byte> of_edges; // by edge and direction, k - 1 for each, rounded up; the first is for sums of size 2;
                             // traces lie from size k down to 2, so that pairs begin at an even place

    static constexpr CERRADO_FN std::uint32_t rounded_up(int factors) { return (factors + 7u) / 8 * 8; }
    static constexpr CERRADO_FN std::uint32_t bytes_of_edge(int k, bool as_traces) {
        return rounded_up(k - 1) * (as_traces ? bytes_of_traces : 1);
    }
    CERRADO_FN std::uint32_t vertex_stride() const { return rounded_up(k); }
    // Returns: the bytes of an edge's factors, in the form that W's lines need.
    template <class W> CERRADO_FN std::uint32_t edge_stride() const { return bytes_of_edge(k, Lines<W>::has_planes); }
};

// Draws the factors, with a lane for each block of eight. Also writes the vertex of each slice.
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
        using W = typename Traversal::WarpType;
        te.fold([&](VertexId u, EdgeOffset edge) {
            Byte* const own = factors.of_edges.data + edge * factors.edge_stride<W>();
            for (int first = 0; first < factors.k - 1; first += 8) {
                draws.eight(i, factors.indices[u], static_cast<std::uint32_t>(first) / 8, eight);
                for (int f = 0; f < 8 && first + f < factors.k - 1; ++f) put<W>(own, first + f, eight[f]);
            }
        });
        if (!hubs.is_hub(te.graph().degree(root))) return;
        std::uint32_t const slices = hubs.slices_of(te.graph().degree(root));
        for (std::uint32_t s = lane; s < slices; s += Traversal::WarpType::width) {
            hubs.vertices[hubs.first[root] + s] = root;
        }
    }

private:
    template <class W> CERRADO_FN void put(Byte* own, int number, Byte factor) const {
        if constexpr (Lines<W>::has_planes) {
            reinterpret_cast<std::uint16_t*>(own)[factors.k - 2 - number] = traces(factor);
        } else {
            own[number] = factor;
        }
    }
};

} // namespace cerrado
