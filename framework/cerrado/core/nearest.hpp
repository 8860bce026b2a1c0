// "Did you mean": the known word that is nearest to a mistyped one.
#pragma once

#include <string>
#include <vector>

namespace cerrado {

// Returns: the nearest known word, or an empty string if none is near. One letter may always be wrong, missing, too
// many or swapped with its neighbour; in longer words a third of the letters may be.
std::string nearest(std::string const& word, std::vector<std::string> const& known);

} // namespace cerrado
