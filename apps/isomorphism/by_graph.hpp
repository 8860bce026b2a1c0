// Forms that choose another one for each graph: by its order, or by its form.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>
#include <vector>

namespace cerrado {

// Asks the form that of(graph, options) chooses. The time of the choice is part of RunResult's seconds.prepare. Without
// a graph it asks usual(options), which is likely to be that.
BoundApplication chosen_by_graph(std::function<BoundApplication(Graph const&, RunOptions const&)> of,
                                 std::function<BoundApplication(RunOptions const&)> usual);

// Gives a query without an order one that suits the graph of each run. `bind` takes an order that is not empty. Throws
// InputError for an order that is none.
BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind);

} // namespace cerrado
