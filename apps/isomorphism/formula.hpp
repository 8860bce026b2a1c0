// Patterns whose edge-induced matches need no walk.
#pragma once

#include <cerrado/pattern/pattern.hpp>

#include <optional>
#include <string_view>

namespace cerrado {

enum class Formula { four_cycles, five_cycles, diamonds, houses };

// Nothing for a pattern that has none, or says more than its edges.
std::optional<Formula> formula_of(Pattern const& pattern);

std::string_view describe(Formula formula); // a line for a person

} // namespace cerrado
