// The names of directed patterns.
#pragma once

#include <cerrado/canonical/pattern_kind.hpp>

#include <span>
#include <string>
#include <vector>

namespace cerrado {

struct DirectedName {
    char const* items;              // as parse_pattern() reads them
    std::vector<std::string> names; // the name, then its other names
};

// The 13 triads by their names in the census of Davis and Leinhardt: the numbers of mutual, asymmetric and null pairs,
// and a direction (down, up, cyclic, transitive). Then some patterns of four vertices that the literature of motifs
// names.
std::span<DirectedName const> directed_names();

// The name, then the others. Empty if it has no name. `canonical` is the word of a canonical_arcs() of k vertices.
std::vector<std::string> names_of_directed(int k, PatternWord canonical);

} // namespace cerrado
