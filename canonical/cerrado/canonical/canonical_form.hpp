// Canonical forms of patterns, of patterns with labels, and of patterns of edges.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cerrado {

// The canonical form of a small graph. Two graphs have the same form if and only if they are isomorphic.

struct CanonicalForm {
    std::uint64_t adjacency = 0; // nauty's canonical labelling, as `labelg` prints it
    std::uint64_t positions = 0; // 4 bits per given vertex: its position in the canonical form

    int position(int v) const { return static_cast<int>(positions >> (4 * v) & 15); }
};

// Takes any graph, connected or not. Throws InputError unless it has 1 to max_adjacency_vertices vertices. About 1 us.
// Any thread may call it.
CanonicalForm canonical_form(int k, std::uint64_t adjacency);

// The same for a directed graph, see adjacency.hpp.
struct CanonicalArcs {
    PatternWord arcs = 0;
    std::uint64_t positions = 0; // as above
};

// Throws InputError unless the graph has 1 to max_arcs_vertices vertices.
CanonicalArcs canonical_arcs(int k, PatternWord arcs);

// Returns: the form of a pattern. Returns nothing if the pattern has conditions besides its edges, or too many
// vertices.
std::optional<CanonicalForm> canonical_form(Pattern const& pattern);

// Returns: the canonical form of a pattern of any size, as a pattern with the canonical numbering.
std::optional<Pattern> canonical_pattern(Pattern const& pattern);

// The version of nauty's canonical labelling. Forms of different versions cannot be compared.
int canonical_form_version();

// The canonical order of a small graph whose vertices and arcs have labels.

// An edge is two arcs, one in each direction, with the same number.
struct LabelledGraph {
    static constexpr std::size_t max_vertices = 16;

    int k = 0; // number of vertices
    std::array<std::uint32_t, max_vertices> labels{};
    // For each source and target: 0 if there is no arc, otherwise a number that stands for its label.
    std::array<std::array<std::uint32_t, max_vertices>, max_vertices> arcs{};
};

struct CanonicalOrder {
    std::array<std::uint8_t, LabelledGraph::max_vertices> vertices{}; // by place
    std::array<std::uint8_t, LabelledGraph::max_vertices> orbits{};   // by vertex: the least vertex of its orbit
};
// A few microseconds. Any thread may call it. Throws InputError if the number of vertices is not from 1 to
// max_vertices. Also throws it if this number times the number of bits of the largest number exceeds 64. Source: nauty,
// with a copy of each vertex for each bit of the numbers, as its manual says.
CanonicalOrder canonical_order(LabelledGraph const& graph);

// Returns: the same graph with its vertices in canonical order. Two graphs give the same result if and only if they are
// isomorphic. Labels ascend. The rest is as for canonical_order().
LabelledGraph canonical_labelled(LabelledGraph const& graph);

// Computes the numbers of all subgraphs, by pattern, from those of induced subgraphs.

class TransitionTable;

// `induced` has the number of induced subgraphs of tables.k() vertices by canonical class. Returns: by class, the
// number of subgraphs of that pattern, even if other edges join their vertices. Let C(P, Q) be the number of ways to
// take edges away from Q such that P is left. Then N(P) = sum over Q of C(P, Q) I(Q). Throws InputError if 128 bits
// cannot hold a number. Cost: a canonical labelling for each edge of each pattern that occurs or is left. For 7
// vertices these are 18,000 labellings.
std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced);

// The inverse. Returns: by class, the number of induced subgraphs of a graph that has so many subgraphs of each pattern.
// I(P) = sum over Q of (-1)^(edges of Q - edges of P) C(P, Q) N(Q). The rest is as for edge_induced_counts().
std::vector<WideCount> induced_counts(TransitionTable const& tables, std::vector<WideCount> const& edge_induced);

} // namespace cerrado
