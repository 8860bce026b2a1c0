// Patterns whose edge-induced matches need no walk.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <optional>
#include <string_view>

namespace cerrado {

enum class Formula {
    four_cycles,
    five_cycles,
    diamonds,
    houses,
    butterflies,
    tailed_triangles,
    five_paths,
    tailed_cycles,
    gems
};

// Nothing for a pattern that has none, or says more than its edges; nor for induced matches, a given order, or a walk.
std::optional<Formula> formula_of(MatchQuery const& query);

std::string_view describe(Formula formula); // a line for a person

// Runs that sum something up as those of a formula. What is to be taken away from a partial sum may not have been met:
// its count is 0.
BoundApplication as_formula(BoundApplication const& sums);

} // namespace cerrado
