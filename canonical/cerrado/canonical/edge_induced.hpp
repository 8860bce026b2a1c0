// Turns numbers of induced subgraphs, by pattern, into those of all subgraphs.
#pragma once

#include <cerrado/core/types.hpp>

#include <vector>

namespace cerrado {

class TransitionTable;

// `induced` has the number of induced subgraphs of tables.k() vertices by canonical class.
// Returns: by class, the number of subgraphs of that pattern, whether other edges join their vertices or not. A pattern
// P is in the induced subgraphs of each pattern Q in as many ways as edges can be taken away from Q to leave P: N(P) =
// sum over Q of C(P, Q) I(Q). Throws InputError if 128 bits cannot hold a number.
// Cost: a canonical labelling for each edge of each pattern that occurs or is left. For 7 vertices these are 18,000.
std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced);

} // namespace cerrado
