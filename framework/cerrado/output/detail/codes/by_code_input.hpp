// The inputs of runs that count by code.
#pragma once

#include <cerrado/pattern/detail/transition.hpp>

#include <cstdint>

namespace cerrado {

// The input of the output ByCode.

struct ByCodeInput {
    std::uint32_t groups = 1;      // the application says in which group a subgraph counts
    std::uint32_t slots = 1 << 16; // slots for the codes of all groups together, a power of two
};

// The input of the output ByArcCode.

struct ByArcCodeInput : ByCodeInput {
    // The tables have patterns smaller than k. They lie in host memory, see canonical/, and must outlive the run.
    TransitionTableRef tables{};
};

} // namespace cerrado
