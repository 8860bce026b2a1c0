// Distances between networks, by the roles that their vertices have in graphlets. All functions run on the host, on the
// results of count_graphlet_orbits().
#pragma once

#include <cerrado/apps/graphlets.hpp>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cerrado {

// Computes Spearman's correlation of any two of these columns. Equal numbers share their rank. The correlation is NaN
// if a column is constant. A further row of ones keeps columns of zeros from being constant.
// Requires: orbits of vertices.
// Returns: a square matrix, row after row.
// Cost: O(columns n log n + columns^2 n). Memory: 8 bytes for each number.
// Throws InputError for a column that the orbits lack.
std::vector<double> graphlet_correlation(GraphletOrbits const& orbits, std::span<int const> columns,
                                         bool row_of_ones = true);

enum class GraphletDistance {
    gcd11,          // graphlet correlation distance (Euclidean), by 11 orbits of up to 4 vertices
    gcd56,          // the same, by the orbits of up to 5 vertices that do not follow from others
    gcd73,          // the same, by all orbits of up to 5 vertices
    gdda,           // graphlet degree distribution agreement, the arithmetic mean over the orbits: 1 for equal graphs
    gdda_geometric, // the same, with the geometric mean
    rgf             // distance of relative graphlet frequencies
};

inline constexpr WordFor<GraphletDistance> graphlet_distance_words[] = {
    {"gcd11", GraphletDistance::gcd11},
    {"gcd56", GraphletDistance::gcd56},
    {"gcd73", GraphletDistance::gcd73},
    {"gdda", GraphletDistance::gdda},
    {"gdda-geometric", GraphletDistance::gdda_geometric},
    {"rgf", GraphletDistance::rgf},
};

// The columns that a distance reads, ascending.
std::span<int const> orbits_of(GraphletDistance kind);

// The data of a network that a distance needs. Its size does not depend on the network, except for gdda, which keeps
// all different numbers.
struct GraphletSignature {
    GraphletDistance kind = GraphletDistance::gcd11;
    std::vector<double> correlation; // for gcd: the correlation of orbits_of(kind)
    // For gdda: for each orbit the numbers above 0 of the vertices, ascending, each with its share. Shares sum to 1.
    std::vector<std::vector<std::pair<WideCount, double>>> distributions;
    std::array<WideCount, 29> frequencies{}; // for rgf: frequencies of the graphlets of 3 to 5 vertices
};

// Makes what a distance needs of a network, for the comparison of many; the orbits can go then. Requires: orbits of
// vertices. Throws InputError if they lack a column: gcd11 takes those of k = 4, the others k = 5.
GraphletSignature graphlet_signature(GraphletOrbits const& orbits, GraphletDistance kind, bool row_of_ones = true);

// How far apart two networks are. Returns: nothing if it is not finite: a graphlet occurs in one network alone (rgf),
// or a column is constant in one alone (gcd). Parts that occur in neither add nothing.
// Source: Yaveroglu et al., Sci. Rep. 4, 4547, 2014 (gcd); Przulj, Bioinformatics 23, 2007, with the erratum of 2010
// (gdda); Przulj, Corneil, Jurisica, Bioinformatics 20, 2004 (rgf).
// Requires: both are of one kind.
std::optional<double> graphlet_distance(GraphletSignature const& a, GraphletSignature const& b);
std::optional<double> graphlet_distance(GraphletOrbits const& a, GraphletOrbits const& b, GraphletDistance kind);

} // namespace cerrado
