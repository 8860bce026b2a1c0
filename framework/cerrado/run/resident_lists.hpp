// The lists of a resident graph, for applications that write them: so graphs come into being where they are read.
#pragma once

#include <cerrado/run/resident.hpp>

namespace cerrado {

// Returns: the entries of the lists, where the graph lies. Later runs read what is written there. The graph that was given
// stays as it is, and what runs are planned by, too.
// Then traversals begin with single vertices, of which none is left out.
// Requires: what is written has lists as long as the given graph's, each ascending, and each edge at both of its ends; no
// other run reads the graph meanwhile. Throws InputError unless the Resident keeps the order `given`; a
// run does for an application that begins with edges.
ArrayRef<VertexId> lists_of(Resident const& resident);

} // namespace cerrado
