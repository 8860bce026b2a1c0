// Pattern tables in the memory of a run.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/pattern/transition.hpp>

namespace cerrado::detail {

// Copies the levels of tables in host memory. Returns: the tables there, for the workers.
inline TransitionTableRef placed_tables(RunMemory& memory, TransitionTableRef tables) {
    for (int i = 1; i < tables.k; ++i) {
        std::size_t const entries = std::size_t{tables.classes[i]} << tables.mask_bits * i;
        RunArray<Transition> const level(memory, std::span(tables.levels[i], entries));
        tables.levels[i] = level.data();
    }
    return tables;
}

} // namespace cerrado::detail
