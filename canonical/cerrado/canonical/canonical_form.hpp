// The canonical form of a small graph: isomorphic graphs, and only those, have the same one.
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

// Any graph, connected or not, of 1 to max_adjacency_vertices vertices, else InputError. About 1 us; any thread may
// call it.
CanonicalForm canonical_form(int k, std::uint64_t adjacency);

// Of a directed graph, see arcs.hpp: both words are of its arcs. 1 to max_arcs_vertices vertices, else InputError.
CanonicalForm canonical_arcs(int k, std::uint64_t arcs);

// Of a pattern that says no more than its edges, and has few enough vertices.
std::optional<CanonicalForm> canonical_form(Pattern const& pattern);

// The same of any size, as a pattern whose vertices are numbered so.
std::optional<Pattern> canonical_pattern(Pattern const& pattern);

// The version of nauty's canonical labelling; forms of different versions do not compare.
int canonical_form_version();

} // namespace cerrado
