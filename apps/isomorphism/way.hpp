// How the matches of a pattern are counted. It is decided here, for the library and for what the command line prints.
#pragma once

#include "isomorphism/formula/formula.hpp"

#include <cerrado/apps/isomorphism.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cerrado {

// The query with the meaning of its pattern: what it says in vain must not make two images of a match differ.
MatchQuery as_meant(MatchQuery query);

// By a formula, else by a signed sum, else by a walk.
struct MatchWay {
    std::optional<Formula> formula;
    std::optional<SignedSum> sum;
    std::vector<int> order; // of a walk; the query's, or one that suits the graph

    bool is_walk() const { return !formula && !sum; }
};

// Without a graph: what is likely. Throws InputError for an order that is none, and if a formula is asked for and there
// is none.
MatchWay way_of(MatchQuery const& query);
// A formula where there is one, else a sum if it takes far less than the walk, or if a formula is asked for. Throws as
// make_marked_plan(), too.
MatchWay way_of(MatchQuery const& query, Graph const& graph);

std::string describe(MatchWay const& way, Pattern const& pattern); // a line for a person; empty: a walk

BoundApplication bind_way(MatchQuery const& query, MatchWay const& way);

} // namespace cerrado
