// One vertex of the traversal and the extensions of the traversal that ends with it.
#pragma once

#include <cerrado/core/types.hpp>

namespace cerrado {

// `States` are the data that the application, its engine and its outputs keep for a level. They are trivially copyable
// and travel with saved traversals. (The alignment of 8 bytes makes nvcc load and store it by pairs of words, in fewer
// registers; docs/experiments.md.)
template <class... States> struct alignas(8) LevelWith : States... {
    VertexId vertex = 0;
    bool generated = false;  // true if its extensions were produced
    std::uint32_t size = 0;  // number of extensions not yet consumed: these are the first `size`
    std::uint32_t total = 0; // number of extensions produced; for extensions as bits, the number that is left
};

// The state that the application declares for a level.
template <class State> struct OwnState { State own{}; };

} // namespace cerrado
