// What the output ByPattern is given.
#pragma once

#include <cerrado/pattern/transition.hpp>

namespace cerrado {

struct ByPatternInput {
    TransitionTableRef tables{}; // in host memory, see canonical/; they must outlive the run
    // Rows of counts, one after the other, each with every class. The application says in which row a subgraph counts:
    // it adds the row times the classes to the class.
    std::uint32_t groups = 1;
};

} // namespace cerrado
