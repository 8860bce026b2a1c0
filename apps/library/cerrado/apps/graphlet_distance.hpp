// How far apart two networks are, by the roles that their vertices have in graphlets. Everything here works on the host,
// with the orbits that count_graphlet_orbits() counted.
#pragma once

#include <cerrado/apps/graphlets.hpp>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

// Spearman's correlation of each two of these columns, in which equal numbers share their rank. It is NaN where a column
// is constant. A row of ones beside those of the vertices keeps the columns of zeros from being so.
// Requires: orbits of vertices.
// Returns: a square matrix, row after row.
// Cost: O(columns n log n + columns^2 n). Memory: 8 bytes for each number.
// Throws InputError for a column that the orbits lack.
std::vector<double> graphlet_correlation(GraphletOrbits const& orbits, std::span<int const> columns,
                                         bool row_of_ones = true);

enum class GraphletDistance {
    gcd11,          // of graphlet correlations: Euclidean, of 11 orbits of up to 4 vertices
    gcd56,          // of those of up to 5 vertices that do not follow from others
    gcd73,          // of all
    gdda,           // graphlet degree distribution agreement, the arithmetic mean over the orbits: 1 for equal graphs
    gdda_geometric, // its geometric mean
    rgf             // of relative graphlet frequencies
};

// The columns that a distance reads, ascending.
std::span<int const> orbits_of(GraphletDistance kind);

// What a distance keeps of a network. Its size does not grow with the network, but that of gdda: the numbers that occur.
struct GraphletSignature {
    GraphletDistance kind = GraphletDistance::gcd11;
    std::vector<double> correlation; // of orbits_of(kind), for gcd
    // For gdda: of each orbit the numbers above 0 that vertices have, ascending, each with its share; shares sum to 1.
    std::vector<std::vector<std::pair<WideCount, double>>> distributions;
    std::array<WideCount, 29> frequencies{}; // of graphlets of 3 to 5 vertices, for rgf
};

// Makes what a distance needs of a network, for the comparison of many; the orbits can go then. Requires: orbits of
// vertices. Throws InputError if they lack a column: gcd11 takes those of k = 4, the others k = 5.
GraphletSignature graphlet_signature(GraphletOrbits const& orbits, GraphletDistance kind, bool row_of_ones = true);

// How far apart two networks are. Returns: nothing if it is not finite: a graphlet occurs in one network alone (rgf),
// or a column is constant in one alone (gcd). What occurs in neither adds nothing.
// Source: Yaveroglu et al., Sci. Rep. 4, 4547, 2014 (gcd); Przulj, Bioinformatics 23, 2007, with the erratum of 2010
// (gdda); Przulj, Corneil, Jurisica, Bioinformatics 20, 2004 (rgf).
// Requires: both are of one kind.
std::optional<double> graphlet_distance(GraphletSignature const& a, GraphletSignature const& b);
std::optional<double> graphlet_distance(GraphletOrbits const& a, GraphletOrbits const& b, GraphletDistance kind);

} // namespace cerrado
