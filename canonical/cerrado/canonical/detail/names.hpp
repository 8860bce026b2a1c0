// The names of patterns, undirected and directed.
#pragma once

#include <cerrado/canonical/adjacency.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado {

// The names of directed patterns.

struct DirectedName {
    char const* items;              // items as parse_pattern() reads them
    std::vector<std::string> names; // the name, then its other names
};

// The 13 triads by their names in the census of Davis and Leinhardt: the numbers of mutual, asymmetric and null pairs,
// and a direction (down, up, cyclic, transitive). Then some patterns of four vertices that the literature of motifs
// names.
std::span<DirectedName const> directed_names();

// Returns: the name, then the other names. It is empty if the pattern has no name. `canonical` is the word of a
// canonical_arcs() of k vertices.
std::vector<std::string> names_of_directed(int k, PatternWord canonical);

// The common names of patterns.

// Returns: the common name, or an empty text. `canonical` is the adjacency of a canonical_form() of k vertices. The 30
// patterns of 2 to 5 vertices are listed. For 6 vertices and more, the known families (paths, stars, wheels, complete
// multipartite graphs, ...) are built and compared.
std::string common_name(int k, std::uint64_t canonical);

// Returns: its other names, with those that earlier versions of Cerrado used.
std::vector<std::string> name_aliases(int k, std::uint64_t canonical);

struct NamedAdjacency {
    int k;
    std::uint64_t adjacency; // canonical
};

// Returns: the name in lower case, without hyphens, underscores, blanks and a final `graph`. Names are compared in this
// form.
std::string plain_name(std::string_view name);

// Returns: the graph of up to max_adjacency_vertices vertices that has this name, compared by plain_name(). A name has
// precedence over an alias, then a smaller graph over a larger one.
std::optional<NamedAdjacency> find_named(std::string_view name);

// Returns: every graph that has a name, by its number of vertices, then by its edges.
std::vector<NamedAdjacency> all_named();

} // namespace cerrado
