// Chooses the lists that refer to another one: those that take fewer bits so.
#pragma once

#include <cerrado/core/team.hpp>
#include <cerrado/graph/cgz/grouped_lists.hpp>

namespace cerrado::compression {

// Fills lists.references. A list refers to the one of the 32 lists before it in its block with which it costs least, if
// that is less than without. If no list refers to another yet, the costs of numbers are guessed. Otherwise they follow
// from the references that are there, so call it again. The result is the same for any team. O(64 m).
void choose_references(detail::cgz::GroupedLists& lists, Team& team);

} // namespace cerrado::compression
