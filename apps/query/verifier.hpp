// The serial verifier of queries. It is slow and obvious, and shares no code with plans, bits or bytecode.
#pragma once

#include <cerrado/apps/query.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/graph.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cerrado {

// Columns of texts that stand for labels. Empty: the graph's own labels.
struct QueryLabels {
    std::string vertex_column{}, edge_column{};
};

struct VerifiedQuery {
    WideCount rows = 0;
    std::vector<WideCount> sums; // for each variable, the sum of its vertices' numbers over all rows
    std::vector<std::vector<WideCount>> at_vertices; // for each variable and vertex, the rows that have it there
    // If the query returns columns and the count: for each key, which has an item for each of the columns, its rows. A
    // missing value is "null". In the mode `nodes` a column of an arc is that of the first rows that meet all
    // conditions, in the order of the arcs.
    std::map<std::vector<std::string>, WideCount> groups;
};

// Maps the variables to all vertices in their order, as the required arcs allow. Then it chooses a row for each of these
// arcs, in all ways, and only then evaluates the conditions. An arc of the graph without a row counts as one row with
// missing values. In the mode `nodes`, `induced`: variables that no arc of the query joins, be it required or forbidden,
// are not adjacent. An undirected graph has no directions, so `->` is as `--` there. Does not heed the query's limit.
// Throws InputError for a column that the graph lacks, and for values that cannot be compared. Cost: at most the number
// of the graph's vertices to the power of the number of variables, times the choices of rows.
VerifiedQuery verify_query(Graph const& graph, Query const& query, bool induced = false,
                           QueryLabels const& labels = {});

// Returns: the number of permutations of the variables that, with some permutation of the arcs, keep the set of arcs and
// the set of conditions. Conditions are compared in a normal form: they are split at AND, a > b is b < a, and the operands
// of = <> + * AND OR are flattened and sorted. Sums of reals count as associative. Cost: all permutations.
std::uint64_t symmetries_of(Query const& query);

} // namespace cerrado
