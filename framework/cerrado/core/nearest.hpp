// "Did you mean": the known word that a mistyped one is nearest to.
#pragma once

#include <string>
#include <vector>

namespace cerrado {

// Empty where none is near: a third of its letters may be wrong, missing, too many or swapped with their neighbour, and
// one of them in any case.
std::string nearest(std::string const& word, std::vector<std::string> const& known);

} // namespace cerrado
