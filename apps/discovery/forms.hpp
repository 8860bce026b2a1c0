// The forms of the census. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>

namespace cerrado {

// Every `vertices` vertices, in the order of their numbers, are a group.
BoundApplication census_form(int k, VertexId vertices);
BoundApplication directed_census_form(int k, VertexId vertices);
BoundApplication directed_code_form(int k, VertexId vertices);

} // namespace cerrado
