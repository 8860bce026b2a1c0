// The ways to the score: each gives the same rows.
#pragma once

#include <cerrado/apps/compression.hpp>

namespace cerrado {

CompressionResult score_by_leaves(Graph const& graph, int min_k, RunOptions const& options);
CompressionResult score_by_edges(Graph const& graph, int k, RunOptions const& options);
CompressionResult score_by_list(Graph const& graph, int k, RunOptions const& options);

} // namespace cerrado
