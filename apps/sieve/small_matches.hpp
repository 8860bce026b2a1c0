// Matches of one or two vertices, for which nothing is walked.
#pragma once

#include "sieve/problem/reduction.hpp"

#include <cerrado/run/options.hpp>
#include <cerrado/run/result.hpp>

namespace cerrado {

// Hands each to the sink of the options, up to their limit. Requires: k is 1 or 2.
RunResult list_small_matches(ReducedGraph const& reduced, int k, RunOptions const& options);

} // namespace cerrado
