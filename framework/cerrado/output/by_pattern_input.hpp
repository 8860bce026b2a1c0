// What the output ByPattern is given.
#pragma once

#include <cerrado/pattern/transition.hpp>

namespace cerrado {

struct ByPatternInput {
    TransitionTableRef tables{}; // in host memory, see canonical/; they must outlive the run
};

} // namespace cerrado
