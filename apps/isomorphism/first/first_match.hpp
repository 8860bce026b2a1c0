// The first matches of a pattern. A search is made for them. If it does not end at once, another one runs beside it
// that meets or counts all, which is the quicker proof that there are none.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>

namespace cerrado {

// A run of the other search. It may throw what a run throws, and InputError if it cannot serve.
using FirstProof = std::function<RunResult(RunOptions const&)>;

struct FirstMatches : RunResult {               // its count is that of `matches`, or what the proof counted
    std::vector<std::vector<VertexId>> matches; // where the pattern's vertices go, in its order, without anti-vertices
    bool is_of_proof = false;                   // the proof was the first to end; then there are no `matches`
};

// Finds up to `wanted` different matches. Status::complete: there are no more than these. limit: there are as many as
// wanted. Requires: as FirstSearch.
FirstMatches first_matches(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
                           RunOptions const& options);

// Whether such a run may use it: on a resolved device it has no roots of its own, no checkpoint and no moving of work.
// Returns: the same for all members of a shared run.
bool may_look_for_first(RunOptions const& options);

// Throws InputError if the pattern has arcs or labels that the graph lacks, or is not connected.
void require_in_graph(MatchQuery const& query, Graph const& graph);

} // namespace cerrado
