// The canonical form of a small graph. Isomorphic graphs, and only those, have the same one.
#pragma once

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/arcs.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <optional>

namespace cerrado {

struct CanonicalForm {
    std::uint64_t adjacency = 0; // nauty's canonical labelling, as `labelg` prints it
    std::uint64_t positions = 0; // 4 bits per given vertex: its position in the canonical form

    int position(int v) const { return static_cast<int>(positions >> (4 * v) & 15); }
};

// Takes any graph, connected or not. Throws InputError unless it has 1 to max_adjacency_vertices vertices. About 1 us.
// Any thread may call it.
CanonicalForm canonical_form(int k, std::uint64_t adjacency);

// The same of a directed graph, see arcs.hpp.
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

} // namespace cerrado
