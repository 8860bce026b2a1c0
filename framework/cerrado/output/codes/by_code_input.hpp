// What runs that count by code are given.
#pragma once

#include <cerrado/pattern/transition.hpp>

#include <cstdint>

namespace cerrado {

// What the output ByCode is given.

struct ByCodeInput {
    std::uint32_t groups = 1;      // the application says in which group a subgraph counts
    std::uint32_t slots = 1 << 16; // for the codes of all groups together, a power of two
};

// What the output ByArcCode is given.

struct ByArcCodeInput : ByCodeInput {
    // They are for patterns smaller than k, in host memory, see canonical/, and must outlive the run.
    TransitionTableRef tables{};
};

} // namespace cerrado
