// The names of directed patterns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cerrado {

struct DirectedName {
    char const* items;              // of parse_pattern()
    std::vector<std::string> names; // the name, then what else it is called
};

// The 13 triads by their names in the census of Davis and Leinhardt: mutual, asymmetric and null pairs, and which way it
// goes (down, up, cyclic, transitive). Then some of four vertices that the literature of motifs names.
std::span<DirectedName const> directed_names();

// The name, then the others; none where it has no name. `canonical`: the word of a canonical_arcs() of k vertices.
std::vector<std::string> names_of_directed(int k, std::uint64_t canonical);

} // namespace cerrado
