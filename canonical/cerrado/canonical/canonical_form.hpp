// Canonical forms: of patterns, of patterns with labels, and of patterns of edges.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace cerrado {

// The canonical form of a small graph. Isomorphic graphs, and only those, have the same one.

struct CanonicalForm {
    std::uint64_t adjacency = 0; // nauty's canonical labelling, as `labelg` prints it
    std::uint64_t positions = 0; // 4 bits per given vertex: its position in the canonical form

    int position(int v) const { return static_cast<int>(positions >> (4 * v) & 15); }
};

// Takes any graph, connected or not. Throws InputError unless it has 1 to max_adjacency_vertices vertices. About 1 us.
// Any thread may call it.
CanonicalForm canonical_form(int k, std::uint64_t adjacency);

// The same of a directed graph, see adjacency.hpp.
struct CanonicalArcs {
    PatternWord arcs = 0;
    std::uint64_t positions = 0; // as above
};

// Throws InputError unless the graph has 1 to max_arcs_vertices vertices.
CanonicalArcs canonical_arcs(int k, PatternWord arcs);

// The form of a pattern. Nothing if the pattern says more than its edges, or has too many vertices.
std::optional<CanonicalForm> canonical_form(Pattern const& pattern);

// The canonical form of a pattern of any size, as a pattern whose vertices are numbered so.
std::optional<Pattern> canonical_pattern(Pattern const& pattern);

// The version of nauty's canonical labelling. Forms of different versions do not compare.
int canonical_form_version();

// The canonical order of a small graph whose vertices and arcs bear labels.

// An edge is an arc either way with the same number.
struct LabelledGraph {
    int k = 0; // vertices, at most max_adjacency_vertices
    std::array<std::uint32_t, max_adjacency_vertices> labels{};
    // For each source and target: 0 if there is no arc, else a number that stands for its label.
    std::array<std::array<std::uint32_t, max_adjacency_vertices>, max_adjacency_vertices> arcs{};
};

// Returns: the same graph with its vertices in canonical order, the same for all isomorphic graphs and for no other ones.
// Labels ascend. A few microseconds. Any thread may call it.
// Throws InputError for a number of vertices that is not 1 to max_adjacency_vertices, and if it and the bits of the
// largest number make more than 64 together.
// Source: nauty, with a copy of each vertex for each bit of the numbers, as its manual says.
LabelledGraph canonical_labelled(LabelledGraph const& graph);

// Turns numbers of induced subgraphs, by pattern, into those of all subgraphs.

class TransitionTable;

// `induced` has the number of induced subgraphs of tables.k() vertices by canonical class.
// Returns: by class, the number of subgraphs of that pattern, whether other edges join their vertices or not. A pattern
// P is in the induced subgraphs of each pattern Q in as many ways as edges can be taken away from Q to leave P: N(P) =
// sum over Q of C(P, Q) I(Q). Throws InputError if 128 bits cannot hold a number.
// Cost: a canonical labelling for each edge of each pattern that occurs or is left. For 7 vertices these are 18,000.
std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced);

} // namespace cerrado
