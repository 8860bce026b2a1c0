// The lists of a resident graph, for applications that write them. So graphs can be made on the device that reads them.
#pragma once

#include <cerrado/run/resident.hpp>

namespace cerrado {

// Returns: the entries of the lists, on the device of the graph. Later runs read the lists that are written there. The
// given graph does not change, and runs are still planned by it. From then on traversals begin with single vertices,
// and no vertex is left out. Requires: the written lists are as long as those of the given graph, each list ascends,
// each edge is in the lists of both of its ends, and no other run reads the graph meanwhile. Throws InputError unless
// the Resident keeps the order `given`. Later a run throws InputError if its application begins with edges.
ArrayRef<VertexId> lists_of(Resident const& resident);

} // namespace cerrado
