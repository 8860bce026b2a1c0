// Which run a checkpoint is of, where an application's settings do not say it.
#pragma once

#include <cerrado/apps/bound_application.hpp>
#include <cerrado/pattern/pattern.hpp>

#include <string>

namespace cerrado {

// Like `bound`, but its runs add `key` to that of their checkpoint.
BoundApplication with_key(BoundApplication bound, std::string const& key);

// The arcs and labels that a pattern asks for. Empty if it asks for none.
std::string marks_text(Pattern const& pattern);

} // namespace cerrado
