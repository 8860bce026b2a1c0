// The first matches of a pattern: a search made for them, and beside it, where it does not end at once, one that meets or
// counts all, which is the quicker proof that there are none.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>

namespace cerrado {

// A run of the other search. It may throw what it throws; InputError where it cannot be had.
using FirstProof = std::function<RunResult(RunOptions const&)>;

struct FirstMatches : RunResult {               // its count: of `matches`, or what the proof counted
    std::vector<std::vector<VertexId>> matches; // where the pattern's vertices go, in its order, without anti-vertices
    bool is_of_proof = false;                   // the proof was the first to end; there are no `matches` then
};

// Up to `wanted` different matches. Status::complete: there are no more than these; limit: there are as many as wanted.
// Requires: as FirstSearch.
FirstMatches first_matches(Graph const& graph, MatchQuery const& query, std::uint64_t wanted, FirstProof const& proof,
                           RunOptions const& options);

// Whether such a run is one for it: on a resolved device it begins with no roots of its own, no checkpoint and no moving of
// work.
bool may_look_for_first(RunOptions const& options);

// Throws InputError where the pattern has arcs or labels that the graph does not have, or is not connected.
void require_in_graph(MatchQuery const& query, Graph const& graph);

} // namespace cerrado
