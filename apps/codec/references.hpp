// Which lists are told by another one: where that takes fewer bits.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/cgz/grouped_lists.hpp>

namespace cerrado::compression {

// Fills lists.references: of each list the one of the 32 before it in its block with which it costs least, if any. What
// numbers cost is guessed where no list refers yet, else it is as with the references that are there: call it again. The same
// whatever the team. O(64 m).
void choose_references(detail::cgz::GroupedLists& lists, Team& team);

} // namespace cerrado::compression
