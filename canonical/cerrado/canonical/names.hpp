// The common names of patterns.
#pragma once

#include <cerrado/canonical/adjacency.hpp>

#include <string>
#include <vector>

namespace cerrado {

// The name that people know, or empty. `canonical`: the adjacency of a canonical_form() of k vertices. The 30 patterns
// of 2 to 5 vertices are listed; from 6 vertices on the known families (paths, stars, wheels, complete multipartite
// graphs, ...) are built and compared.
std::string common_name(int k, std::uint64_t canonical);

// What else it is called, the names that Cerrado gave it formerly among them.
std::vector<std::string> name_aliases(int k, std::uint64_t canonical);

} // namespace cerrado
