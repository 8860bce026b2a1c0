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

// Returns: nothing for a pattern that has no formula, or says more than its edges, and for induced matches, a given
// order, or a walk.
std::optional<Formula> formula_of(MatchQuery const& query);

std::string_view describe(Formula formula); // a line for a person

// Makes runs that sum something up runs of a formula. The count of a partial run is 0, since it may not have met what
// must be subtracted.
BoundApplication as_formula(BoundApplication const& sums);

} // namespace cerrado
