// What the first matches have to do with lists.
#pragma once

#include <cerrado/apps/isomorphism.hpp>

namespace cerrado {

// As bind_match_list(), but by walking alone, whatever the limit.
BoundApplication bind_match_walk(MatchQuery const& query);

// The list, such that a few matches come from a search that is made for them.
BoundApplication with_first(BoundApplication list, MatchQuery const& query);

} // namespace cerrado
