// The forms of a walk with conditions on several vertices and edges. forms.cpp compiles each once.
#pragma once

#include "query/plan.hpp"

#include <cerrado/apps/bound_application.hpp>

#include <memory>

namespace cerrado::query {

// Counts the rows of the answer that the matches are. A walk is for the graph of which it was made.
BoundApplication count_form(std::shared_ptr<JoinedWalk const> walk);
// Hands each match to a sink, its vertices in the order of the walk.
BoundApplication list_form(std::shared_ptr<JoinedWalk const> walk);

} // namespace cerrado::query
