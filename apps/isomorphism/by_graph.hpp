// Applications that choose another one for each graph: by its order, or by its form.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>
#include <vector>

namespace cerrado {

// Like `bound`, but its runs are those of the application that of(graph, options) chooses. The time of the choice is
// part of RunResult's seconds.prepare.
BoundApplication chosen_by_graph(BoundApplication bound,
                                 std::function<BoundApplication(Graph const&, RunOptions const&)> const& of);

// Gives a query without an order one that suits the graph of each run. `bind` takes an order that is not empty. Throws
// InputError for an order that is none.
BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind);

} // namespace cerrado
