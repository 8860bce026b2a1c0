// Counts by parts: the matches of a pattern as a sum over numbers that are counted by themselves, as data.
//
//   for (cerrado::CountTerm const& term : cerrado::plan_parts({.pattern = pattern}, graph).terms) ...
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cerrado {

// The maps of a pattern that count together. They take its edges to edges of the graph. They may join some of its
// vertices, as far as `way` allows it.
struct CountTerm {
    enum class Way {
        graphlets, // no vertices: the counts of patterns of up to 5 vertices are known
        tails,     // any: a tree, by numbers of vertices
        heads,     // any but heads: by vectors, for each image of the heads
        walk,      // no vertices
    };

    std::string graph6{}; // of the pattern
    Way way = Way::graphlets;
    WideSum factor = 0;       // in the sum
    std::vector<int> heads{}; // vertices of the pattern
    int steps = 0;            // over vectors, for each image of the heads
    int greatest = -1;        // the vertex whose image is the greatest of all; -1: any
    double entries = 0;       // predicted: of lists that are read
    WideCount count = 0;      // after a run: the number of maps, modulo 2^128
    double seconds = 0;       // of the run that counted it, with the other terms of that run
};

// The matches are the sum of count * factor over the terms, modulo 2^128, divided by `divisor`.
struct CountPlan {
    std::vector<CountTerm> terms{};
    WideCount divisor = 1;
    double entries = 0; // predicted, of all terms: also for the images of heads, in the time of an entry
};

// RunResult::of<ByParts>() of a count by parts that ended. It has no terms for other counts, and none for counts at each
// vertex.
struct ByParts {
    using Result = CountPlan;
};

// Returns: the plan by which count_matches() with Algorithm::parts counts the query in this graph. Throws InputError if
// there is none.
CountPlan plan_parts(MatchQuery const& query, Graph const& graph);

} // namespace cerrado
