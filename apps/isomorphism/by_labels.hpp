// The matches of a pattern by the labels of the vertices at which it discovers them. A walk counts keys of labels on
// the device. The host reads the labels out of the keys, and adds up those that an automorphism of the pattern
// exchanges.
#pragma once

#include "isomorphism/forms.hpp"

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/apps/isomorphism.hpp>

#include <vector>

namespace cerrado {

// Returns: the walk that counts the matches by label, in RunResult::of<ByLabels>(). `order` is that of the walk. Its
// calls throw InputError if the pattern discovers more labels than a key can hold.
BoundApplication by_labels(MatchQuery const& query, std::vector<int> const& order, MarkedPlanOf const& plan_of);

} // namespace cerrado
