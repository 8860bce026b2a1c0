// Lists that use the search for first matches.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

namespace cerrado {

// Does what bind_match_list() does, but only by walking, whatever the limit.
BoundApplication bind_match_walk(MatchQuery const& query);

// The list, but a few matches come from a search that is made for them.
BoundApplication with_first(BoundApplication list, MatchQuery const& query);

// What the other devices of a run get of the match that one has found: see done_by_one().
std::vector<std::int64_t> ending_of(FoundMatch const& found);
void take_ending(FoundMatch& found, std::vector<std::int64_t> const& ending);

} // namespace cerrado
