// --explain: which form of an application would run, in which order of the vertices, and how long it would take.
#pragma once

#include <cerrado/apps/bound_application.hpp>

#include <string>

namespace cerrado::command {

// `asked` is what --algorithm says. `device` is where the run would be.
std::string explanation(Choice const& choice, Algorithm asked, std::string const& device);

} // namespace cerrado::command
