// Query: the rows of a pattern under conditions on the attributes of vertices and edges.
//
// Problem. A query has variables, arcs between them, and conditions on the columns of vertices and edges. A row of its
// answer is a map of the variables to vertices that meets them; <cerrado/apps/query.hpp> says when two maps are two rows,
// and what parallel edges do.
//
// Method. The condition of a query is cut at its ANDs. A part that reads one vertex or one edge is evaluated before the walk,
// for all vertices or edges at once, and becomes a label: the walk tests a bit, however long the part is. A part that reads
// several becomes a few instructions, which run at the first level that has all that they read (joined_plan.hpp). So the walk
// is that of a pattern with labels (isomorphism/match.hpp), with one more test. If variables may have the same vertex, the
// answer is a sum over the ways in which they do, of queries whose variables differ. An automorphism of the query keeps its
// conditions, and one image of each match is walked to; or one under the more symmetries of the bare pattern, whose images are
// told apart at the last vertex.
//
// Needs. Up to 16 variables; 32 different conditions on single vertices, and 32 on single edges; of the conditions on several,
// JoinedPlan's numbers of operands and instructions. The pattern is connected.
//
// Cost. The same as for the walk of a pattern with labels; and for each condition on several, at each vertex that it is asked
// of, a load of each value. A choice among parallel edges is a loop in one lane.
//
// Sources. The languages: DotMotif (Matelsky et al., Scientific Reports 2021); openCypher 9; GQL (ISO/IEC 39075). Logic with
// three values: SQL.
#pragma once

#include "isomorphism/match.hpp"
#include "query/joined_plan.hpp"

namespace cerrado::query {

// MatchOf<JoinedPlan> and MatchOf<ChoicePlan> count rows. This lists the matches.
template <class Plan> struct ListRows {
    int k;
    Plan plan;
    using Engine = Matching;
    using Output = Store;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(plan);
        if (te.size() == k - 1) te.aggregate_store();
    }
};

} // namespace cerrado::query
