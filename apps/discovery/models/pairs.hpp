// Pairs of vertices, as what a null model asks for and tables find by hash.
#pragma once

#include <cerrado/graph/graph.hpp>

#include <cstdint>

namespace cerrado::discovery {

// What stands for both orders of two vertices, unless an arc either way is another pair.
CERRADO_FN inline Edge pair_of(Edge const& edge, bool has_order) {
    return has_order || edge.source < edge.target ? edge : Edge{edge.target, edge.source};
}

// Its highest bits are the best. Fibonacci hashing.
CERRADO_FN inline std::uint64_t hash_of_pair(Edge const& pair) {
    std::uint64_t const key = std::uint64_t{pair.source} << 32 | pair.target;
    return (key ^ key >> 32) * 0x9E3779B97F4A7C15;
}

} // namespace cerrado::discovery
