// What the output ByCode is given.
#pragma once

#include <cstdint>

namespace cerrado {

struct ByCodeInput {
    std::uint32_t groups = 1;      // the application says in which group a subgraph counts
    std::uint32_t slots = 1 << 16; // for the codes of all groups together, a power of two
};

} // namespace cerrado
