// From the numbers of induced subgraphs, by pattern, those of all subgraphs.
#pragma once

#include <cerrado/core/types.hpp>

#include <vector>

namespace cerrado {

class TransitionTable;

// `induced`: how many induced subgraphs of tables.k() vertices there are, by canonical class.
// Returns: by class, how many subgraphs of that pattern there are, with other edges among their vertices or without. A
// pattern P is in the induced subgraphs of each pattern Q as often as edges can be taken away from Q such that P is left:
// N(P) = sum over Q of C(P, Q) I(Q). Throws InputError where that is more than 128 bits hold.
// Cost: a canonical labelling for each edge of each pattern that occurs, or is left; of 7 vertices 18,000.
std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced);

} // namespace cerrado
