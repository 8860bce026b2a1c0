// What the output ByArcCode is given.
#pragma once

#include <cerrado/output/codes/by_code_input.hpp>
#include <cerrado/pattern/transition.hpp>

namespace cerrado {

struct ByArcCodeInput : ByCodeInput {
    // They are for patterns smaller than k, in host memory, see canonical/, and must outlive the run.
    TransitionTableRef tables{};
};

} // namespace cerrado
