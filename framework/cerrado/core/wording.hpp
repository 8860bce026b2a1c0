// Words for people: plurals, lists, and the word that was meant.
#pragma once

#include <cerrado/core/types.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// Numbers in sentences for people.

std::string grouped(WideCount count); // 1234567 -> "1,234,567"
std::string grouped(std::string const& digits);
std::string counted(WideCount count,
                    std::string_view noun); // "1 subgraph", "1,234 subgraphs", "2 vertices", "0 entries"
std::string counted(std::string const& digits, std::string_view noun);
std::string plural(std::string_view noun);

// "Did you mean": the known word that is nearest to a mistyped one.

// Returns: the nearest known word, or an empty string if none is near. One letter may always be wrong, missing, too
// many or swapped with its neighbour; in longer words a third of the letters may be.
std::string nearest(std::string const& word, std::vector<std::string> const& known);

} // namespace cerrado
