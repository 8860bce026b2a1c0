#include "sieve/coloured_sets.hpp"
#include "sieve/forms.hpp"

#include <cerrado/run/run.hpp>

namespace cerrado {

RunResult list_coloured_sets(ReducedGraph const& reduced, int k, RunOptions const& options) {
    Resident const resident(reduced.graph, options);
    auto const shades = resident.array(Per::vertex, reduced.shades);
    return run(ColouredSets{k, shades.ref()}, resident, options);
}

} // namespace cerrado
