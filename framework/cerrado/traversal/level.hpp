// One vertex of the traversal and the extensions of the traversal that ends with it.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// `States` are what the application's engine and outputs know of a level. It is trivially copyable and travels with
// saved traversals.
// (The alignment of 8 bytes makes nvcc load and store it by pairs of words, in fewer registers; docs/experiments.md.)
template <class... States> struct alignas(8) LevelWith : States... {
    VertexId vertex = 0;
    bool generated = false;  // whether its extensions were produced
    std::uint32_t size = 0;  // extensions not yet consumed: the first `size`
    std::uint32_t total = 0; // extensions produced; if they are bits, those that are left
};

} // namespace cerrado
