// The applications that the tests of the runtime run, behind plain functions, so that each is instantiated once.
#pragma once

#include "unit/message_of.hpp"
#include "unit/run/support.hpp"

#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/run/detail/jobs/jobs.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/options.hpp>
#include <cerrado/run/plan.hpp>
#include <cerrado/run/result.hpp>

#include <gtest/gtest.h>

namespace cerrado::test {

RunResult run_clique(int k, Graph const& graph, RunOptions const& options);
Graph prepare_clique(int k, Graph const& graph, RunOptions const& options);
RunResult run_until_clique(int k, Graph const& graph, RunOptions const& options); // ends at the first ones
// Cliques, counted by an output that is full when it has `most`.
RunResult run_until_full(int k, Count most, Graph const& graph, RunOptions const& options);
RunResult run_clique_of_options(Graph const& graph, RunOptions const& options); // no k of its own, at most 5 vertices
RunResult run_motif(int k, Graph const& graph, RunOptions const& options);
RunResult run_motif_paper(int k, Graph const& graph, RunOptions const& options);
RunResult run_list(int k, Graph const& graph, RunOptions const& options); // aggregate_store of every edge's extensions
RunPlan estimate_motif(int k, Graph const& graph, RunOptions const& options);

// Counts from every root; each of its neighbours costs `rounds` steps of a generator. One job a root.
RunResult run_slow(int rounds, Graph const& graph, RunOptions const& options);
Graph prepare_slow(Graph const& graph);

} // namespace cerrado::test
