// An application of a pattern without an order gets one that suits the graph of each run.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

#include <functional>
#include <vector>

namespace cerrado {

// `bind` takes an order that is not empty. The time that a choice takes is part of RunResult's seconds.prepare. Throws
// InputError for an order that is none.
BoundApplication bind_by_graph(MatchQuery const& query,
                               std::function<BoundApplication(std::vector<int> const& order)> bind);

} // namespace cerrado
