// The ways to compute the score. Each gives the same rows.
#pragma once

#include <cerrado/apps/compression.hpp>

namespace cerrado {

// Scores every size from `min_k` on.
CompressionResult score_by_leaves(Resident const& graph, int min_k, RunOptions const& options);
std::string estimate_by_leaves(Graph const& graph, int min_k, RunOptions const& options);
// Scores one size.
CompressionResult score_by_edges(Resident const& graph, int k, RunOptions const& options);
CompressionResult score_by_list(Resident const& graph, int k, RunOptions const& options);

// Hands every clique to the sink of the run.
BoundApplication score_paper_form(int k);

} // namespace cerrado
