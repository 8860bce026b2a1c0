// Applications that are another one for each graph: by its order, or by its form.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>
#include <vector>

namespace cerrado {

// `bound`, whose runs are those of what of(graph, options) chooses. The time that a choice takes is part of RunResult's
// seconds.prepare.
BoundApplication chosen_by_graph(BoundApplication bound,
                                 std::function<BoundApplication(Graph const&, RunOptions const&)> const& of);

// A query without an order gets one that suits the graph of each run. `bind` takes an order that is not empty. Throws
// InputError for an order that is none.
BoundApplication ordered_by_graph(MatchQuery const& query,
                                  std::function<BoundApplication(std::vector<int> const& order)> bind);

} // namespace cerrado
