// How many bits lists and groups take in a .cgz, told without packing them: by the entropy of each stream of the whole.
#pragma once

#include <cerrado/graph/cgz/grouped_lists.hpp>

namespace cerrado::compression {

double estimated_bits(detail::cgz::GroupedLists const& lists);

} // namespace cerrado::compression
