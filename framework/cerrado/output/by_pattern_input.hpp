// The input of the output ByPattern.
#pragma once

#include <cerrado/pattern/detail/transition.hpp>

namespace cerrado {

struct ByPatternInput {
    TransitionTableRef tables{}; // in host memory, see canonical/; they must outlive the run
    // The number of rows of counts, which lie one after the other. Each row has a count for every class. The
    // application chooses the row in which a subgraph counts: it adds the row's number times the number of classes to
    // the class.
    std::uint32_t groups = 1;
};

} // namespace cerrado
