// Lists that use the search for first matches.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

namespace cerrado {

// Lists matches as bind_match_list() does, but always by a walk, whatever the limit.
BoundApplication bind_match_walk(MatchQuery const& query);

// Returns: the match that one device has found, as numbers for the other devices of a run: see done_by_one().
std::vector<std::int64_t> ending_of(FoundMatch const& found);
void take_ending(FoundMatch& found, std::vector<std::int64_t> const& ending);

} // namespace cerrado
