// The forms of the bundled applications, and what they are compared with.
#pragma once

#include "forms/form.hpp"

#include <cerrado/canonical/transition_table.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace cerrado::test {

extern Form const checked_clique_local_form; // clique_local_form, each vertex and edge of it held against the verifier
extern Form const checked_maximal_form;      // maximal_form, each vertex likewise
std::vector<Form const*> const& all_forms();

// The result, after its local counts of every vertex and edge were held against the serial verifier. Those of a
// partial run are not.
RunResult with_local_counts_verified(RunResult result, int k, Graph const& graph, RunOptions const& options);

WideCount serial_maximal(int k, Graph const& prepared, std::span<VertexId const> roots);
RunResult with_maximal_verified(RunResult result, int k, Graph const& graph, RunOptions const& options);

TransitionTable const& table_of(int k); // built at the first call

using Counts = std::map<std::string, WideCount>; // by graph6, "" for cliques; what does not occur is absent

// Runs a form; a run that is not complete is a test failure. Tables are found by k.
Counts counted(Form const& form, int k, Graph const& graph, RunOptions options);

// The serial answer for all roots, or for these of a prepared graph.
Counts verified(Form const& form, int k, Graph const& graph);
Counts verified(Form const& form, int k, Graph const& prepared, std::span<VertexId const> roots);

// Induced occurrences of every connected pattern of k vertices: Boost.Graph's VF2 maps, automorphisms divided out.
Counts vf2_motifs(Graph const& graph, int k);

void add(Counts& total, Counts const& part);

RunOptions on(DeviceKind device, int threads_or_workers = 0);

} // namespace cerrado::test
