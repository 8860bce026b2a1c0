// Signed sums of patterns of up to 5 vertices, from the numbers of all graphlets, which one set of passes counts.
#pragma once

#include "isomorphism/formula/signed_sum.hpp"

#include <functional>

namespace cerrado {

// Whether these passes give such sums for patterns of `vertices`.
bool has_graphlets(int vertices);
bool has_graphlets(int vertices, Graph const& graph);

// About how many look-ups the passes make, in the unit of predicted_work().
double work_of_graphlets(int vertices, Graph const& graph);

// Runs `parts`, which is the sum of its terms one by one, where the passes cannot: in a graph of directions, and with a
// checkpoint.
using TermsOf = std::function<BoundApplication(Graph const&)>;
BoundApplication bind_graphlets(SignedSum const& sum, Pattern const& pattern, BoundApplication const& usual,
                                TermsOf const& parts);

} // namespace cerrado
