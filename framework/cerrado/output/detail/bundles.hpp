// Bundles: many subgraphs at once, by number of vertices. A bundle with h fixed and p optional vertices stands for C(p,
// s) subgraphs of h + s vertices, for every s.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// Returns: the class of such bundles. Classes go by the sum of the two numbers, then by the first.
CERRADO_FN inline std::uint32_t bundle_class(std::uint32_t fixed, std::uint32_t optional) {
    std::uint32_t const vertices = fixed + optional;
    return vertices * (vertices + 1) / 2 + fixed;
}

// Returns: the number of classes of bundles with up to `vertices` vertices.
CERRADO_FN inline std::uint32_t bundle_classes(std::uint32_t vertices) { return bundle_class(0, vertices + 1); }

} // namespace cerrado
