// Where the lines of a vertex's neighbours lie, and the factors for them.
#pragma once

#include "sieve/galois.hpp"

namespace cerrado {

// How an edge's factor is kept: as it is on the host, elsewhere as its traces.
inline constexpr std::uint32_t bytes_of_traces = 2;

// Edges that tensor cores multiply at once.
inline constexpr std::uint32_t edges_of_tile = 31;

// The edges of one vertex. The line of edge e is at lines + position(e). Its factors, one for each sum, begin at
// factors + e * stride.
struct LinesOfEdges {
    Byte const* lines;
    std::uint64_t bytes_of_vertex; // from one vertex's lines to the next one's
    VertexId const* neighbours;
    std::uint32_t count;
    Byte const* factors;
    std::uint32_t stride; // in bytes

    CERRADO_FN Byte const* line(std::uint32_t e) const { return lines + neighbours[e] * bytes_of_vertex; }
    // The same, counted in lines of that size.
    CERRADO_FN std::uint32_t line_number(std::uint32_t e, std::uint32_t bytes_of_line) const {
        return neighbours[e] * static_cast<std::uint32_t>(bytes_of_vertex / bytes_of_line);
    }
    CERRADO_FN Byte factor(std::uint32_t e, int sum) const {
        return factors[std::uint64_t{e} * stride + sum];
    } // host only
    CERRADO_FN std::uint32_t traces_of_factor(std::uint32_t e, int sum) const {
        return reinterpret_cast<std::uint16_t const*>(factors + std::uint64_t{e} * stride)[sum];
    }
    // The traces of the sums 2 pair (the low half) and 2 pair + 1.
    CERRADO_FN std::uint32_t traces_of_pair(std::uint32_t e, int pair) const {
        return reinterpret_cast<std::uint32_t const*>(factors + std::uint64_t{e} * stride)[pair];
    }
};

} // namespace cerrado
